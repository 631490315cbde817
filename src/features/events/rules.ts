import { distanceKey, kilometresOf, sortDistances, splitDistances } from '../../shared/distances';
import { compareNames, fold } from '../../shared/text';
import type { PublicEvent } from './contract';

type Dated = Pick<PublicEvent, 'event_date' | 'event_end_date'>;
type Measured = Pick<PublicEvent, 'sport_type' | 'distances'>;

/** The last day of an event. */
export const lastDay = (event: Dated): string => event.event_end_date ?? event.event_date;

/** Upcoming: the end date, or the date, is today or later (section 9). */
export const isUpcoming = (event: Dated, today: string): boolean => lastDay(event) >= today;

/** Sorted by start date, then by name (section 9). */
export function compareEvents(a: PublicEvent, b: PublicEvent): number {
  if (a.event_date !== b.event_date) return a.event_date < b.event_date ? -1 : 1;
  return compareNames(a.event_name, b.event_name) || (a.id < b.id ? -1 : 1);
}

/** The four buckets of Löpning in section 9, each up to and with `max` kilometres, without gaps (D34). */
export const BUCKETS = [
  { name: '0,1 - 10 km', max: 10 },
  { name: '10,1 - 20 km', max: 20 },
  { name: '20,1 - 43 km', max: 43 },
  { name: '43,1+ km', max: Number.POSITIVE_INFINITY },
] as const;

export const isBucket = (distance: string): boolean => BUCKETS.some(({ name }) => name === distance);

const BUCKET_SPORT = 'Löpning';

/** The bucket that a length of that many kilometres falls in. */
export function bucketOf(kilometres: number): string | undefined {
  return kilometres > 0 ? BUCKETS.find((bucket) => kilometres <= bucket.max)?.name : undefined;
}

/** Equal lengths are one choice however they are written; words are compared without spaces and case. */
function choiceKey(distance: string): string {
  const km = kilometresOf(distance);
  return km === undefined ? distanceKey(distance) : `${Math.round(km * 1e6)}`;
}

/** What was offered of a list by sport, for it is asked for at every press; a list is another when it changes. */
const offers = new WeakMap<readonly Measured[], Map<string, readonly string[]>>();

/**
 * What the distance filter offers (D34): the buckets for Löpning, for another sport its distinct distances,
 * shortest first; with no sport both.
 */
export function distanceChoices(events: readonly Measured[], sport: string): readonly string[] {
  const known = offers.get(events) ?? new Map<string, readonly string[]>();
  offers.set(events, known);
  const choices = known.get(sport) ?? findChoices(events, sport);
  known.set(sport, choices);
  return choices;
}

function findChoices(events: readonly Measured[], sport: string): string[] {
  const buckets = BUCKETS.map((bucket) => bucket.name);
  if (sport === BUCKET_SPORT) return buckets;
  const listed = new Set<string>();
  for (const event of events) {
    if (sport ? event.sport_type === sport : event.sport_type !== BUCKET_SPORT) listed.add(event.distances);
  }
  const distinct = new Map<string, string>();
  for (const distances of listed) {
    for (const distance of splitDistances(distances)) {
      const key = choiceKey(distance);
      if (!distinct.has(key)) distinct.set(key, distance);
    }
  }
  const lengths = sortDistances([...distinct.values()]);
  return sport ? lengths : [...buckets, ...lengths];
}

/** The chosen distances that still belong when the sport changes (section 4). */
export function keepChoices(chosen: readonly string[], events: readonly Measured[], sport: string): string[] {
  if (chosen.length === 0) return [];
  const offered = new Set(distanceChoices(events, sport).map(choiceKey));
  return chosen.filter((distance) => offered.has(choiceKey(distance)));
}

/** Whether an event has one of the chosen distances; buckets act on Löpning (D34). Many events are of the same ones. */
export function hasDistance(chosen: readonly string[]): (event: Measured) => boolean {
  if (chosen.length === 0) return () => true;
  const keys = new Set(chosen.map(choiceKey));
  const isChosen = (distance: string, sport: string): boolean => {
    if (keys.has(choiceKey(distance))) return true;
    const km = sport === BUCKET_SPORT ? kilometresOf(distance) : undefined;
    const bucket = km === undefined ? undefined : bucketOf(km);
    return bucket !== undefined && keys.has(choiceKey(bucket));
  };
  const known = new Map<string, boolean>();
  return ({ sport_type, distances }) => {
    const key = `${sport_type}|${distances}`;
    const answer =
      known.get(key) ?? splitDistances(distances).some((distance) => isChosen(distance, sport_type));
    known.set(key, answer);
    return answer;
  };
}

export type DateFilter = 'all' | 'upcoming' | 'past';

/** The filters of the home page and the map, as they stand in the URL (D26). Empty text is no filter. */
export type EventFilter = {
  q: string;
  date: DateFilter;
  sport: string;
  distance: readonly string[];
  landskap: string;
};

export const NO_FILTER: EventFilter = { q: '', date: 'upcoming', sport: '', distance: [], landskap: '' };

/** Folded, and a decimal point as the comma that distances are written with. */
const searchable = (text: string) => fold(text).replace(/(?<=\d)\.(?=\d)/g, ',');

/**
 * What the text search looks in: name, sport and distances, these without their spaces as well, so that `10km`
 * finds `10 km` (section 9, D16). Computed once an event.
 */
export function searchText(event: Pick<PublicEvent, 'event_name' | 'sport_type' | 'distances'>): string {
  const { event_name, sport_type, distances } = event;
  return searchable(
    `${event_name} ${sport_type} ${distances} ${distances.replace(/(?<=\d)\s+(?=\p{L})/gu, '')}`,
  );
}

/**
 * Whether an event passes every filter. The filter is read once, the event thousands of times: at each key, all of them.
 * `searched` gives its {@link searchText}; `today` is a day in Stockholm.
 */
export function filterFor<Event extends PublicEvent>(
  { q, date, sport, distance, landskap }: EventFilter,
  today: string,
): (event: Event, searched: () => string) => boolean {
  const wanted = searchable(q);
  const hasChosen = hasDistance(distance);
  return (event, searched) => {
    if (date !== 'all' && isUpcoming(event, today) !== (date === 'upcoming')) return false;
    if (sport && event.sport_type !== sport) return false;
    if (landskap && event.landskap !== landskap) return false;
    if (wanted && !searched().includes(wanted)) return false;
    return hasChosen(event);
  };
}

type Stamped = Pick<PublicEvent, 'banner_text' | 'banner_start_date' | 'banner_end_date'>;

/** A stamp shows only when text, start and end are set and now lies within (section 4). */
export function showsStamp(event: Stamped, now: Date): boolean {
  const { banner_text, banner_start_date, banner_end_date } = event;
  if (!banner_text || !banner_start_date || !banner_end_date) return false;
  return Date.parse(banner_start_date) <= now.getTime() && now.getTime() <= Date.parse(banner_end_date);
}

/** What makes two rows the same event: day, folded name and folded ort (D15). */
export function sameEventKey(event: { event_date: string; event_name: string; ort: string | null }): string {
  return `${event.event_date}|${fold(event.event_name)}|${fold(event.ort ?? '')}`;
}
