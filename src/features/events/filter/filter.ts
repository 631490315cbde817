import type { PublicEvent } from '../contract.ts';
import { isUpcoming, lastDay, type RegisteredEvent, registrationOf } from '../rules.ts';
import type { Found } from '../search/ranks.ts';
import type { SearchedPlace, Understood } from '../search/understand.ts';
import type { DateRange } from './date-range.ts';
import { ANY_LENGTH, distanceFilter, type LengthRange } from './distance.ts';
import { DEFAULT_RADIUS_KM } from './place.ts';

export const DATE_FILTERS = ['all', 'upcoming', 'past'] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

export type Sort = 'date' | 'nearest';

/** As in the URL. Empty text means no filter. */
export type EventFilter = {
  q: string;
  date: DateFilter;
  period: DateRange;
  sport: string;
  distance: readonly string[];
  lengths: LengthRange;
  landskap: string;
  /** `open` leaves the races whose registration is open today. */
  registration: '' | 'open';
  /** The name of a place, coordinates, or `mig`. */
  near: string;
  /** In km. Only with `near`. */
  within: number;
  sort: Sort;
};

export const NO_FILTER: EventFilter = {
  q: '',
  date: 'upcoming',
  period: { from: '', to: '' },
  sport: '',
  distance: [],
  lengths: ANY_LENGTH,
  landskap: '',
  registration: '',
  near: '',
  within: DEFAULT_RADIUS_KM,
  sort: 'date',
};

/** What a filter needs to know besides the event. */
export type FilterContext<Event> = {
  today: string;
  /** Undefined without a search. */
  found?: Found<Event> | undefined;
  /** By event id, in km from {@link placeOf}. Undefined while unknown: then every event is near. */
  kilometres?: ReadonlyMap<string, number> | undefined;
};

/** The chosen place, else that of the text search. `near` is empty without either. */
export const placeOf = (
  { near, within }: Pick<EventFilter, 'near' | 'within'>,
  understood: Understood,
): SearchedPlace => (near ? { near, within } : (understood.place ?? { near, within }));

/** What a filter looks at. */
export type Filterable = RegisteredEvent & Pick<PublicEvent, 'id' | 'sport_type' | 'distances' | 'landskap'>;

/** A period in the search includes past days, as a chosen one does. */
const dateOf = ({ date }: Pick<EventFilter, 'date'>, understood: Understood | undefined): DateFilter =>
  date === NO_FILTER.date && understood?.includesPast ? 'all' : date;

/** Years of the last day of past events, both included. */
export type PastYears = { first: string; last: string };

/** The past events that a filter may find. Undefined if it finds none. */
export function pastYearsOf(
  filter: Pick<EventFilter, 'date' | 'period'>,
  understood: Understood | undefined,
  today: string,
): PastYears | undefined {
  const bounds = [filter.period, ...(understood ? [understood.days] : [])];
  const from =
    bounds
      .map((range) => range.from)
      .sort()
      .at(-1) ?? '';
  const [to] = bounds.flatMap((range) => range.to || []).sort();
  if (dateOf(filter, understood) === 'upcoming' || from >= today) return undefined;
  // A race may end in the year after.
  return { first: from.slice(0, 4) || '0000', last: to ? `${Number(to.slice(0, 4)) + 1}` : '9999' };
}

/** With the year before of a search, whose races that are over are offered if it finds nothing. */
export function withOfferedYears(
  { q }: Pick<EventFilter, 'q'>,
  years: PastYears | undefined,
  today: string,
): PastYears | undefined {
  if (!q.trim()) return years;
  const lastYear = `${Number(today.slice(0, 4)) - 1}`;
  return { first: years && years.first < lastYear ? years.first : lastYear, last: '9999' };
}

/** Prepares the filter once, because the result runs for thousands of events. */
export function createFilter<Event extends Filterable>(
  filter: EventFilter,
  { today, found, kilometres }: FilterContext<Event>,
): (event: Event) => boolean {
  const { period, sport, landskap, registration } = filter;
  const date = dateOf(filter, found?.understood);
  const { near, within } = found ? placeOf(filter, found.understood) : filter;
  const hasChosenDistance = distanceFilter(filter);
  return (event) => {
    if (date !== 'all' && isUpcoming(event, today) !== (date === 'upcoming')) return false;
    if (period.from && lastDay(event) < period.from) return false;
    if (period.to && event.event_date > period.to) return false;
    if (sport && event.sport_type !== sport) return false;
    if (landskap && event.landskap !== landskap) return false;
    if (registration && registrationOf(event, today) !== registration) return false;
    if (found && !found.scores.has(event)) return false;
    if (near && kilometres && !((kilometres.get(event.id) ?? Number.POSITIVE_INFINITY) <= within))
      return false;
    return hasChosenDistance(event);
  };
}
