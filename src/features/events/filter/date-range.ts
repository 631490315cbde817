import {
  addDaysTo,
  addMonthsTo,
  daysSinceMonday,
  formatDay,
  formatDays,
  formatMonth,
} from '#src/shared/dates.ts';

/** Both days are included. An empty end is open. */
export type DateRange = { from: string; to: string };

const laterOf = (a: string, b: string) => (a > b ? a : b);

/** `YYYY-MM`, `count` months later. */
export const addMonths = (month: string, count: number): string =>
  addMonthsTo(`${month}-01`, count).slice(0, 7);

export const lastDayOf = (month: string): string => addDaysTo(`${addMonths(month, 1)}-01`, -1);

const rangeOfMonths = (first: string, last = first): DateRange => ({
  from: `${first}-01`,
  to: lastDayOf(last),
});

/** Saturday and Sunday of this week, without the days that have passed. */
export function thisWeekend(today: string): DateRange {
  const sunday = addDaysTo(today, 6 - daysSinceMonday(today));
  return { from: laterOf(addDaysTo(sunday, -1), today), to: sunday };
}

export const nextMonth = (today: string): DateRange => rangeOfMonths(addMonths(today.slice(0, 7), 1));

/** June to August of this year, or of the next one from September on. */
export function thisSummer(today: string): DateRange {
  const year = Number(today.slice(0, 4)) + (today.slice(5) > '08-31' ? 1 : 0);
  return { from: laterOf(`${year}-06-01`, today), to: `${year}-08-31` };
}

/** The months that a range covers entirely, as `[first, last]`. The current month may start `today`. */
export function wholeMonths({ from, to }: DateRange, today: string): [string, string] | undefined {
  if (!from || !to) return undefined;
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const startsWhole = from.endsWith('-01') || from === today;
  return startsWhole && to === lastDayOf(last) && first <= last ? [first, last] : undefined;
}

/**
 * The range after a press on a month. A month next to the chosen ones is added, one at either end is removed, and any
 * other replaces them.
 */
export function toggleMonth(range: DateRange, month: string, today: string): DateRange {
  const chosen = wholeMonths(range, today);
  if (!chosen) return rangeOfMonths(month);
  const [first, last] = chosen;
  if (month === addMonths(first, -1)) return rangeOfMonths(month, last);
  if (month === addMonths(last, 1)) return rangeOfMonths(first, month);
  if (first === last && month === first) return { from: '', to: '' };
  if (month === first) return rangeOfMonths(addMonths(first, 1), last);
  if (month === last) return rangeOfMonths(first, addMonths(last, -1));
  return rangeOfMonths(month);
}

/** `april 2027`, `april–maj 2027`, `1–15 juni 2027`, `från 1 juni 2027`, `till 15 juni 2027`. */
export function formatRange(range: DateRange, today: string): string {
  const { from, to } = range;
  if (!to) return `från ${formatDay(from)}`;
  if (!from) return `till ${formatDay(to)}`;
  const months = wholeMonths(range, today);
  if (!months) return formatDays(from, to);
  const [first, last] = months.map((month) => `${month}-01`) as [string, string];
  const [nameOf, yearOf] = [
    (day: string) => formatMonth(day).toLowerCase(),
    (day: string) => day.slice(0, 4),
  ];
  if (first === last) return `${nameOf(first)} ${yearOf(first)}`;
  return yearOf(first) === yearOf(last)
    ? `${nameOf(first)}–${nameOf(last)} ${yearOf(last)}`
    : `${nameOf(first)} ${yearOf(first)} – ${nameOf(last)} ${yearOf(last)}`;
}
