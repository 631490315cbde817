import { townNamed } from '../../../shared/gazetteer';
import { type Landskap, landskapNamed, landskapOfLan } from '../../../shared/landskap';

const HOME = /^(?:sverige|sweden|se)$/i;
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

type Part = { text: string; town: string; hasPostcode: boolean };

function partOf(text: string): Part {
  const withoutLabel = text.replace(LABEL, '').replace(/^[\s.:–-]+|[\s.:–-]+$/g, '');
  const name = withoutLabel.replace(POSTCODE, '');
  return { text: withoutLabel, town: name, hasPostcode: name !== withoutLabel && /\p{L}/u.test(name) };
}

/** `Mora kommun`, `Umeå centrum` and `Friidrottens hus i Göteborg` are in a town. */
function townsIn(text: string): string[] {
  const inTown = /(?<= i )\p{L}[\p{L} -]{1,40}$/u.exec(text)?.[0] ?? '';
  const around = text.replace(/^centrala /i, '').replace(/ (?:kommun|centrum|c|city|tätort|stad)$/i, '');
  return [text, around, inTown].filter(Boolean);
}

/**
 * Which part of a location is the town: the one after a postal code, else one that the gazetteer knows, else the last that
 * is no venue. The rest is the address.
 */
export function placeCells(location: string): Record<string, string> {
  const text = location.slice(0, TEXT_MAX);
  const position = POSITION.exec(text)?.[0] ?? '';
  const parts = splitParts(position ? text.replace(position, ',') : text);
  const { landskap, within, rest } = regionOf(parts);
  const town = findTown(rest, within, landskap !== undefined || within.length > 0);
  const cells = addressOf(rest, town);
  const ofTown = landskap ?? landskapOf(town, within);
  const address = [...cells, ...(ofTown ? [] : regionTexts(parts)), position.trim()]
    .filter(Boolean)
    .join(', ');
  if (!town && !landskap && address) return { address };
  return { ort: town?.name ?? '', landskap: ofTown ?? '', address };
}

const splitParts = (text: string): Part[] =>
  text
    .split(/[,;\n|]/, PARTS_MAX)
    .map((part) => partOf(part.trim()))
    .filter(({ text }) => text && !HOME.test(text));

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

/** `text` is how its part writes it. */
type Town = { name: string; part: Part; text?: string };

function findTown(parts: readonly Part[], within: readonly Landskap[], hasRegion: boolean): Town | undefined {
  const after = parts.findLast(({ hasPostcode }) => hasPostcode);
  if (after) return { name: after.town, part: after };
  const known = knownTown(parts, within);
  if (known) return known;
  const named = parts.findLast(
    ({ text }) =>
      /\p{L}{2}/u.test(text) &&
      !NUMBERED.test(text) &&
      !VENUE.test(text) &&
      !COUNTRIES.test(text) &&
      !isUrl(text),
  );
  // A name alone may be a venue.
  return named && (hasRegion || parts.length > 1) ? { name: named.text, part: named } : undefined;
}

const isUrl = (text: string) => /:\/\/|^www\./i.test(text);

/** The last town that the gazetteer has there: whole parts first, then pieces of them. */
function knownTown(parts: readonly Part[], within: readonly Landskap[]): Town | undefined {
  const namesOf: ((part: Part) => string[])[] = [
    ({ text }) => [text],
    ({ text }) => townsIn(text),
    ({ text }) => text.split(/ [-–—] |[()/]/, PARTS_MAX).flatMap((piece) => townsIn(piece.trim())),
  ];
  for (const names of namesOf)
    for (const part of parts.toReversed())
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
