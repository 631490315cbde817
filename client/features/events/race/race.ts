import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
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

const NEAR_KILOMETRES = 60;
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
    near: place ? findNear(place, located, today) : [],
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

/** The next races of the same sport nearby, by date. */
function findNear(place: LocatedEvent, located: readonly LocatedEvent[], today: string): NearRace[] {
  return located
    .filter((event) => {
      const isSameRace = event.id === place.id || (event.series_id && event.series_id === place.series_id);
      const isSameSport = event.sport_type === place.sport_type;
      return !isSameRace && isSameSport && event.status === 'scheduled' && isUpcoming(event, today);
    })
    .map((event) => ({ event, kilometres: kilometresBetween(place, event) }))
    .filter(({ kilometres }) => kilometres <= NEAR_KILOMETRES)
    .sort((a, b) => byDate(a.event, b.event))
    .slice(0, NEAR_MAX);
}
