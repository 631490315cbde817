import { cx } from '#client/ui/class-names.ts';
import type { EventStatus } from '#src/features/events/fields/choices.ts';
import { dateBadgeParts, weekOf } from '#src/shared/dates.ts';
import { isRedDay } from '#src/shared/holidays.ts';

type Props = {
  day: string;
  endDay: string | null;
  sport: string;
  /** Grey if the race does not take place on that day. */
  status?: EventStatus;
};

/** Texts of the date badge. A range within a month is "18–19" and "fre–lör"; otherwise only the start is shown. */
export function dateBadgeTexts(day: string, endDay: string | null) {
  const start = dateBadgeParts(day);
  if (!endDay || endDay === day || endDay.slice(0, 7) !== day.slice(0, 7))
    return { ...start, isRange: false };
  const end = dateBadgeParts(endDay);
  return {
    weekday: `${start.weekday}–${end.weekday}`,
    day: `${start.day}–${end.day}`,
    month: start.month,
    isRange: true,
  };
}

/** Hidden from screen readers: a `<time>` next to it has the date. */
export function DateBadge({ day, endDay, sport, status }: Props) {
  const texts = dateBadgeTexts(day, endDay);
  return (
    <div
      className={cx('date-badge', texts.isRange && 'date-badge-range')}
      data-sport={sport}
      data-status={status}
      aria-hidden="true"
    >
      <span className="date-badge-weekday">{texts.weekday}</span>
      <span className="date-badge-day" data-red={(!texts.isRange && isRedDay(day)) || undefined}>
        {texts.day}
      </span>
      <span className="date-badge-month">
        {texts.month} <span className="date-badge-week">v.{weekOf(day)}</span>
      </span>
    </div>
  );
}
