import { addMonths } from '#src/features/events/filter/date-range.ts';
import {
  ANY_LENGTH,
  choiceKeysOf,
  distanceFilter,
  type LengthRange,
} from '#src/features/events/filter/distance.ts';
import {
  createFilter,
  type EventFilter,
  type FilterContext,
  NO_FILTER,
} from '#src/features/events/filter/filter.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { isUpcoming, lastDay, registrationOf } from '#src/features/events/rules.ts';

/** Number of events that each choice would show, with the other filters as they are. */
export type Counts = ReadonlyMap<string, number>;

type Facet = 'period' | 'sport' | 'distance' | 'landskap' | 'registration';

type FacetInput = {
  events: readonly ListedEvent[];
  filter: EventFilter;
  context: FilterContext<ListedEvent>;
};

/** The events that pass all filters but that of `facet`. */
function eventsIgnoring(facet: Facet, { events, filter, context }: FacetInput): ListedEvent[] {
  const clearedFacet: Record<Facet, Partial<EventFilter>> = {
    period: { period: NO_FILTER.period },
    sport: { sport: '' },
    distance: { distance: [], lengths: ANY_LENGTH },
    landskap: { landskap: '' },
    registration: { registration: '' },
  };
  return events.filter(createFilter({ ...filter, ...clearedFacet[facet] }, context));
}

function tally(events: readonly ListedEvent[], choicesOf: (event: ListedEvent) => Iterable<string>): Counts {
  const counts = new Map<string, number>();
  for (const event of events)
    for (const choice of choicesOf(event)) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  return counts;
}

export const countSports = (input: FacetInput): Counts =>
  tally(eventsIgnoring('sport', input), ({ sport_type }) => ['', sport_type]);

export const countLandskap = (input: FacetInput): Counts =>
  tally(eventsIgnoring('landskap', input), ({ landskap }) => (landskap ? ['', landskap] : ['']));

/** Further months of an event are not counted: its end may be a typing mistake, such as the year 9999. */
const EVENT_MONTHS_MAX = 24;

/**
 * By `YYYY-MM`. An event over two months counts in both. A press on the current month shows no past events, unless they
 * are the only ones.
 */
export function countMonths(input: FacetInput): Counts {
  const { filter, context } = input;
  const current = context.today.slice(0, 7);
  return tally(eventsIgnoring('period', input), function* (event) {
    const isOver = filter.date !== 'past' && !isUpcoming(event, context.today);
    const last = lastDay(event).slice(0, 7);
    let month = event.event_date.slice(0, 7);
    for (let count = 0; month <= last && count < EVENT_MONTHS_MAX; count++) {
      if (!(isOver && month === current)) yield month;
      month = addMonths(month, 1);
    }
  });
}

export const countOpenRegistrations = (input: FacetInput): number =>
  eventsIgnoring('registration', input).filter(
    (event) => registrationOf(event, input.context.today) === 'open',
  ).length;

/** By the key of the distance, see {@link choiceKeysOf}. */
export const countDistances = (input: FacetInput): Counts =>
  tally(eventsIgnoring('distance', input), choiceKeysOf);

export function countLengths(input: FacetInput, ranges: readonly LengthRange[]): number[] {
  const events = eventsIgnoring('distance', input);
  return ranges.map((lengths) => events.filter(distanceFilter({ distance: [], lengths })).length);
}
