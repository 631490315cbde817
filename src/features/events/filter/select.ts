import type { GeoPosition } from '#src/shared/geo.ts';
import type { LocatedEvent, PublicEvent } from '../contract.ts';
import { createFilter, type EventFilter, NO_FILTER } from './filter.ts';
import { distancesFrom, parseCoordinates } from './place.ts';
import { findNamedPlace } from './place-names.ts';
import { searchOf } from './search.ts';
import { readFilter } from './url.ts';

/** Without a place that the server does not know, such as the visitor's own position. */
export function readServerFilter(params: URLSearchParams): EventFilter {
  const filter = readFilter(params);
  const { near, within, sort } = NO_FILTER;
  return findOrigin(filter.near) ? filter : { ...filter, near, within, sort };
}

type Calendar = { events: readonly PublicEvent[]; located: readonly LocatedEvent[]; today: string };

/** The events that the calendar's page shows for the filter, in the order of `events`. */
export function selectEvents(filter: EventFilter, { events, located, today }: Calendar): PublicEvent[] {
  const origin = findOrigin(filter.near);
  const kilometres = origin && distancesFrom(origin, located);
  return events.filter(createFilter(filter, { today, found: searchOf(events).find(filter.q), kilometres }));
}

/** Undefined for the visitor's own position, which the server does not know. */
export const findOrigin = (near: string): GeoPosition | undefined =>
  near ? (parseCoordinates(near) ?? findNamedPlace(near) ?? undefined) : undefined;
