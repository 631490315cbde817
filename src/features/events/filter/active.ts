import { isInterpreted, labelOfPart, labelOfPlace, queryWithout } from '../search/part-labels.ts';
import type { Understood } from '../search/understand.ts';
import { formatRange } from './date-range.ts';
import { ANY_LENGTH, formatLengths, isAnyLength } from './distance.ts';
import { type DateFilter, type EventFilter, NO_FILTER } from './filter.ts';
import { MY_POSITION, parseCoordinates } from './place.ts';

export const DATE_LABELS: Record<DateFilter, string> = {
  all: 'Alla Datum',
  upcoming: 'Kommande Evenemang',
  past: 'Tidigare Evenemang',
};

type ActiveFilter = {
  key: string;
  label: string;
  without: (now: EventFilter) => Partial<EventFilter>;
};

export const hasPeriod = ({ period }: Pick<EventFilter, 'period'>): boolean => !!period.from || !!period.to;

/** `Örebro`, `mig` or `vald plats`. */
export function nameOfNear(near: string): string {
  if (near === MY_POSITION) return 'mig';
  return parseCoordinates(near) ? 'vald plats' : near;
}

/** What a text search was understood as, part by part, if it is more than words. */
export const understoodFilters = (understood: Understood, today: string): (ActiveFilter & { q: string })[] =>
  isInterpreted(understood)
    ? understood.parts.map((part, index) => {
        const q = queryWithout(understood, part);
        return { key: `q ${index}`, label: labelOfPart(part, today), q, without: () => ({ q }) };
      })
    : [];

export function activeFilters(filter: EventFilter, today: string): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const q = filter.q.trim();
  if (q) active.push({ key: 'q', label: `”${q}”`, without: () => ({ q: '' }) });
  if (hasPeriod(filter)) {
    const label = formatRange(filter.period, today);
    const without = (now: EventFilter) => ({
      period: NO_FILTER.period,
      date: now.date === 'all' ? NO_FILTER.date : now.date,
    });
    active.push({ key: 'period', label, without });
  }
  if (filter.date !== (hasPeriod(filter) ? 'all' : NO_FILTER.date)) {
    const label = DATE_LABELS[filter.date];
    active.push({
      key: 'date',
      label,
      without: (now) => ({ date: hasPeriod(now) ? 'all' : NO_FILTER.date }),
    });
  }
  if (filter.sport) active.push({ key: 'sport', label: filter.sport, without: () => ({ sport: '' }) });
  if (!isAnyLength(filter.lengths)) {
    const label = formatLengths(filter.lengths);
    active.push({ key: 'lengths', label, without: () => ({ lengths: ANY_LENGTH }) });
  }
  for (const distance of filter.distance) {
    const others = (now: EventFilter) => now.distance.filter((other) => other !== distance);
    active.push({
      key: `distance ${distance}`,
      label: distance,
      // Computed on removal: other badges may have been removed meanwhile.
      without: (now) => ({ distance: others(now) }),
    });
  }
  if (filter.landskap)
    active.push({ key: 'landskap', label: filter.landskap, without: () => ({ landskap: '' }) });
  if (filter.registration)
    active.push({ key: 'registration', label: 'Anmälan öppen', without: () => ({ registration: '' }) });
  if (filter.near) {
    const label = labelOfPlace(nameOfNear(filter.near), filter.within);
    active.push({ key: 'near', label, without: () => ({ near: '', sort: NO_FILTER.sort }) });
  }
  return active;
}

/** `Löpning i Skåne, Halvmaraton`, `Lopp i Skåne`, `Lopp, juni 2027`. Empty if nothing is chosen. */
export function nameOfSelection(filter: EventFilter, today: string): string {
  const { sport, landskap } = filter;
  const others = activeFilters({ ...filter, sport: '', landskap: '' }, today).map(({ label }) => label);
  if (!sport && !landskap && others.length === 0) return '';
  const races = `${sport || 'Lopp'}${landskap && ` i ${landskap}`}`;
  return [races, ...others].join(', ');
}
