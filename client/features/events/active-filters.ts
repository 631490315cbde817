import { type DateFilter, type EventFilter, NO_FILTER } from '../../../src/features/events/rules';

export const DATE_LABELS: Record<DateFilter, string> = {
  all: 'Alla Datum',
  upcoming: 'Kommande Evenemang',
  past: 'Tidigare Evenemang',
};

export type ActiveFilter = {
  key: string;
  label: string;
  without: (current: EventFilter) => Partial<EventFilter>;
};

export function activeFilters(filter: EventFilter): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const q = filter.q.trim();
  if (q) active.push({ key: 'q', label: `”${q}”`, without: () => ({ q: '' }) });
  if (filter.date !== NO_FILTER.date) {
    active.push({ key: 'date', label: DATE_LABELS[filter.date], without: () => ({ date: NO_FILTER.date }) });
  }
  if (filter.sport) active.push({ key: 'sport', label: filter.sport, without: () => ({ sport: '' }) });
  for (const distance of filter.distance) {
    const otherDistances = (current: EventFilter) => current.distance.filter((other) => other !== distance);
    active.push({
      key: `distance ${distance}`,
      label: distance,
      // Computed on removal: other badges may have been removed meanwhile.
      without: (current) => ({ distance: otherDistances(current) }),
    });
  }
  if (filter.landskap)
    active.push({ key: 'landskap', label: filter.landskap, without: () => ({ landskap: '' }) });
  return active;
}
