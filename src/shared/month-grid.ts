import { addDaysTo } from './dates';

/** Days since the Monday of the week, from 0 to 6. */
export const daysSinceMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The same day of another month, or the month's last day: a month after 31 January is 28 or 29 February. */
export function addMonthsTo(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The six weeks from the one that contains the first day of the month. Every month fits, so the height is constant. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const monday = addDaysTo(first, -daysSinceMonday(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDaysTo(monday, week * 7 + weekday)),
  );
}
