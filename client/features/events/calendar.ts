import type { PublicEvent } from '../../../src/features/events/contract';
import {
  compareEvents,
  createFilter,
  type EventFilter,
  searchText,
} from '../../../src/features/events/rules';
import { formatMonth } from '../../../src/shared/dates';

/** `getSearchText` folds the text on first use and caches it. */
export type Entry = { event: PublicEvent; getSearchText: () => string };

export type Month = {
  key: string;
  title: string;
  year: string;
  entries: Entry[];
  /** In the server-rendered page it may exceed `entries.length`. */
  count: number;
};

function toEntry(event: PublicEvent): Entry {
  let text: string | undefined;
  return {
    event,
    getSearchText: () => {
      text ??= searchText(event);
      return text;
    },
  };
}

/** The server sends them sorted. Sorting thousands again would be slow. */
const isSorted = (events: readonly PublicEvent[]) =>
  events.every(({ event_date }, index) => event_date >= (events[index - 1]?.event_date ?? ''));

export const prepareEntries = (events: readonly PublicEvent[]): Entry[] =>
  (isSorted(events) ? events : [...events].sort(compareEvents)).map(toEntry);

export function filterEntries(entries: readonly Entry[], filter: EventFilter, today: string): Entry[] {
  const matches = createFilter(filter, today);
  return entries.filter(({ event, getSearchText }) => matches(event, getSearchText));
}

export function groupByMonth(entries: readonly Entry[]): Month[] {
  const months: Month[] = [];
  for (const entry of entries) {
    const day = entry.event.event_date;
    const key = day.slice(0, 7);
    const lastMonth = months.at(-1);
    if (lastMonth?.key === key) {
      lastMonth.entries.push(entry);
      lastMonth.count++;
    } else months.push({ key, title: formatMonth(day), year: day.slice(0, 4), entries: [entry], count: 1 });
  }
  return months;
}
