import { DateInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import {
  type DateRange,
  nextMonth,
  thisSummer,
  thisWeekend,
} from '#src/features/events/filter/date-range.ts';
import { NO_FILTER } from '#src/features/events/filter/filter.ts';
import { isDay } from '#src/shared/dates.ts';
import { changeToPeriod } from './months.ts';
import type { FilterProps } from './props.ts';

const QUICK_PERIODS: readonly { label: string; periodOf: (today: string) => DateRange }[] = [
  { label: 'Den här helgen', periodOf: thisWeekend },
  { label: 'Nästa månad', periodOf: nextMonth },
  { label: 'I sommar', periodOf: thisSummer },
];

const isSamePeriod = (a: DateRange, b: DateRange) => a.from === b.from && a.to === b.to;

/** Quick periods, and two fields for any other period. */
export function PeriodOptions({ filter, onChange, context }: FilterProps) {
  const { period } = filter;
  return (
    <div className="period-options">
      <div className="pills">
        {QUICK_PERIODS.map(({ label, periodOf }) => {
          const choice = periodOf(context.today);
          const isChosen = isSamePeriod(choice, period);
          return (
            <button
              key={label}
              type="button"
              className="pill"
              aria-pressed={isChosen}
              onClick={() => onChange(changeToPeriod(isChosen ? NO_FILTER.period : choice))}
            >
              {label}
            </button>
          );
        })}
      </div>
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'Från' : 'Till'}>
            {(ariaProps) => (
              <DateInput
                {...ariaProps}
                name={end}
                value={period[end]}
                // A half-typed day is not in the URL; the field keeps it.
                onChange={(day) =>
                  (!day || isDay(day)) && onChange(changeToPeriod({ ...period, [end]: day }))
                }
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}
