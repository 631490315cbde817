import { hoursOf, kilometresOf } from '#src/shared/distances.ts';
import { landskapOfLan } from '#src/shared/lan.ts';
import { capitalize } from '#src/shared/text.ts';
import type { DateRange } from '../filter/date-range.ts';
import { HALF_MARATHON, MARATHON } from '../filter/distance.ts';
import { DEFAULT_RADIUS_KM } from '../filter/place.ts';
import { SEARCH_MAX } from './limits.ts';
import { periodAt, YEAR } from './periods.ts';
import { type Meaning, SYNONYMS } from './synonyms.ts';
import { basesOf, FILLERS, normalize } from './words.ts';

/** A value of `near` and of `within` in the filter. */
export type SearchedPlace = { near: string; within: number };

export type PartMeaning = Meaning | { period: DateRange } | { hours: number } | { place: SearchedPlace };

/** A part of a query. A race has it if it has one of its meanings or its word. */
export type Part = {
  /** As typed. */
  text: string;
  meanings: readonly PartMeaning[];
  /** Normalized. */
  word?: string;
};

/** What a query says. A race must have every part. */
export type Understood = {
  parts: readonly Part[];
  place?: SearchedPlace;
  /** A period of it has begun. */
  includesPast: boolean;
  /** Its periods allow only races on these days. `from` or `to` is empty if it has no limit. */
  days: DateRange;
};

/** Whether the gazetteer has a place of this name. */
export type IsPlace = (name: string) => boolean;

const MEANINGS = new Map(SYNONYMS.map(([phrase, ...meanings]) => [normalize(phrase), meanings]));
export const hasMeaning = (word: string): boolean => MEANINGS.has(word);

/** What a phrase means, or a word without its endings. */
export function meaningsOf(phrase: string): readonly Meaning[] {
  const known = MEANINGS.get(phrase);
  if (known || phrase.includes(' ')) return known ?? [];
  const base = basesOf(phrase).find(hasMeaning);
  return base ? (MEANINGS.get(base) ?? []) : [];
}
export const SINGLE_WORDS: readonly string[] = [...MEANINGS.keys()].filter((phrase) => !phrase.includes(' '));

/** Further parts are ignored: each one looks at every race. */
const PARTS_MAX = 8;
const PHRASE_WORDS_MAX = 3;

type Token = { typed: string; word: string };
type Read = { meanings: readonly PartMeaning[]; count: number; word?: string };

/** Without `isPlace`, any word after "nära" is a place. */
export function understand(query: string, today: string, isPlace?: IsPlace): Understood {
  const tokens = tokensOf(query.slice(0, SEARCH_MAX));
  const read: Part[] = [];
  for (let rest = tokens; rest.length > 0; ) {
    const { count, ...part } = nearAt(rest, isPlace) ??
      periodIn(rest, today) ??
      boundAt(rest) ??
      lengthAt(rest) ??
      phraseAt(rest) ?? { meanings: [], count: 1, word: rest[0]?.word ?? '' };
    read.push({ text: textOf(rest.slice(0, count)), ...part });
    rest = rest.slice(count);
  }
  const parts = joinPeriods(readRadius(withoutFillers(read), isPlace)).slice(0, PARTS_MAX);
  const meanings = parts.flatMap((part) => part.meanings);
  const place = meanings.flatMap((meaning) => ('place' in meaning ? [meaning.place] : []))[0];
  return {
    parts,
    ...(place && { place }),
    includesPast: meanings.some((meaning) => 'period' in meaning && meaning.period.from < today),
    days: daysOf(parts),
  };
}

/** A part that may mean something else than a period sets no limit. */
function daysOf(parts: readonly Part[]): DateRange {
  const bounds = parts.flatMap(({ meanings }): DateRange[] => {
    const periods = meanings.flatMap((meaning) => ('period' in meaning ? [meaning.period] : []));
    const [froms, tos] = [periods.map(({ from }) => from).sort(), periods.map(({ to }) => to).sort()];
    return meanings.length > 0 && periods.length === meanings.length
      ? [{ from: froms[0] ?? '', to: tos.at(-1) ?? '' }]
      : [];
  });
  const [froms, tos] = [bounds.map(({ from }) => from).sort(), bounds.map(({ to }) => to).sort()];
  return { from: froms.at(-1) ?? '', to: tos[0] ?? '' };
}

const TOKEN = /\d{1,2}:[ae](?!\p{L})|\d{4}-\d{2}-\d{2}|\d+[.,]\d+\p{L}*|[\p{L}\p{M}\p{N}]+/gu;

function tokensOf(query: string): Token[] {
  const typed = query.replace(/['’](?=s(?!\p{L}))/gu, '').match(TOKEN) ?? [];
  // What has no letter is in no name, so it finds nothing.
  const telling = typed.length > 0 ? typed : [query.trim()];
  return telling.map((text) => ({ typed: text, word: normalize(text) })).filter(({ word }) => word);
}

const textOf = (tokens: readonly Token[]) => tokens.map(({ typed }) => typed).join(' ');
const phraseOf = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(' ');

/** What `read` makes of the longest phrase at the start of the tokens. */
function longestAt<Result>(
  tokens: readonly Token[],
  read: (phrase: readonly Token[], count: number) => Result | undefined,
): Result | undefined {
  for (let count = Math.min(PHRASE_WORDS_MAX, tokens.length); count > 0; count--) {
    const result = read(tokens.slice(0, count), count);
    if (result !== undefined) return result;
  }
  return undefined;
}

const UNIT = /\d ?(?:km|k|kilometers?|m|met(?:er|ers|res)|mil|miles?|mi)$/;
const NUMBER = /^\d+(?:,\d+)?$/;
/** In km. No race is longer. */
const LENGTH_MAX = 5000;

/** Half and whole marathons are also written 21 and 42. */
const MARATHONS = [
  { written: [21, 21], lengths: HALF_MARATHON },
  { written: [21.09, 21.1], lengths: { min: 21.09, max: 21.1 } },
  { written: [42, 42], lengths: MARATHON },
  { written: [42.19, 42.2], lengths: { min: 42.19, max: 42.2 } },
] as const;

const lengthsOf = (km: number) =>
  MARATHONS.find(({ written: [least, most] }) => km >= least && km <= most)?.lengths ?? { min: km, max: km };

/** `10 km`, `10k`, `10 000 meter`, `6 timmar`; `21,1`, `315` and `70.3`, which may also be part of a name. */
function lengthAt(tokens: readonly Token[]): Read | undefined {
  if (!/^\d/.test(tokens[0]?.word ?? '')) return undefined;
  return longestAt(tokens, (phrase, count) => {
    const text = phraseOf(phrase);
    const hours = hoursOf(text);
    if (hours !== undefined) return { meanings: [{ hours }], count };
    const isBare = count === 1 && NUMBER.test(text) && !YEAR.test(text);
    const km = UNIT.test(text) ? kilometresOf(text) : isBare ? Number(text.replace(',', '.')) : undefined;
    if (!km || km > LENGTH_MAX) return undefined;
    return { meanings: [{ lengths: lengthsOf(km) }], count, ...(isBare && { word: text }) };
  });
}

/** Words that stand before a length. */
const AT_MOST = ['högst', 'max', 'maximalt', 'upp till', 'kortare än', 'under', 'up to', 'at most'].map(
  normalize,
);
const AT_LEAST = ['minst', 'minimum', 'längre än', 'över', 'over', 'at least'].map(normalize);

/** `högst 21 km`, `minst 5 mil`. */
function boundAt(tokens: readonly Token[]): Read | undefined {
  const phrase = [...AT_MOST, ...AT_LEAST].find(
    (one) => phraseOf(tokens.slice(0, one.split(' ').length)) === one,
  );
  if (!phrase) return undefined;
  const lead = phrase.split(' ').length;
  const read = lengthAt(tokens.slice(lead));
  const [meaning] = read?.meanings ?? [];
  if (!read || !meaning || !('lengths' in meaning)) return undefined;
  const { min, max } = meaning.lengths;
  const lengths = AT_MOST.includes(phrase) ? { min: null, max } : { min, max: null };
  return { meanings: [{ lengths }], count: lead + read.count };
}

function periodIn(tokens: readonly Token[], today: string): Read | undefined {
  const read = periodAt(
    tokens.map(({ word }) => word),
    today,
  );
  if (!read) return undefined;
  const { range, count } = read;
  // Names begin with months and seasons too: Höstrusket.
  const word = count === 1 && /^\p{L}+$/u.test(tokens[0]?.word ?? '') ? tokens[0]?.word : undefined;
  return { meanings: [{ period: range }], count, ...(word && { word }) };
}

/** "Runt" is in the names of races: Siljan Runt. */
const NEAR = [
  'i närheten av',
  'närheten av',
  'i trakten av',
  'close to',
  'nära',
  'near',
  'around',
  'kring',
].map(normalize);
const WITHIN = new Set(['inom', 'within'].map(normalize));
const OF = /^(?:fran|of|av|from)$/;

/** `nära Uppsala`, `nära Uppsala 30 km`, `inom 50 km från Örebro`. */
function nearAt(tokens: readonly Token[], isPlace: IsPlace | undefined): Read | undefined {
  if (WITHIN.has(tokens[0]?.word ?? '')) {
    const radius = radiusAt(tokens.slice(1));
    if (!radius || !OF.test(tokens[radius.count + 1]?.word ?? '')) return undefined;
    const lead = radius.count + 2;
    const place = placeAt(tokens.slice(lead), isPlace);
    return place && readPlace(place.near, radius.km, lead + place.count);
  }
  const phrase = NEAR.find((one) => phraseOf(tokens.slice(0, one.split(' ').length)) === one);
  const lead = phrase?.split(' ').length ?? 0;
  const place = phrase && placeAt(tokens.slice(lead), isPlace);
  if (!place) return undefined;
  const after = lead + place.count;
  const radius = radiusAt(tokens.slice(after));
  return readPlace(place.near, radius?.km ?? DEFAULT_RADIUS_KM, after + (radius?.count ?? 0));
}

const readPlace = (near: string, within: number, count: number): Read => ({
  meanings: [{ place: { near, within } }],
  count,
});

function placeAt(tokens: readonly Token[], isPlace: IsPlace | undefined) {
  if (!isPlace) return tokens[0] && { near: placeNamed(tokens.slice(0, 1)), count: 1 };
  return longestAt(tokens, (phrase, count) => {
    const near = placeNamed(phrase);
    return isPlace(near) ? { near, count } : undefined;
  });
}

/** A town by a short or English name is that town. */
function placeNamed(tokens: readonly Token[]): string {
  const [meaning] = meaningsOf(phraseOf(tokens));
  return capitalize(meaning && 'name' in meaning ? meaning.name : textOf(tokens));
}

const radiusAt = (tokens: readonly Token[]) =>
  longestAt(tokens, (phrase, count) => {
    const text = phraseOf(phrase);
    const km = /^\d{1,3} ?(?:km|mil)$/.test(text) ? kilometresOf(text) : undefined;
    return km ? { km, count } : undefined;
  });

function phraseAt(tokens: readonly Token[]): Read | undefined {
  return longestAt(tokens, (phrase, count) => {
    const [text, landskap] = [phraseOf(phrase), landskapOfLan(textOf(phrase))];
    const meanings = landskap ? [{ landskap }] : meaningsOf(text);
    return meanings.length > 0 ? { meanings, count, ...(count === 1 && { word: text }) } : undefined;
  });
}

function withoutFillers(parts: readonly Part[]): readonly Part[] {
  const telling = parts.filter(({ word }) => !word || !FILLERS.has(word));
  return telling.length > 0 ? telling : parts;
}

/** In km. After a place such a length is a radius: `Uppsala 50 km`, but `Stockholm 10 km`. */
const RADII = new Set([50, 100, 200]);

function radiusOf({ word, meanings: [meaning] }: Part): number | undefined {
  const km = !word && meaning && 'lengths' in meaning ? meaning.lengths.min : null;
  return km !== null && RADII.has(km) ? km : undefined;
}

/** The town that a part names, or is near. */
export function placeOfPart({ text, word, meanings: [meaning] }: Part, isPlace: IsPlace): string | undefined {
  if (meaning && 'place' in meaning) return meaning.place.near;
  const name = word ? placeNamed([{ typed: text, word }]) : '';
  return name && isPlace(name) ? name : undefined;
}

function readRadius(parts: readonly Part[], isPlace: IsPlace | undefined): readonly Part[] {
  if (!isPlace) return parts;
  return parts.flatMap((part, index): Part[] => {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    if (before && radiusOf(part) && placeOfPart(before, isPlace)) return [];
    const within = after && radiusOf(after);
    const near = within && placeOfPart(part, isPlace);
    return near ? [{ text: `${part.text} ${after.text}`, meanings: [{ place: { near, within } }] }] : [part];
  });
}

const MAY_NAME_PLACE =
  /\b(?:nara|narheten|trakten|close|near|around|kring|inom|witin)\b|\b(?:50|100|200) ?k|\b(?:5|10|20) ?mil/;

/** Whether the meaning of a query may depend on the places that there are. */
export const mayNamePlace = (query: string): boolean =>
  MAY_NAME_PLACE.test(normalize(query.slice(0, SEARCH_MAX)));

/** The word that a race must have. Undefined for a part that has a meaning. */
export const neededWordOf = ({ word, meanings }: Part): string | undefined =>
  word && meanings.length === 0 ? word : undefined;

export const hasPeriod = ({ meanings }: Part) => meanings.some((meaning) => 'period' in meaning);

const isPeriod = (part: Part) => !YEAR.test(part.text) && hasPeriod(part);

/** `maj juni` and `mars-april` are the one or the other. */
function joinPeriods(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && isPeriod(last) && isPeriod(part))
      joined.splice(-1, 1, {
        text: `${last.text} ${part.text}`,
        meanings: [...last.meanings, ...part.meanings],
      });
    else joined.push(part);
  }
  return joined;
}
