import { seriesNameOf } from '#src/features/events/series/rules.ts';
import { distanceKey } from '#src/shared/distances.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { fold } from '#src/shared/text.ts';

export type ComparedEvent = {
  id: string;
  event_name: string;
  event_date: string;
  sport_type: string;
  distances: readonly string[];
  ort: string | null;
  landskap: string | null;
  latitude: number | null;
  longitude: number | null;
  place_source: string | null;
};

/** An event with what comparing needs of it. */
export type Compared = {
  event: ComparedEvent;
  /** As numbers in ascending order: comparing these is ten times as fast as comparing sets of texts. */
  trigrams: Float64Array;
  words: readonly string[];
  numbers: string;
  weekday: string | undefined;
  marathon: string | undefined;
  isForChildren: boolean;
  town: string;
  distanceKeys: ReadonlySet<string>;
};

const WEEKDAYS = new Set(['mandag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lordag', 'sondag']);
/** Races for children are often next to one for adults with nearly the same name. */
const CHILDREN = /^(mini|lilla|barn|kids|junior|knatte|ungdom)/;

const MARATHON = /^(halv)?mara(t|\b)/;

const UNIT = 2 ** 16;

/** As PostgreSQL's pg_trgm: of each word with two spaces before and one after it. */
function trigramsOf(words: readonly string[]): Float64Array {
  const trigrams = new Set<number>();
  for (const word of words) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start++) {
      const [first, second, third] = [0, 1, 2].map((offset) => padded.charCodeAt(start + offset)) as [
        number,
        number,
        number,
      ];
      trigrams.add((first * UNIT + second) * UNIT + third);
    }
  }
  return Float64Array.from(trigrams).sort();
}

/** Longer names are compared by their beginning. */
const NAME_MAX = 60;

/** The year of the event is no part of its name. */
export function prepare(event: ComparedEvent): Compared {
  const words = fold(seriesNameOf(event).slice(0, NAME_MAX)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    event,
    words,
    trigrams: trigramsOf(words),
    numbers: words.filter((word) => /\d/.test(word)).join(' '),
    weekday: words.find((word) => WEEKDAYS.has(word)),
    marathon: words.find((word) => MARATHON.test(word))?.slice(0, 4),
    isForChildren: words.some((word) => CHILDREN.test(word)),
    town: fold(event.ort ?? ''),
    distanceKeys: new Set(event.distances.map(distanceKey)),
  };
}

/** No pair has less in common ({@link similarityOf}). */
export const SIMILARITY_MIN = 0.5;
const OTHER_DAY = 0.1;
const OTHER_SPORT = 0.15;
const OTHER_DISTANCES = 0.15;
const UNKNOWN_PLACE = 0.25;
/** `Göteborgsvarvet` and `Göteborgsvarvet halvmaraton`. */
const CONTAINED = 0.75;
const NEAR_KM = 30;

/** From 0 to 1. The share of trigrams that the names have in common, or more if one has all words of the other. */
export function similarityOf(a: Compared, b: Compared): number {
  const common = countCommon(a.trigrams, b.trigrams);
  const size = Math.min(a.trigrams.length, b.trigrams.length);
  const similarity = common / (a.trigrams.length + b.trigrams.length - common || 1);
  if (similarity >= CONTAINED || common < size) return similarity;
  const [small, large] = a.trigrams.length === size ? [a, b] : [b, a];
  return small.words.every((word) => large.words.includes(word)) ? CONTAINED : similarity;
}

function countCommon(a: Float64Array, b: Float64Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}

const FAMILIES: Record<string, string> = {
  'Cykel MTB': 'Cykel',
  'Cykel landsväg': 'Cykel',
  'Löpning trail': 'Löpning',
  'Löpning - tidslopp': 'Löpning',
  OCR: 'Löpning',
  Rullskidor: 'Skidor',
  Längdskidor: 'Skidor',
  Swimrun: 'Simning',
  Triathlon: 'Multisport',
};

const familyOf = (sport: string) => FAMILIES[sport] ?? sport;

/** Names that differ in a number, a weekday or the half are of two races, such as stages. */
function areNamesOfTwoRaces(a: Compared, b: Compared): boolean {
  const isOther = (one?: string, other?: string) => !!one && !!other && one !== other;
  return (
    a.isForChildren !== b.isForChildren ||
    isOther(a.numbers, b.numbers) ||
    isOther(a.weekday, b.weekday) ||
    isOther(a.marathon, b.marathon)
  );
}

/** The middle of a landskap is no position. */
function positionOf({ latitude, longitude, place_source }: ComparedEvent) {
  return latitude === null || longitude === null || place_source === 'landskap'
    ? undefined
    : { latitude, longitude };
}

type Nearness = 'near' | 'unknown' | 'far';

function nearnessOf(a: Compared, b: Compared): Nearness {
  const [here, there] = [positionOf(a.event), positionOf(b.event)];
  if (here && there) return kilometresBetween(here, there) <= NEAR_KM ? 'near' : 'far';
  if (a.town && b.town && a.town === b.town) return 'near';
  const [landskap, other] = [a.event.landskap, b.event.landskap];
  return landskap && other && landskap !== other ? 'far' : 'unknown';
}

const hasCommonDistance = (a: Compared, b: Compared) =>
  [...a.distanceKeys].some((key) => b.distanceKeys.has(key));

/**
 * How similar the names of two events on the same day, or on two days in a row, are. Undefined if they are probably two
 * races: the more the events differ otherwise, the more similar their names must be.
 */
export function likenessOf(a: Compared, b: Compared): number | undefined {
  const similarity = similarityOf(a, b);
  if (similarity < SIMILARITY_MIN || areNamesOfTwoRaces(a, b)) return undefined;
  const nearness = nearnessOf(a, b);
  if (nearness === 'far') return undefined;
  const needed =
    SIMILARITY_MIN +
    (a.event.event_date === b.event.event_date ? 0 : OTHER_DAY) +
    (familyOf(a.event.sport_type) === familyOf(b.event.sport_type) ? 0 : OTHER_SPORT) +
    (hasCommonDistance(a, b) ? 0 : OTHER_DISTANCES) +
    (nearness === 'near' ? 0 : UNKNOWN_PLACE);
  return similarity >= Math.min(needed, 1) ? similarity : undefined;
}

/** The fields in which the two events differ, of `names`. */
export const differingFields = <Event extends object>(
  names: readonly (keyof Event & string)[],
  a: Event,
  b: Event,
): string[] => names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

type Kept = { id: string; announcement_count: number; watch_count: number };

/** Whether a field says nothing about the race. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 'unknown' ||
  (Array.isArray(value) && value.length === 0);

/** Keep the event that people already use, then the one with most facts, then the older one. */
export function betterKept<Event extends Kept>(names: readonly (keyof Event)[], a: Event, b: Event): Event {
  const scores = (event: Event) => [
    event.announcement_count + event.watch_count,
    names.filter((name) => !isEmpty(event[name])).length,
  ];
  const [scoresOfA, scoresOfB] = [scores(a), scores(b)];
  const decisive = scoresOfA.findIndex((score, index) => score !== scoresOfB[index]);
  // Ids begin with their time.
  if (decisive < 0) return a.id < b.id ? a : b;
  return (scoresOfA[decisive] ?? 0) > (scoresOfB[decisive] ?? 0) ? a : b;
}
