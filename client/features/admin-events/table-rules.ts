import type { Sort } from '#client/ui/sort.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { createFilter, type DateFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import { compareNames } from '#src/shared/text.ts';

export const SORT_LABELS = {
  event_date: 'Datum',
  event_name: 'Namn',
  sport_type: 'Sport',
  ort: 'Ort',
  landskap: 'Landskap',
} as const;
type SortKey = keyof typeof SORT_LABELS;

export const SORT_KEYS = Object.keys(SORT_LABELS) as SortKey[];

/** Equal events are sorted by date. Events without ort or landskap are always last. */
export function sortRows(
  events: readonly AdminEvent[],
  { key: sortKey, descending }: Sort<SortKey>,
): readonly AdminEvent[] {
  const direction = descending ? -1 : 1;
  const byDate = (a: AdminEvent, b: AdminEvent) =>
    a.event_date === b.event_date
      ? compareNames(a.event_name, b.event_name) || (a.id < b.id ? -1 : 1)
      : a.event_date < b.event_date
        ? -1
        : 1;
  const compare = (a: AdminEvent, b: AdminEvent): number => {
    if (sortKey === 'event_date') return direction * byDate(a, b);
    const [left, right] = [a[sortKey], b[sortKey]];
    if (!left || !right) return left === right ? byDate(a, b) : left ? -1 : 1;
    return direction * compareNames(left, right) || byDate(a, b);
  };
  return [...events].sort(compare);
}

/** What an admin may have to do something about. */
/** `ids` are those of the events that the server lists for the subset. */
type Matches = (event: AdminEvent, today: string, ids: ReadonlySet<string>) => boolean;

function isListed({ id }: AdminEvent, _today: string, ids: ReadonlySet<string>): boolean {
  return ids.has(id);
}

export const SUBSETS = {
  unplaced: {
    label: 'Saknar plats',
    matches: (event: AdminEvent) => event.latitude === null || event.is_approximate,
  },
  no_result: {
    label: 'Genomförda utan resultat',
    matches: (event: AdminEvent, today: string) =>
      !event.result_link && event.status === 'scheduled' && !isUpcoming(event, today),
  },
  duplicates: { label: 'Troliga dubbletter', matches: isListed },
  dead_links: { label: 'Döda länkar', matches: isListed },
  untouched: { label: 'Aldrig uppdaterade', matches: (event: AdminEvent) => event.version === 1 },
} satisfies Record<string, { label: string; matches: Matches }>;
export type Subset = keyof typeof SUBSETS;

export const isSubset = (text: string): text is Subset => Object.hasOwn(SUBSETS, text);

/** What the text search means. `kilometres` are those from its place, by event id. */
type TableSearch = {
  understood: Understood;
  kilometres?: ReadonlyMap<string, number> | undefined;
};

type TableFilter = {
  search: TableSearch;
  date: DateFilter;
  sport: string;
  subset?: Subset | undefined;
};

export function filterRows(
  events: readonly AdminEvent[],
  { search: { understood, kilometres }, date, sport, subset }: TableFilter,
  today: string,
  subsetIds: ReadonlySet<string> = new Set(),
): AdminEvent[] {
  const found = searchOf(events).find(understood);
  const isFound = createFilter<AdminEvent>({ ...NO_FILTER, date, sport }, { today, found, kilometres });
  const inSubset: Matches | undefined = subset && SUBSETS[subset].matches;
  return events.filter((event) => isFound(event) && (!inSubset || inSubset(event, today, subsetIds)));
}
