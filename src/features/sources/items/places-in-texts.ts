import { isUnknown } from '#src/features/imports/rows/empty-words.ts';
import { townNamed as knownTownNamed } from '#src/shared/gazetteer.ts';
import { landskapOfLan } from '#src/shared/lan.ts';
import { type Landskap, landskapNamed } from '#src/shared/landskap.ts';

const HOME = /^(?:sverige|sweden|se)$/i;
const HOME_AT_END = /(?<=\p{L})\s+(?:sverige|sweden)$/iu;
/** Parts of the country that are no landskap, and municipalities: `Idre, Älvdalens kommun`. */
const REGIONS =
  /^(?:höga kusten|bergslagen|norrland|svealand|götaland|roslagen|österlen|siljan|södertörn|mälardalen|storstockholm|region .+|.+ kommun|.+ (?:län|county))$/i;
const COUNTRIES =
  /^(?:norge|norway|noreg|danmark|denmark|finland|island|iceland|tyskland|germany|åland|estland|estonia|lettland|polen|poland|frankrike|france|spanien|spain|italien|italy|storbritannien|united kingdom|uk|england|scotland|usa|österrike|austria|schweiz|switzerland|online|digitalt)$/i;
const LABEL =
  /^(?:start(?:plats)?|mål|start och mål|start & mål|start\/mål|plats|ort|adress|address|location|var|where|venue|arena|samling(?:splats)?|tävlingscentrum|tc)\s?:\s*/i;
/** `413 08 Göteborg`, `SE-123 45 Ort`. */
const POSTCODE = /^(?:SE?[- ]?)?\d{3} ?\d{2}(?:\s+|$)/i;
const VENUE =
  /(?:stuga|stugan|gård|gården|skola|skolan|vallen|plan|planen|parken|hallen|hall|väg|vägen|gatan|gata|torg|torget|backen|badet|bad|badplats|arena|arenan|stadion|centrum|kyrka|kyrkan|hotell|hotel|camping|parkering|parkeringen|hamn|hamnen|start|mål|rakan|slingan|spåret|anläggning|anläggningen|museum|slott|herrgård|station|stationen|klubb|klubbhus|ip|tba|ej bestämt|meddelas senare)(?!\p{L})/iu;
const NUMBERED = /\d/;

/** Degrees as decimals, or with minutes and seconds. */
const MINUTES = '[\\d.,\'′’´"″” ]{0,20}';
const POSITION = new RegExp(
  `(?<![\\d\\p{L}])(?:geo:|lat:? ?|n ?)?(?:[-+]?\\d{1,2}[.,]\\d{1,12} ?°? ?[NS]? ?(?:[,;/] ?| )(?:lon:? ?|lng:? ?|[eö] ?)?[-+]?\\d{1,3}[.,]\\d{1,12} ?°? ?[EWÖ]?|\\d{1,2} ?° ?${MINUTES}[NS]? ?[,;]? ?[eö]? ?\\d{1,3} ?° ?${MINUTES}[EWÖ]?)(?![\\d\\p{L}])`,
  'iu',
);
const TEXT_MAX = 1000;
const PARTS_MAX = 20;

/** The start of a race from town to town is where it is. */
const START = /^start(?:plats)?\s?(?::|i\s)/i;
const LINK = /(?:https?:\/\/|www\.)\S+(?<![.,;:!?)\]])/i;
const EMPTY_BRACKETS = /[([]\s{0,9},?\s{0,9}[)\]]/g;
/** `Vasagatan 1 792 30 Mora` without a comma. */
const BEFORE_POSTCODE = /\s+(?=(?:SE?[- ]?)?\d{3} ?\d{2}\s+\p{L})/iu;

type Part = { text: string; town: string; hasPostcode: boolean; isStart: boolean };

const townNamed = (name: string, within: readonly Landskap[]) =>
  knownTownNamed(/^gothenburg$/i.test(name) ? 'Göteborg' : name, within);

function partOf(text: string): Part {
  const withoutLabel = text.replace(LABEL, '').replace(/^[\s.:–-]+|[\s.:–-]+$/g, '');
  const name = withoutLabel.replace(POSTCODE, '');
  return {
    text: withoutLabel,
    town: name,
    hasPostcode: name !== withoutLabel && /\p{L}/u.test(name),
    isStart: START.test(text),
  };
}

const withoutSuffix = (text: string) => text.replace(/ (?:kommun|centrum|c|city|tätort|stad)$/i, '');

/** `Mora kommun`, `Umeå centrum`, `Friidrottens hus i Göteborg` and `Vallda i Kungsbacka kommun` are in a town. */
function townsIn(text: string): string[] {
  const around = withoutSuffix(text.replace(/^centrala /i, ''));
  const inTown = /(?<= i )\p{L}[\p{L} -]{1,40}$/u.exec(around)?.[0] ?? '';
  const genitive = /^(.{2,40})s kommun$/i.exec(text)?.[1] ?? '';
  return [text, around, inTown, genitive].filter(Boolean);
}

/** `Slottsskogsvallen Göteborg`, `Vasagatan 1 Mora`: after a venue or a number. */
function townAtEnd(text: string): string[] {
  const [, venue = '', town = ''] = /^(.{3,80}) (\p{Lu}[\p{L}-]{1,40})$/u.exec(withoutSuffix(text)) ?? [];
  return new RegExp(`${VENUE.source}$|\\d$`, 'iu').test(venue) ? [town] : [];
}

/** `Slite (Gotland)`, `Lund - Skåne`, `Slite Gotland`: a town and its landskap in one part. */
function withoutLandskap(text: string): string[] {
  const [, town = '', sign = '', name = ''] =
    /^(.{2,60}?)\s*([(/–—-]|\s)\s*(\p{L}{5,20})\)?$/u.exec(text) ?? [];
  if (!landskapNamed(name) || (!sign.trim() && !townNamed(town, []))) return [text];
  return [town.trim(), name];
}

/**
 * Which part of a location is the town: the one after a postal code, else one that the gazetteer knows, else the last
 * that is no venue. The rest is the address.
 */
export function placeCells(location: string): Record<string, string> {
  const whole = location.slice(0, TEXT_MAX);
  const link = LINK.exec(whole)?.[0] ?? '';
  const text = link ? whole.replace(link, ',') : whole;
  const position = POSITION.exec(text)?.[0] ?? '';
  const written = position ? text.replace(position, ',').replace(EMPTY_BRACKETS, ',') : text;
  const { parts, hasCountry } = splitParts(written);
  const { landskap, within, rest } = regionOf(parts);
  const town = findTown(rest, within, hasCountry || landskap !== undefined || within.length > 0);
  const ofTown = landskap ?? landskapOf(town, within);
  const address = [
    ...new Set([...addressOf(rest, town), ...(ofTown ? [] : regionTexts(parts)), position.trim(), link]),
  ]
    .filter((part) => part && part !== town?.name && !isUnknown(part))
    .join(', ');
  if (!town && !landskap && address) return { address };
  return { ort: town?.name ?? '', landskap: ofTown ?? '', address };
}

function splitParts(text: string): { parts: Part[]; hasCountry: boolean } {
  const written = text
    .split(/[,;\n|·]|\.\s+(?=mål|start)/i, PARTS_MAX)
    .map((part) => part.trim().replace(/\.+$/, ''));
  const parts = written
    .map((part) => part.replace(HOME_AT_END, ''))
    .flatMap((part) => part.split(BEFORE_POSTCODE, 2))
    .flatMap(withoutLandskap)
    .map((part) => partOf(part.trim()))
    .filter(({ text }) => text && !HOME.test(text));
  const hasCountry = written.some(
    (part) => HOME.test(part) || HOME_AT_END.test(part) || COUNTRIES.test(part),
  );
  return { parts, hasCountry };
}

/** What the parts say about the landskap. A län may have several. */
function regionOf(parts: readonly Part[]) {
  const named = parts.findLast(({ text }) => landskapNamed(text));
  const lan = parts.findLast(({ text }) => landskapOfLan(text));
  const landskap = named && landskapNamed(named.text);
  const ofLan = (lan && landskapOfLan(lan.text)) ?? [];
  const rest = parts.filter((part) => part !== named && !landskapOfLan(part.text));
  return {
    landskap: landskap ?? (ofLan.length === 1 ? ofLan[0] : undefined),
    within: landskap ? [landskap] : ofLan,
    rest,
  };
}

const regionTexts = (parts: readonly Part[]) =>
  parts.filter(({ text }) => landskapOfLan(text)).map(({ text }) => text);

/** `OR` after a name is a state of another country, not the village Or. */
const isStateCode = ({ text }: Part, parts: readonly Part[]) =>
  /^[A-Z]{2}$/.test(text) && parts.some((part) => /\p{Ll}/u.test(part.text));

/** `I fjällen går landets finaste lopp`: names have few words, and hardly any without a capital. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length > 4 || words.filter((word) => /^\p{Ll}/u.test(word)).length > 1;
}

/** `text` is how its part writes it. */
type Town = { name: string; part: Part; text?: string };

function findTown(parts: readonly Part[], within: readonly Landskap[], hasRegion: boolean): Town | undefined {
  const after = parts.findLast(({ hasPostcode }) => hasPostcode);
  if (after) return { name: townNamed(after.town, within)?.name ?? after.town, part: after };
  const known = knownTown(parts, within);
  if (known) return known;
  const names = parts.filter(
    ({ text }) =>
      /\p{L}{2}/u.test(text) &&
      !NUMBERED.test(text) &&
      !VENUE.test(text) &&
      !COUNTRIES.test(text) &&
      !REGIONS.test(text) &&
      !isSentence(text),
  );
  // A name alone may be a venue, and of two names nobody knows which is the town.
  const isCertain = hasRegion || (names.length === 1 && parts.length > 1);
  const named = isCertain ? names.at(-1) : undefined;
  return named && { name: named.text, part: named };
}

/** The last town that the gazetteer has there: whole parts first, then pieces of them. */
function knownTown(parts: readonly Part[], within: readonly Landskap[]): Town | undefined {
  const namesOf: ((part: Part) => string[])[] = [
    ({ text }) => [text],
    ({ text }) => townsIn(text),
    ({ text }) => text.split(/ [-–—] |[()/]|[:.] /, PARTS_MAX).flatMap((piece) => townsIn(piece.trim())),
    ({ text }) => townAtEnd(text),
  ];
  const ordered = parts
    .filter((part) => !isStateCode(part, parts))
    .toReversed()
    .sort((a, b) => Number(b.isStart) - Number(a.isStart));
  for (const names of namesOf)
    for (const part of ordered)
      for (const name of names(part)) {
        const place = townNamed(name, within);
        if (place) return { name: place.name, part, text: name };
      }
  return undefined;
}

function landskapOf(town: Town | undefined, within: readonly Landskap[]): Landskap | undefined {
  return town && within.length > 0 ? townNamed(town.name, within)?.landskap : undefined;
}

/** The parts without the town. What surrounds it in its part is kept. */
function addressOf(parts: readonly Part[], town: Town | undefined): string[] {
  return parts.flatMap((part) => {
    if (part !== town?.part) return part.text;
    const isWhole =
      part.text === (town.text ?? town.name) || part.hasPostcode || /^\S+ kommun$/i.test(part.text);
    return isWhole ? [] : part.text;
  });
}
