import { lastDayOfFilter } from '#src/features/events/filter/feed.ts';
import {
  createFilter,
  type EventFilter,
  type Filterable,
  placeOf,
} from '#src/features/events/filter/filter.ts';
import { distancesFrom } from '#src/features/events/filter/place.ts';
import { findOrigin } from '#src/features/events/filter/select.ts';
import { readFilter } from '#src/features/events/filter/url.ts';
import { isUpcoming, registrationOf } from '#src/features/events/rules.ts';
import { type SearchedEvent, searchOf, toSearched } from '#src/features/events/search/races.ts';
import { NO_SCORE, SIMILAR } from '#src/features/events/search/ranks.ts';
import { neededWordOf, type Understood } from '#src/features/events/search/understand.ts';
import { wordsIn } from '#src/features/events/search/vocabulary.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { type Bounds, boxOfRadius } from '#src/shared/geo.ts';

/** An event as the triggers store it: what watches look at. */
export type WatchedEvent = Filterable &
  SearchedEvent & {
    registration_kind: 'open' | 'lottery';
    registration_url: string | null;
    latitude: number | null;
    longitude: number | null;
    series_id: string | null;
  };

/** A topic is mailed once, in its latest state, however often it changed since the last mail. */
const TOPICS = ['new', 'date', 'status', 'registration'] as const;
export type Topic = (typeof TOPICS)[number];

/** `change` is unique among the changes of the event. `was` is what it was before. */
type EventChange = { change: string; topic: Topic; was: string | null };

export const topicOf = (change: string): Topic => {
  const [name = ''] = change.split(':');
  return TOPICS.find((topic) => topic === name) ?? 'registration';
};

/** The values that are compared to see whether a topic changed. */
export type EventStateKey = Exclude<Topic, 'new'>;

export const stateOf = (event: WatchedEvent, today: string): Record<EventStateKey, string> => ({
  date: `${event.event_date}/${event.event_end_date ?? ''}`,
  status: event.status,
  registration: registrationState(event, today),
});

const registrationState = (event: WatchedEvent, today: string) =>
  JSON.stringify([
    registrationOf(event, today),
    event.registration_opens_on,
    event.registration_closes_on,
    event.registration_kind,
  ]);

/** `state` is of a registration. */
export const wasSoldOut = (state: string): boolean => JSON.parse(state)[0] === 'sold_out';

/** An opening has the same key whether an admin or the calendar caused it: nobody is notified twice. */
export function openingChange(event: WatchedEvent, today: string): string | undefined {
  const { registration_opens_on: opens } = event;
  if (event.status !== 'scheduled') return undefined;
  const registration = registrationOf(event, today);
  if (registration === 'open') return `open:${opens ?? today}`;
  return registration === 'not_open' && opens === addDaysTo(today, 1) ? `opens:${opens}` : undefined;
}

/** The changes that are news for watchers of the event; none if it is over. `changeId` makes keys unique. */
export function changesOf(
  before: WatchedEvent,
  after: WatchedEvent,
  { today, changeId }: { today: string; changeId: string },
): EventChange[] {
  if (!isUpcoming(after, today)) return [];
  const [was, is] = [stateOf(before, today), stateOf(after, today)];
  const changes: EventChange[] = [];
  if (is.date !== was.date) changes.push({ change: `date:${changeId}`, topic: 'date', was: was.date });
  if (is.status !== was.status)
    changes.push({ change: `status:${changeId}`, topic: 'status', was: was.status });
  // That nobody can register for a cancelled race is no news beside the cancellation.
  if (is.registration !== was.registration && after.status !== 'cancelled' && before.status !== 'cancelled') {
    // Places that are free again are news each time.
    const mayOpen = ['not_open', 'unknown'].includes(registrationOf(before, today));
    changes.push({
      change: (mayOpen && openingChange(after, today)) || `registration:${changeId}`,
      topic: 'registration',
      was: was.registration,
    });
  }
  return changes;
}

// Searches are found by a key: of the many searches, only those with one of the few keys of an event can match it.

const GRAM = 3;

const keyOf = (gram: string, sport: string, landskap: string) => `${gram}|${sport}|${landskap}`;

/** Of whole characters: half of an emoji cannot be stored. */
function gramsIn(folded: string): string[] {
  const characters = [...folded];
  return characters.slice(GRAM - 1).map((_, at) => characters.slice(at, at + GRAM).join(''));
}

/** The first letters of the longest word that every match contains. Empty without such a word, or if it is too short. */
function gramOf({ parts }: Understood): string {
  const needed = parts.flatMap((part) => neededWordOf(part) ?? []);
  const [longest = ''] = needed.sort((a, b) => b.length - a.length);
  return gramsIn(longest)[0] ?? '';
}

/** All keys of the searches that may match the event, unless they are near a place. */
export function keysOf(event: WatchedEvent): string[] {
  const grams = new Set(['']);
  for (const word of Object.values(wordsIn(toSearched(event))).flat())
    for (const gram of gramsIn(word)) grams.add(gram);
  const landskap = [...new Set(['', event.landskap ?? ''])];
  return [...grams].flatMap((gram) =>
    ['', event.sport_type].flatMap((sport) => landskap.map((one) => keyOf(gram, sport, one))),
  );
}

/** The words and the place of a query are the same on all days. */
const ANY_DAY = '2000-01-01';

/** A place that the gazetteer no longer knows has neither a key nor an area, so nothing matches it. */
export function searchIndexOf(query: string): { query: string; key: string | null; area: Bounds | null } {
  const { filter, understood } = read(query, ANY_DAY);
  const { near, within } = placeOf(filter, understood);
  const origin = findOrigin(near);
  if (near) return { query, key: null, area: origin ? boxOfRadius(origin, within) : null };
  return { query, key: keyOf(gramOf(understood), filter.sport, filter.landskap), area: null };
}

type Query = { filter: EventFilter; understood: Understood };

const queries = new Map<string, Query>();
const QUERIES_MAX = 20_000;

function read(query: string, today: string): Query {
  const key = `${today} ${query}`;
  const known = queries.get(key);
  if (known) return known;
  if (queries.size >= QUERIES_MAX) queries.clear();
  const filter = { ...readFilter(new URLSearchParams(query)), date: 'upcoming' as const };
  const made = { filter, understood: understandSearch(filter.q, today) };
  queries.set(key, made);
  return made;
}

/** Whether every race that the query can find is over. */
export function isSearchOver(query: string, today: string): boolean {
  const { filter, understood } = read(query, today);
  const last = lastDayOfFilter(filter, understood);
  return last !== '' && last < today;
}

/** Whether the calendar shows the event for the query. Unlike there, words that are only spelled alike do not match. */
export function matchesQuery(event: WatchedEvent, query: string, today: string): boolean {
  if (!isUpcoming(event, today)) return false;
  const { filter, understood } = read(query, today);
  const { near } = placeOf(filter, understood);
  if (near && !findOrigin(near)) return false;
  const found = searchOf(listOf(event)).find(understood);
  if (found && (found.scores.get(event) ?? NO_SCORE) >= SIMILAR) return false;
  return createFilter<WatchedEvent>(filter, { today, found, kilometres: distancesOf(event, near) })(event);
}

/** The same list for the same event, so that it is prepared for searches once. */
const lists = new WeakMap<WatchedEvent, readonly [WatchedEvent]>();

function listOf(event: WatchedEvent): readonly [WatchedEvent] {
  const list = lists.get(event) ?? [event];
  lists.set(event, list);
  return list;
}

function distancesOf(event: WatchedEvent, near: string): ReadonlyMap<string, number> | undefined {
  const origin = findOrigin(near);
  if (!origin) return undefined;
  const { id, latitude, longitude } = event;
  return distancesFrom(origin, latitude === null || longitude === null ? [] : [{ id, latitude, longitude }]);
}

/** An ad as the triggers store it. */
export type WatchedAd = {
  announcement_type: 'sale' | 'wanted';
  event_id: string | null;
  distance: string;
  price: number;
  renewed_at: string;
  is_open: boolean;
};
