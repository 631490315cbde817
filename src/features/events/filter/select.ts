import type { GeoPosition } from '#src/shared/geo.ts';
import { type SearchedEvent, searchOf } from '../search/races.ts';
import { understandSearch } from '../search/with-places.ts';
import {
  createFilter,
  type EventFilter,
  type Filterable,
  type FilterContext,
  NO_FILTER,
  placeOf,
} from './filter.ts';
import { distancesFrom, type Placed, parseCoordinates } from './place.ts';
import { findNamedPlace } from './place-names.ts';
import { readFilter } from './url.ts';

/** Without a place that the server does not know, such as the visitor's own position. */
export function readServerFilter(params: URLSearchParams): EventFilter {
  const filter = readFilter(params);
  const { near, within, sort } = NO_FILTER;
  return findOrigin(filter.near) ? filter : { ...filter, near, within, sort };
}

/** `located` may be the events themselves, if they have positions. */
export type Calendar<Event> = { events: readonly Event[]; located: readonly Placed[]; today: string };

type SelectedEvent = Filterable & SearchedEvent;

/** What the server knows of the filter's search and place. */
export function contextOf<Event extends SelectedEvent>(
  filter: EventFilter,
  { events, located, today }: Calendar<Event>,
): FilterContext<Event> {
  const understood = understandSearch(filter.q, today);
  const origin = findOrigin(placeOf(filter, understood).near);
  return {
    today,
    found: searchOf(events).find(understood),
    kilometres: origin && distancesFrom(origin, located),
  };
}

/** The events that the calendar's page shows for the filter, in the order of `events`. */
export const selectEvents = <Event extends SelectedEvent>(
  filter: EventFilter,
  calendar: Calendar<Event>,
): Event[] => calendar.events.filter(createFilter(filter, contextOf(filter, calendar)));

/** Undefined for the visitor's own position, which the server does not know. */
export const findOrigin = (near: string): GeoPosition | undefined =>
  near ? (parseCoordinates(near) ?? findNamedPlace(near) ?? undefined) : undefined;
