import { addDaysTo, daysSinceMonday } from './dates.ts';

/** The six weeks from the one that contains the first day of the month. Every month fits, so the height is constant. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const monday = addDaysTo(first, -daysSinceMonday(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDaysTo(monday, week * 7 + weekday)),
  );
}
