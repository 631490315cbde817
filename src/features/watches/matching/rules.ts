import { createFilter, type EventFilter, type Filterable } from '#src/features/events/filter/filter.ts';
import { distancesFrom } from '#src/features/events/filter/place.ts';
import { type Searchable, searchOf, searchTextsOf } from '#src/features/events/filter/search.ts';
import { findOrigin } from '#src/features/events/filter/select.ts';
import { readFilter } from '#src/features/events/filter/url.ts';
import { isUpcoming, registrationOf } from '#src/features/events/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import type { Bounds, GeoPosition } from '#src/shared/geo.ts';
import { normalize } from '#src/shared/search.ts';

/** An event as the triggers store it: what watches look at. */
export type WatchedEvent = Filterable &
  Searchable & {
    registration_kind: 'open' | 'lottery';
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

/** The first letters of the longest word. Empty if it is too short. */
function gramOf(q: string): string {
  const [longest = ''] = normalize(q)
    .split(' ')
    .sort((a, b) => b.length - a.length);
  return gramsIn(longest)[0] ?? '';
}

/** All keys of the searches that may match the event, unless they are near a place. */
export function keysOf(event: WatchedEvent): string[] {
  const grams = new Set(['']);
  for (const text of Object.values(searchTextsOf(event))) {
    for (const gram of gramsIn(normalize(text))) grams.add(gram);
  }
  const landskap = [...new Set(['', event.landskap ?? ''])];
  return [...grams].flatMap((gram) =>
    ['', event.sport_type].flatMap((sport) => landskap.map((one) => keyOf(gram, sport, one))),
  );
}

const KM_PER_DEGREE = 111;

/** Contains the circle. */
function boxAround({ latitude, longitude }: GeoPosition, km: number): Bounds {
  const north = km / KM_PER_DEGREE;
  const farthest = Math.min(89, Math.abs(latitude) + north);
  const east = north / Math.cos((farthest * Math.PI) / 180);
  return {
    south: latitude - north,
    north: latitude + north,
    west: longitude - east,
    east: longitude + east,
  };
}

/** A place that the gazetteer no longer knows has neither a key nor an area, so nothing matches it. */
export function searchIndexOf(query: string): { query: string; key: string | null; area: Bounds | null } {
  const { q, sport, landskap, near, within } = readFilter(new URLSearchParams(query));
  const origin = findOrigin(near);
  if (near) return { query, key: null, area: origin ? boxAround(origin, within) : null };
  return { query, key: keyOf(gramOf(q), sport, landskap), area: null };
}

const parsed = new Map<string, EventFilter>();
const PARSED_MAX = 20_000;

function filterOf(query: string): EventFilter {
  const known = parsed.get(query);
  if (known) return known;
  if (parsed.size >= PARSED_MAX) parsed.clear();
  const filter = { ...readFilter(new URLSearchParams(query)), date: 'upcoming' as const };
  parsed.set(query, filter);
  return filter;
}

/** Whether the calendar shows the event for the query. Unlike there, words that are only spelled alike do not match. */
export function matchesQuery(event: WatchedEvent, query: string, today: string): boolean {
  const filter = filterOf(query);
  if (filter.near && !findOrigin(filter.near)) return false;
  if (!createFilter<WatchedEvent>(filter, { today, kilometres: distancesOf(event, filter.near) })(event))
    return false;
  const found = filter.q ? searchOf([event]).find(filter.q) : undefined;
  return !found || (found.has(event) && found.get(event) !== 'similar');
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
