import { useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
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

type End = 'from' | 'to';
/** What is typed and no day, which is not in the URL. `isLeft`: the field has lost focus. */
type Unread = Partial<Record<End, { text: string; isLeft: boolean }>>;

/** Quick periods, and two fields for any other period. */
export function PeriodOptions({ filter, onChange, context }: FilterProps) {
  const { period } = filter;
  const [unread, setUnread] = useState<Unread>({});
  const read = (end: End, day: string) => {
    const isRead = !day || isDay(day);
    setUnread((now) => ({ ...now, [end]: isRead ? undefined : { text: day, isLeft: false } }));
    if (isRead) onChange(changeToPeriod({ ...period, [end]: day }));
  };
  const leave = (end: End) =>
    setUnread((now) => ({ ...now, [end]: now[end] && { ...now[end], isLeft: true } }));
  return (
    <div className="period-options">
      {/* None of them is past. */}
      {filter.date !== 'past' && (
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
      )}
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? 'Från' : 'Till'}
            error={unread[end]?.isLeft ? detailOf('event.date') : undefined}
          >
            {(ariaProps) => (
              <DateInput
                {...ariaProps}
                name={end}
                value={unread[end]?.text ?? period[end]}
                onChange={(day) => read(end, day)}
                onBlur={() => leave(end)}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}
