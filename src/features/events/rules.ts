import { distanceKey, kilometresOf, sortDistances, splitDistances } from '../../shared/distances';
import { compareNames, fold } from '../../shared/text';
import type { PublicEvent } from './contract';

type DatedEvent = Pick<PublicEvent, 'event_date' | 'event_end_date'>;
type EventDistances = Pick<PublicEvent, 'sport_type' | 'distances'>;

export const lastDay = (event: DatedEvent): string => event.event_end_date ?? event.event_date;

export const isUpcoming = (event: DatedEvent, today: string): boolean => lastDay(event) >= today;

export function compareEvents(a: PublicEvent, b: PublicEvent): number {
  if (a.event_date !== b.event_date) return a.event_date < b.event_date ? -1 : 1;
  return compareNames(a.event_name, b.event_name) || (a.id < b.id ? -1 : 1);
}

/** Each bucket includes `max` kilometres and starts where the previous one ends. */
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

/** Equal lengths get the same key, however they are written. Words are compared without spaces and case. */
function choiceKey(distance: string): string {
  const km = kilometresOf(distance);
  return km === undefined ? distanceKey(distance) : `${Math.round(km * 1e6)}`;
}

/** Cached per list and sport, because the choices are needed at every key press. */
const choicesCache = new WeakMap<readonly EventDistances[], Map<string, readonly string[]>>();

/** The buckets for Löpning, the distinct distances of another sport, or both if no sport is chosen. */
export function distanceChoices(events: readonly EventDistances[], sport: string): readonly string[] {
  const cache = choicesCache.get(events) ?? new Map<string, readonly string[]>();
  choicesCache.set(events, cache);
  const choices = cache.get(sport) ?? findChoices(events, sport);
  cache.set(sport, choices);
  return choices;
}

function findChoices(events: readonly EventDistances[], sport: string): string[] {
  const buckets = BUCKETS.map((bucket) => bucket.name);
  if (sport === BUCKET_SPORT) return buckets;
  const distanceTexts = new Set<string>();
  for (const event of events) {
    if (sport ? event.sport_type === sport : event.sport_type !== BUCKET_SPORT)
      distanceTexts.add(event.distances);
  }
  const distinctDistances = new Map<string, string>();
  for (const distances of distanceTexts) {
    for (const distance of splitDistances(distances)) {
      const key = choiceKey(distance);
      if (!distinctDistances.has(key)) distinctDistances.set(key, distance);
    }
  }
  const sortedDistances = sortDistances([...distinctDistances.values()]);
  return sport ? sortedDistances : [...buckets, ...sortedDistances];
}

export function keepAvailableChoices(
  chosen: readonly string[],
  events: readonly EventDistances[],
  sport: string,
): string[] {
  if (chosen.length === 0) return [];
  const offeredKeys = new Set(distanceChoices(events, sport).map(choiceKey));
  return chosen.filter((distance) => offeredKeys.has(choiceKey(distance)));
}

/** Buckets apply to Löpning. Results are cached, because many events have the same distances. */
export function distanceFilter(chosen: readonly string[]): (event: EventDistances) => boolean {
  if (chosen.length === 0) return () => true;
  const keys = new Set(chosen.map(choiceKey));
  const isChosen = (distance: string, sport: string): boolean => {
    if (keys.has(choiceKey(distance))) return true;
    const km = sport === BUCKET_SPORT ? kilometresOf(distance) : undefined;
    const bucket = km === undefined ? undefined : bucketOf(km);
    return bucket !== undefined && keys.has(choiceKey(bucket));
  };
  const cache = new Map<string, boolean>();
  return ({ sport_type, distances }) => {
    const key = `${sport_type}|${distances}`;
    const isMatch =
      cache.get(key) ?? splitDistances(distances).some((distance) => isChosen(distance, sport_type));
    cache.set(key, isMatch);
    return isMatch;
  };
}

export type DateFilter = 'all' | 'upcoming' | 'past';

/** As in the URL. Empty text means no filter. */
export type EventFilter = {
  q: string;
  date: DateFilter;
  sport: string;
  distance: readonly string[];
  landskap: string;
};

export const NO_FILTER: EventFilter = { q: '', date: 'upcoming', sport: '', distance: [], landskap: '' };

/** Writes decimal points as commas, like distances do. */
const foldForSearch = (text: string) => fold(text).replace(/(?<=\d)\.(?=\d)/g, ',');

/** Includes distances with and without spaces, so that `10km` finds `10 km`. */
export function searchText(event: Pick<PublicEvent, 'event_name' | 'sport_type' | 'distances'>): string {
  const { event_name, sport_type, distances } = event;
  return foldForSearch(
    `${event_name} ${sport_type} ${distances} ${distances.replace(/(?<=\d)\s+(?=\p{L})/gu, '')}`,
  );
}

/** Prepares the filter once, because the result runs for thousands of events. `searched` returns {@link searchText}. */
export function createFilter<Event extends PublicEvent>(
  { q, date, sport, distance, landskap }: EventFilter,
  today: string,
): (event: Event, searched: () => string) => boolean {
  const query = foldForSearch(q);
  const hasChosenDistance = distanceFilter(distance);
  return (event, searched) => {
    if (date !== 'all' && isUpcoming(event, today) !== (date === 'upcoming')) return false;
    if (sport && event.sport_type !== sport) return false;
    if (landskap && event.landskap !== landskap) return false;
    if (query && !searched().includes(query)) return false;
    return hasChosenDistance(event);
  };
}

type StampedEvent = Pick<PublicEvent, 'banner_text' | 'banner_start_date' | 'banner_end_date'>;

export function showsStamp(event: StampedEvent, now: Date): boolean {
  const { banner_text, banner_start_date, banner_end_date } = event;
  if (!banner_text || !banner_start_date || !banner_end_date) return false;
  return Date.parse(banner_start_date) <= now.getTime() && now.getTime() <= Date.parse(banner_end_date);
}

export function sameEventKey(event: { event_date: string; event_name: string; ort: string | null }): string {
  return `${event.event_date}|${fold(event.event_name)}|${fold(event.ort ?? '')}`;
}
