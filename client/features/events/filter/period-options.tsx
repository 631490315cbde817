import {
  type DateRange,
  nextMonth,
  thisSummer,
  thisWeekend,
} from '../../../../src/features/events/filter/date-range';
import { NO_FILTER } from '../../../../src/features/events/filter/filter';
import { isDay } from '../../../../src/shared/dates';
import { DateInput } from '../../../ui/date-input';
import { Field } from '../../../ui/field';
import { changeToPeriod } from './months';
import type { FilterProps } from './props';

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
