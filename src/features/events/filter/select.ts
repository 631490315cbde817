import { addDaysTo } from '../../../shared/dates';
import type { GeoPosition } from '../../../shared/geo';
import type { LocatedEvent, PublicEvent } from '../contract';
import { hasPeriod } from './active';
import { createFilter, type EventFilter } from './filter';
import { distancesFrom, parseCoordinates } from './place';
import { findNamedPlace } from './place-names';
import { searchOf } from './search';
import { readFilter } from './url';

/** How long a race stays in feeds after it was run, so that its result and last changes arrive. */
const PAST_DAYS = 30;

/** The filter of a feed. Without a `date` it is what is upcoming and the last 30 days. */
export function readFeedFilter(params: URLSearchParams, today: string): EventFilter {
  const filter = readFilter(params);
  if (params.has('date') || hasPeriod(filter)) return filter;
  return { ...filter, date: 'all', period: { from: addDaysTo(today, -PAST_DAYS), to: '' } };
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
