import type { Sort } from '#client/ui/sort.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { DateFilter } from '#src/features/events/filter/filter.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { compareNames, fold } from '#src/shared/text.ts';

export const SORT_LABELS = {
  event_date: 'Datum',
  event_name: 'Namn',
  sport_type: 'Sport',
  ort: 'Ort',
  landskap: 'Landskap',
} as const;
type SortKey = keyof typeof SORT_LABELS;

export const SORT_KEYS = Object.keys(SORT_LABELS) as SortKey[];

export type TableRow = { event: AdminEvent; searchable: string };

/** Equal events are sorted by date. Events without ort or landskap are always last. */
export function sortRows(
  events: readonly AdminEvent[],
  { key: sortKey, descending }: Sort<SortKey>,
): TableRow[] {
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
  return [...events].sort(compare).map((event) => ({
    event,
    searchable: fold(`${event.event_name} ${event.ort ?? ''} ${event.sport_type}`),
  }));
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

type TableFilter = { q: string; date: DateFilter; sport: string; subset?: Subset | undefined };

export function filterRows(
  rows: readonly TableRow[],
  { q, date, sport, subset }: TableFilter,
  today: string,
  subsetIds: ReadonlySet<string> = new Set(),
): AdminEvent[] {
  const words = fold(q).split(' ').filter(Boolean);
  const matches: AdminEvent[] = [];
  const inSubset: Matches | undefined = subset && SUBSETS[subset].matches;
  for (const { event, searchable } of rows) {
    if (date !== 'all' && isUpcoming(event, today) !== (date === 'upcoming')) continue;
    if (inSubset && !inSubset(event, today, subsetIds)) continue;
    if (sport && event.sport_type !== sport) continue;
    if (words.every((word) => searchable.includes(word))) matches.push(event);
  }
  return matches;
}
