import { formatMonth } from '#src/shared/dates.ts';
import type { ListedEvent } from '../list/contract.ts';
import { isUpcoming } from '../rules.ts';
import { queryWithout } from '../search/part-labels.ts';
import { searchOf } from '../search/races.ts';
import { hasPeriod as isSearchedPeriod, type Part, placeOfPart } from '../search/understand.ts';
import { isPlace, understandSearch } from '../search/with-places.ts';
import { activeFilters, hasPeriod, nameOfNear } from './active.ts';
import { type DateRange, lastDayOf } from './date-range.ts';
import { type EventFilter, NO_FILTER } from './filter.ts';
import { DEFAULT_RADIUS_KM, MY_POSITION, RADII_KM } from './place.ts';
import { type Calendar, selectEvents } from './select.ts';

/** A filter that finds races, and what it does to one that finds none: `inom 100 km`, `i juni 2027`, `utan sport`. */
export type WayOut = { label: string; filter: EventFilter; count: number };

export type WaysOut = {
  ways: readonly WayOut[];
  /** Races of the search that are over, the latest first. */
  past: readonly ListedEvent[];
};

/** Each one searches the calendar. */
const TRIED_MAX = 10;
const WAYS_MAX = 5;
const PAST_MAX = 3;

type Try = Pick<WayOut, 'label' | 'filter'>;

/** What one press would find for a filter that finds nothing. */
export function waysOut(filter: EventFilter, calendar: Calendar<ListedEvent>): WaysOut {
  const tries = [
    ...widerPlaces(filter, calendar),
    ...otherMonths(filter, calendar),
    ...fewerDemands(filter, calendar),
  ];
  const ways = tries
    // The server does not know where the visitor is.
    .filter((one) => one.filter.near !== MY_POSITION)
    .slice(0, TRIED_MAX)
    .map((one) => ({ ...one, count: selectEvents(one.filter, calendar).length }))
    .filter(({ count }) => count > 0)
    .slice(0, WAYS_MAX);
  return { ways, past: pastRaces(filter, calendar) };
}

/** A few milliseconds of work on a slow phone. */
const PREPARED_AT_ONCE = 100;

/** {@link waysOut}, with pauses while the calendar is prepared for searches. */
export async function prepareWaysOut(filter: EventFilter, calendar: Calendar<ListedEvent>): Promise<WaysOut> {
  const search = searchOf(calendar.events);
  while (search.prepare(PREPARED_AT_ONCE)) await new Promise((resolve) => setTimeout(resolve));
  return waysOut(filter, calendar);
}

const partsOf = (filter: EventFilter, { today }: Pick<Calendar<ListedEvent>, 'today'>) => {
  const understood = understandSearch(filter.q, today);
  return understood.parts.map((part) => ({ part, rest: queryWithout(understood, part) }));
};

/** The next radius of a place that is chosen, and the surroundings of a town that is searched for. */
function widerPlaces(filter: EventFilter, calendar: Calendar<ListedEvent>): Try[] {
  if (filter.near)
    return RADII_KM.filter((km) => km > filter.within)
      .slice(0, 2)
      .map((within) => ({
        label: `inom ${within} km från ${nameOfNear(filter.near)}`,
        filter: { ...filter, within },
      }));
  return partsOf(filter, calendar).flatMap(({ part, rest }): Try[] => {
    const near = placeOfPart(part, isPlace);
    if (!near) return [];
    const [meaning] = part.meanings;
    const searched = meaning && 'place' in meaning ? meaning.place.within : 0;
    return RADII_KM.filter((km) => km > searched && km >= DEFAULT_RADIUS_KM).map((within) => ({
      label: `inom ${within} km från ${near}`,
      filter: { ...filter, q: rest, near, within },
    }));
  });
}

/** The first month with races, if another period was asked for. */
function otherMonths(filter: EventFilter, calendar: Calendar<ListedEvent>): Try[] {
  const searched = partsOf(filter, calendar).find(({ part }) => isSearchedPeriod(part));
  if (!searched && !hasPeriod(filter)) return [];
  const anyDay: EventFilter = {
    ...filter,
    q: searched ? searched.rest : filter.q,
    date: NO_FILTER.date,
    period: NO_FILTER.period,
  };
  const [first] = selectEvents(anyDay, calendar);
  if (!first) return [];
  const month = first.event_date.slice(0, 7);
  const period: DateRange = { from: `${month}-01`, to: lastDayOf(month) };
  const label = `i ${formatMonth(first.event_date).toLowerCase()} ${month.slice(0, 4)}`;
  return [{ label, filter: { ...anyDay, date: 'all', period } }];
}

const [ELSEWHEN, OTHER_SPORTS, ANY_DISTANCE, ANYWHERE] = [
  'på andra datum',
  'i andra sporter',
  'utan distans',
  'i hela landet',
];

/** By the key of the filter. */
const WITHOUT: Record<string, string> = {
  period: ELSEWHEN,
  date: ELSEWHEN,
  sport: OTHER_SPORTS,
  lengths: ANY_DISTANCE,
  landskap: ANYWHERE,
  near: ANYWHERE,
  registration: 'utan öppen anmälan',
};

function fewerDemands(filter: EventFilter, calendar: Calendar<ListedEvent>): Try[] {
  const parts = partsOf(filter, calendar);
  const ofSearch = parts.length > 1 ? parts : [];
  const chosen = activeFilters({ ...filter, q: '' }, calendar.today);
  return [
    ...ofSearch.map(({ part, rest }) => ({ label: labelWithout(part), filter: { ...filter, q: rest } })),
    ...chosen.map(({ key, label, without }) => ({
      label: WITHOUT[key] ?? `utan ${label}`,
      filter: { ...filter, ...without(filter) },
    })),
  ];
}

function labelWithout(part: Part): string {
  const meaning = part.meanings.find((one) => !('name' in one));
  if (placeOfPart(part, isPlace)) return ANYWHERE;
  if (!meaning) return `utan ”${part.text}”`;
  if ('period' in meaning) return ELSEWHEN;
  if ('sports' in meaning) return OTHER_SPORTS;
  if ('place' in meaning || 'landskap' in meaning) return ANYWHERE;
  return ANY_DISTANCE;
}

const NAMES_YEAR = /\b20\d\d\b/;
const isOfName = ({ meanings }: Part) => meanings.every((meaning) => 'name' in meaning);

/** The search without its year, if it names a race: the race may have been held in another year. */
function withoutYear(filter: EventFilter, calendar: Pick<Calendar<ListedEvent>, 'today'>): string {
  const parts = partsOf(filter, calendar);
  const year = parts.find(({ part }) => isSearchedPeriod(part) && NAMES_YEAR.test(part.text));
  return year && parts.some(({ part }) => isOfName(part)) ? year.rest : filter.q;
}

function pastRaces(filter: EventFilter, calendar: Calendar<ListedEvent>): ListedEvent[] {
  const q = withoutYear(filter, calendar);
  if (!q.trim() || filter.date === 'past') return [];
  return selectEvents({ ...NO_FILTER, q, date: 'past' }, calendar)
    .filter((event) => !isUpcoming(event, calendar.today))
    .slice(-PAST_MAX)
    .reverse();
}
