import {
  distanceKey,
  hasNoUnit,
  hoursOf,
  kilometresOf,
  sortDistances,
  splitDistances,
  withUnit,
} from '#src/shared/distances.ts';
import type { PublicEvent } from '../contract.ts';

type EventDistances = Pick<PublicEvent, 'sport_type' | 'distances'>;

/** In km, both ends included. `null` is an open end. */
export type LengthRange = { min: number | null; max: number | null };

export const ANY_LENGTH: LengthRange = { min: null, max: null };

/** In km. Longer than any race, so that a typing mistake does not reach the URL. */
export const LENGTH_MAX = 9999;

export const isAnyLength = ({ min, max }: LengthRange): boolean => min === null && max === null;

const isWithin = (km: number, { min, max }: LengthRange): boolean =>
  (min === null || km >= min) && (max === null || km <= max);

export const HALF_MARATHON: LengthRange = { min: 21, max: 21.1 };
export const MARATHON: LengthRange = { min: 42, max: 42.2 };

/** Half and whole marathons are written in several ways, such as 21 km and 21,0975 km. An end at one of them means all. */
function meantRange({ min, max }: LengthRange): LengthRange {
  const marathonAt = (km: number | null) =>
    [HALF_MARATHON, MARATHON].find((range) => km !== null && isWithin(km, range));
  return { min: marathonAt(min)?.min ?? min, max: marathonAt(max)?.max ?? max };
}

/** Ranges to choose with one press: those of {@link BUCKETS}, then the two best known race lengths. */
export const QUICK_LENGTHS: readonly { name: string; range: LengthRange }[] = [
  { name: '0,1 - 10 km', range: { min: 0.1, max: 10 } },
  { name: '10,1 - 20 km', range: { min: 10.1, max: 20 } },
  { name: '20,1 - 43 km', range: { min: 20.1, max: 43 } },
  { name: '43,1+ km', range: { min: 43.1, max: null } },
  { name: 'Halvmaraton', range: HALF_MARATHON },
  { name: 'Maraton', range: MARATHON },
];

/** Ends in the wrong order are swapped. */
export const orderedRange = ({ min, max }: LengthRange): LengthRange =>
  min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };

export const isSameRange = (a: LengthRange, b: LengthRange): boolean => a.min === b.min && a.max === b.max;

/** `42,1`. */
export const formatLength = (km: number): string => String(km).replace('.', ',');

/** Accepts a comma or a point. Undefined if the text is not a length. */
export function parseLength(text: string): number | undefined {
  const km = /^\d{1,4}(?:[.,]\d{1,4})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : Number.NaN;
  return km >= 0 && km <= LENGTH_MAX ? km : undefined;
}

/** `10,1–20 km`, `från 43,1 km`, `högst 21,1 km`, or the name of a quick choice. */
export function formatLengths(range: LengthRange): string {
  const quick = QUICK_LENGTHS.find((choice) => isSameRange(choice.range, range));
  if (quick) return quick.name;
  const { min, max } = range;
  if (max === null) return `från ${formatLength(min ?? 0)} km`;
  if (min === null) return `högst ${formatLength(max)} km`;
  return min === max ? `${formatLength(min)} km` : `${formatLength(min)}–${formatLength(max)} km`;
}

/**
 * Values of `distance` in old links, from before there was a range of lengths (D34). They apply only to Löpning. Each
 * bucket includes `max` kilometres and starts where the previous one ends.
 */
export const BUCKETS = [
  { name: '0,1 - 10 km', max: 10 },
  { name: '10,1 - 20 km', max: 20 },
  { name: '20,1 - 43 km', max: 43 },
  { name: '43,1+ km', max: Number.POSITIVE_INFINITY },
] as const;

export const isBucket = (distance: string): boolean => BUCKETS.some(({ name }) => name === distance);

const BUCKET_SPORT = 'Löpning';

export function bucketOf(kilometres: number): string | undefined {
  return kilometres > 0 ? BUCKETS.find((bucket) => kilometres <= bucket.max)?.name : undefined;
}

/** The event's distances as choices, whose meaning does not depend on the sport. */
const choicesOf = ({ distances, sport_type }: EventDistances): string[] =>
  splitDistances(distances).map((distance) => withUnit(distance, sport_type));

/** In km. Undefined for times and names. A choice without a unit is a name. */
const lengthOf = (choice: string): number | undefined =>
  hasNoUnit(choice) ? undefined : kilometresOf(choice);

/** Equal lengths and times get the same key, however they are written. Names are compared without spaces and case. */
export function choiceKey(choice: string): string {
  const [km, hours] = [lengthOf(choice), hoursOf(choice)];
  if (km !== undefined) return `${km} km`;
  return hours === undefined ? distanceKey(choice) : `${hours} h`;
}

/** The distinct keys of the event's distances. */
export const choiceKeysOf = (event: EventDistances): Set<string> => new Set(choicesOf(event).map(choiceKey));

type DistanceChoices = {
  /** Distinct lengths, shortest first. None for Löpning, which has hundreds. */
  lengths: readonly string[];
  /** Times and names, such as `6 timmar` and `Sprint`. */
  named: readonly string[];
  /** Whether any event has a length. */
  hasLengths: boolean;
};

/** Cached per list and sport, because the choices are needed at every key press. */
const choicesCache = new WeakMap<readonly EventDistances[], Map<string, DistanceChoices>>();

export function distanceChoices(events: readonly EventDistances[], sport: string): DistanceChoices {
  const cache = choicesCache.get(events) ?? new Map<string, DistanceChoices>();
  choicesCache.set(events, cache);
  const choices = cache.get(sport) ?? findChoices(events, sport);
  cache.set(sport, choices);
  return choices;
}

function findChoices(events: readonly EventDistances[], sport: string): DistanceChoices {
  const lengthsByKey = new Map<string, string>();
  const namedByKey = new Map<string, string>();
  let hasLengths = false;
  const seen = new Set<string>();
  for (const event of events) {
    const sportAndDistances = `${event.sport_type}|${event.distances}`;
    if ((sport && event.sport_type !== sport) || seen.has(sportAndDistances)) continue;
    seen.add(sportAndDistances);
    for (const choice of choicesOf(event)) {
      const isLength = lengthOf(choice) !== undefined;
      hasLengths ||= isLength;
      if (isLength && event.sport_type === BUCKET_SPORT) continue;
      const [choices, key] = [isLength ? lengthsByKey : namedByKey, choiceKey(choice)];
      if (!choices.has(key)) choices.set(key, choice);
    }
  }
  return {
    lengths: sortDistances([...lengthsByKey.values()]),
    named: sortDistances([...namedByKey.values()]),
    hasLengths,
  };
}

/** Removes the chosen distances that no event of the sport has. */
export function keepAvailableChoices(
  chosen: readonly string[],
  events: readonly EventDistances[],
  sport: string,
): string[] {
  if (chosen.length === 0) return [];
  const { lengths, named } = distanceChoices(events, sport);
  const offered = new Set([...lengths, ...named].map(choiceKey));
  const hasBuckets = !sport || sport === BUCKET_SPORT;
  return chosen.filter((distance) => (hasBuckets && isBucket(distance)) || offered.has(choiceKey(distance)));
}

type ChosenDistances = { distance: readonly string[]; lengths: LengthRange };

/** Whether a distance of an event of the sport is chosen. */
export type IsChosenDistance = (distance: string, sport: string) => boolean;

/** Undefined if all distances are shown. */
export function chosenDistances({
  distance: chosen,
  lengths,
}: ChosenDistances): IsChosenDistance | undefined {
  const hasRange = !isAnyLength(lengths);
  if (chosen.length === 0 && !hasRange) return undefined;
  const keys = new Set(chosen.map(choiceKey));
  const range = meantRange(lengths);
  return (distance, sport) => {
    const choice = withUnit(distance, sport);
    if (keys.has(choiceKey(choice))) return true;
    const km = lengthOf(choice);
    if (km === undefined) return false;
    if (hasRange && isWithin(km, range)) return true;
    const bucket = sport === BUCKET_SPORT ? bucketOf(km) : undefined;
    return bucket !== undefined && keys.has(choiceKey(bucket));
  };
}

/**
 * Returns a filter for events with a chosen distance or with a length in the range. It caches its results, because many
 * events have the same distances.
 */
export function distanceFilter(filter: ChosenDistances): (event: EventDistances) => boolean {
  const isChosen = chosenDistances(filter);
  if (!isChosen) return () => true;
  const cache = new Map<string, boolean>();
  return ({ distances, sport_type }) => {
    const key = `${sport_type}|${distances}`;
    const isMatch = cache.get(key) ?? splitDistances(distances).some((one) => isChosen(one, sport_type));
    cache.set(key, isMatch);
    return isMatch;
  };
}
