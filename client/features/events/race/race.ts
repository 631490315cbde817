import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { kilometresBetween } from '#src/shared/geo.ts';

type NearRace = { event: PublicEvent; kilometres: number };

/** What the page of a race shows. */
export type Race = {
  event: PublicEvent;
  /** The other editions, the latest first. */
  editions: readonly PublicEvent[];
  /** Where it is on the map. Undefined if that is unknown. */
  located: LocatedEvent | undefined;
  near: readonly NearRace[];
  counts: AnnouncementCounts | undefined;
};

const NEAR_DAYS = 14;
const NEAR_KILOMETRES = 150;
const NEAR_MAX = 4;

type RaceData = {
  events: readonly PublicEvent[];
  located: readonly LocatedEvent[];
  ads: readonly PublicAnnouncement[];
  today: string;
};

/**
 * The event of a page. `path` is `/lopp/<slug>/<edition>`, or `/lopp/<slug>` for the next edition, or the latest if
 * none is to come. Undefined if there is no such race.
 */
export const findEventAt = (
  path: string,
  events: readonly PublicEvent[],
  today: string,
): PublicEvent | undefined => events.find(({ url }) => url === path) ?? findNextEdition(path, events, today);

export function findRace(path: string, { events, located, ads, today }: RaceData): Race | undefined {
  const event = findEventAt(path, events, today);
  if (!event) return undefined;
  const place = located.find(({ id }) => id === event.id);
  return {
    event,
    editions: editionsOf(event, events),
    located: place,
    near: place ? findNear(place, located) : [],
    counts: countByEvent(ads).get(event.id),
  };
}

const byDate = (a: PublicEvent, b: PublicEvent) => (a.event_date < b.event_date ? -1 : 1);

function findNextEdition(
  path: string,
  events: readonly PublicEvent[],
  today: string,
): PublicEvent | undefined {
  const editions = events.filter(({ url }) => url?.startsWith(`${path}/`)).sort(byDate);
  return editions.find((event) => isUpcoming(event, today)) ?? editions.at(-1);
}

const editionsOf = (event: PublicEvent, events: readonly PublicEvent[]): PublicEvent[] =>
  events
    .filter((other) => event.series_id && other.series_id === event.series_id && other.id !== event.id)
    .sort(byDate)
    .reverse();

/** Other races within two weeks, the nearest first. */
function findNear(place: LocatedEvent, located: readonly LocatedEvent[]): NearRace[] {
  const [from, to] = [addDaysTo(place.event_date, -NEAR_DAYS), addDaysTo(place.event_date, NEAR_DAYS)];
  return located
    .filter(({ id, series_id, event_date, status }) => {
      const isSameRace = id === place.id || (series_id && series_id === place.series_id);
      return !isSameRace && status === 'scheduled' && event_date >= from && event_date <= to;
    })
    .map((event) => ({ event, kilometres: kilometresBetween(place, event) }))
    .filter(({ kilometres }) => kilometres <= NEAR_KILOMETRES)
    .sort((a, b) => a.kilometres - b.kilometres)
    .slice(0, NEAR_MAX);
}
