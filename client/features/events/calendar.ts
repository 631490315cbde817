import type { PublicEvent } from '../../../src/features/events/contract';
import { compareEvents, type EventFilter, filterFor, searchText } from '../../../src/features/events/rules';
import { formatMonth } from '../../../src/shared/dates';

/** An event with its text for the search, folded once: when it is first looked for, or when there was time before. */
export type Entry = { event: PublicEvent; searched: () => string };

export type Month = {
  key: string;
  title: string;
  year: string;
  entries: Entry[];
  /** How many events the month has; of its first ones alone, more than there are entries. */
  count: number;
};

function entryOf(event: PublicEvent): Entry {
  let text: string | undefined;
  return {
    event,
    searched: () => {
      text ??= searchText(event);
      return text;
    },
  };
}

/** The server sends them in order: to sort thousands once more would be felt. */
const isInOrder = (events: readonly PublicEvent[]) =>
  events.every(({ event_date }, index) => event_date >= (events[index - 1]?.event_date ?? ''));

/** Every event, in order and ready to be filtered at each key. */
export const prepare = (events: readonly PublicEvent[]): Entry[] =>
  (isInOrder(events) ? events : [...events].sort(compareEvents)).map(entryOf);

/** What passes the filters, in the same order. */
export function filterEntries(entries: readonly Entry[], filter: EventFilter, today: string): Entry[] {
  const passes = filterFor(filter, today);
  return entries.filter(({ event, searched }) => passes(event, searched));
}

/** The months that the events start in. */
export function byMonth(entries: readonly Entry[]): Month[] {
  const months: Month[] = [];
  for (const entry of entries) {
    const day = entry.event.event_date;
    const key = day.slice(0, 7);
    const last = months.at(-1);
    if (last?.key === key) {
      last.entries.push(entry);
      last.count++;
    } else months.push({ key, title: formatMonth(day), year: day.slice(0, 4), entries: [entry], count: 1 });
  }
  return months;
}
