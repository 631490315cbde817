import { useMemo, useRef } from 'react';
import { Segmented } from '#client/ui/segmented.tsx';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import { useRovingFocus } from '#client/ui/use-roving-focus.ts';
import { DATE_LABELS, hasPeriod } from '#src/features/events/filter/active.ts';
import { wholeMonths } from '#src/features/events/filter/date-range.ts';
import { type DateFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { ChoiceCount } from './choice-count.tsx';
import { countMonths } from './facets.ts';
import { changeToMonth, listMonths, monthLabels } from './months.ts';
import type { FilterProps } from './props.ts';

const DATES = Object.entries(DATE_LABELS).map(([value, label]) => ({ value: value as DateFilter, label }));

export function DateChoice({ filter, onChange }: Pick<FilterProps, 'filter' | 'onChange'>) {
  return (
    <Segmented
      legend="Datum"
      name="date"
      // A period takes its place, and a press on any option removes the period.
      value={hasPeriod(filter) ? undefined : filter.date}
      options={DATES}
      onChange={(date) => onChange({ date, period: NO_FILTER.period })}
    />
  );
}

/** One row of months. */
export function MonthChips({ filter, onChange, events, context }: FilterProps) {
  const { today } = context;
  const counts = useMemo(() => countMonths({ events, filter, context }), [events, filter, context]);
  const months = useMemo(() => listMonths(counts, filter, today), [counts, filter, today]);
  const labels = monthLabels(months, today);
  const chosen = wholeMonths(filter.period, today);
  const row = useRef<HTMLFieldSetElement>(null);
  // A chosen month without events is removed from the row when it is pressed again.
  const focusProps = useLostFocus(row, months);
  useRovingFocus(row);
  return (
    <fieldset className="filter-chips" ref={row} tabIndex={-1} {...focusProps}>
      <legend className="visually-hidden">Månad</legend>
      {months.map((month, index) => (
        <button
          key={month}
          type="button"
          className="filter-chip"
          aria-pressed={!!chosen && month >= chosen[0] && month <= chosen[1]}
          onClick={() => onChange((now) => changeToMonth(now, month, today))}
        >
          {labels[index]}
          <ChoiceCount count={counts.get(month)} />
        </button>
      ))}
    </fieldset>
  );
}
