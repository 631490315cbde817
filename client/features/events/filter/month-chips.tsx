import { useMemo } from 'react';
import { dateBadgeParts } from '../../../../src/shared/dates';
import { Segmented } from '../../../ui/segmented';
import { DATE_LABELS } from './active';
import { ChoiceCount } from './choice-count';
import { type DateRange, toggleMonth, wholeMonths } from './date-range';
import { countMonths } from './facets';
import { type DateFilter, NO_FILTER } from './filter';
import type { FilterProps } from './props';

const DATES = Object.entries(DATE_LABELS).map(([value, label]) => ({ value: value as DateFilter, label }));

export function DateChoice({ filter, onChange }: Pick<FilterProps, 'filter' | 'onChange'>) {
  return (
    <Segmented
      legend="Datum"
      name="date"
      value={filter.date}
      options={DATES}
      onChange={(date) => onChange({ date, period: NO_FILTER.period })}
    />
  );
}

/** A period takes the place of the choice between upcoming and past. */
export const changeToPeriod = (period: DateRange) => ({
  period,
  date: period.from || period.to ? ('all' as const) : NO_FILTER.date,
});

const MONTHS_MAX = 18;

/** One row of the months that have events, from the current one on unless past events are shown. */
export function MonthChips({ filter, onChange, events, context }: FilterProps) {
  const { today } = context;
  const counts = useMemo(() => countMonths({ events, filter, context }), [events, filter, context]);
  const months = useMemo(() => monthsOf(counts, filter.date, today), [counts, filter.date, today]);
  const chosen = wholeMonths(filter.period, today);
  return (
    <fieldset className="filter-chips">
      <legend className="visually-hidden">Månad</legend>
      {months.map((month) => (
        <button
          key={month}
          type="button"
          className="filter-chip"
          aria-pressed={!!chosen && month >= chosen[0] && month <= chosen[1]}
          onClick={() => onChange(({ period }) => changeToPeriod(toggleMonth(period, month, today)))}
        >
          {dateBadgeParts(`${month}-01`).month}
          {month.endsWith('-01') && ` ${month.slice(0, 4)}`}
          <ChoiceCount count={counts.get(month)} />
        </button>
      ))}
    </fieldset>
  );
}

function monthsOf(counts: ReadonlyMap<string, number>, date: DateFilter, today: string): string[] {
  const current = today.slice(0, 7);
  const months = [...counts.keys()].sort();
  if (date === 'past') return months.filter((month) => month <= current).slice(-MONTHS_MAX);
  const upcoming = months.filter((month) => month >= current);
  return upcoming.slice(0, MONTHS_MAX);
}
