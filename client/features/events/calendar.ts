import type { PublicEvent } from '../../../src/features/events/contract';
import {
  compareEvents,
  type EventFilter,
  passesFilter,
  searchText,
} from '../../../src/features/events/rules';
import { formatMonth } from '../../../src/shared/dates';

/** An event with its text for the search, folded once. */
export type Entry = { event: PublicEvent; searchable: string };

export type Month = {
  key: string;
  title: string;
  year: string;
  entries: Entry[];
  /** How many events the month has; of its first ones alone, more than there are entries. */
  count: number;
};

/** Every event, sorted and ready to be filtered at each key. */
export function prepare(events: readonly PublicEvent[]): Entry[] {
  return [...events].sort(compareEvents).map((event) => ({ event, searchable: searchText(event) }));
}

/** What passes the filters, in the same order. */
export function filterEntries(entries: readonly Entry[], filter: EventFilter, today: string): Entry[] {
  return entries.filter(({ event, searchable }) => passesFilter(event, searchable, filter, today));
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
