import { capitalize } from './text.ts';

/** Decides which day is today, and the meaning of date-times without a zone. */
export const ZONE = 'Europe/Stockholm';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** True for an existing day from year 1900 on, in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1900') return false;
  const midnight = new Date(text);
  // 30 February would become 2 March. This is five times as fast as parsing with a pattern, and an import validates
  // 20,000 dates.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the EU's clock change of a month: 01:00 UTC on its last Sunday. */
function clockChange(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1));
  return lastDay.setUTCDate(lastDay.getUTCDate() - lastDay.getUTCDay());
}

/**
 * Uses the EU rule of 1996, because the first use of `Intl` takes 100 ms on a phone and would delay hydration. A test
 * compares the results with `Intl`.
 */
export const dayInStockholm = (instant: Date): string =>
  new Date(instant.getTime() + offsetOf(instant)).toISOString().slice(0, 10);

/** The hour of the day in Stockholm, 0 to 23. */
export const hourInStockholm = (instant: Date): number =>
  new Date(instant.getTime() + offsetOf(instant)).getUTCHours();

/** From UTC, in milliseconds. */
function offsetOf(instant: Date): number {
  const [time, year] = [instant.getTime(), instant.getUTCFullYear()];
  const isSummer = time >= clockChange(year, MARCH) && time < clockChange(year, OCTOBER);
  return (isSummer ? 2 : 1) * HOUR_MS;
}
const [MARCH, OCTOBER] = [2, 9];

/** Midnight in Stockholm, when the day starts. */
export function startOfDay(day: string): Date {
  const midnight = Date.parse(day);
  const inSummer = new Date(midnight - 2 * HOUR_MS);
  return dayInStockholm(inSummer) === day ? inSummer : new Date(midnight - HOUR_MS);
}

/** When it is `hour`, from 4 to 23, in Stockholm. Clocks change before 4. */
export function atHour(day: string, hour: number): Date {
  const asUtc = new Date(Date.parse(day) + hour * HOUR_MS);
  return new Date(asUtc.getTime() - offsetOf(asUtc));
}

/** Works in UTC, so clock changes have no effect. */
export function addDaysTo(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Negative if `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The same day of another month, or the month's last day: a month after 31 January is 28 or 29 February. */
export function addMonthsTo(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const lastDayOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDayOfMonth)));
  return date.toISOString().slice(0, 10);
}

/** From 0, Sunday, to 6. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** From 0 to 6. */
export const daysSinceMonday = (day: string): number => (weekdayOf(day) + 6) % 7;

/** The number of the week by ISO 8601, as Swedish calendars print it: weeks start on Monday, week 1 has 4 January. */
export function weekOf(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  // The Thursday of the week decides its year.
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS / 7) + 1;
}

/** Returns undefined if `days` is 0, which means forever. */
export const retentionStart = (now: Date, days: number): string | undefined =>
  days > 0 ? new Date(now.getTime() - days * DAY_MS).toISOString() : undefined;

// The Swedish names from date-fns, which would add 9 kB of script to the first load. A test compares them.
export const MONTHS =
  'januari februari mars april maj juni juli augusti september oktober november december'.split(' ');
const SHORT_MONTHS = 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'.split(' ');
const WEEKDAYS = 'sön mån tis ons tors fre lör'.split(' ');

function partsOf(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  const monthIndex = (month ?? 1) - 1;
  return {
    date: `${date}`,
    month: MONTHS[monthIndex] ?? '',
    shortMonth: SHORT_MONTHS[monthIndex] ?? '',
    year: `${year}`,
    weekday: WEEKDAYS[weekdayOf(day)] ?? '',
  };
}

/** `22 maj`. */
export function formatShortDay(day: string): string {
  const { date, shortMonth } = partsOf(day);
  return `${date} ${shortMonth}`;
}

/** `22 maj 2027`, with abbreviated month. */
export function formatDay(day: string): string {
  return `${formatShortDay(day)} ${partsOf(day).year}`;
}

/** `1 nov`, with the year if it differs from that of `today`. Without full stops. */
export function formatNearDay(day: string, today: string): string {
  const text = day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatDay(day);
  return text.replace('.', '');
}

/** `22 maj 2027`, with full month. */
export function formatLongDay(day: string): string {
  const { date, month, year } = partsOf(day);
  return `${date} ${month} ${year}`;
}

/** `20 november`, with the year if it differs from that of `today`. */
export function formatDayOfYear(day: string, today: string): string {
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatLongDay(day);
  const { date, month } = partsOf(day);
  return `${date} ${month}`;
}

/** `22 maj 2027`, `18–19 juni 2027`, `30 juni – 2 juli 2027` or `31 dec. 2027 – 1 jan. 2028`. */
export function formatDays(day: string, endDay: string | null): string {
  if (!endDay || endDay === day) return formatDay(day);
  if (day.slice(0, 7) === endDay.slice(0, 7)) return `${partsOf(day).date}–${formatDay(endDay)}`;
  if (day.slice(0, 4) === endDay.slice(0, 4)) return `${formatShortDay(day)} – ${formatDay(endDay)}`;
  return `${formatDay(day)} – ${formatDay(endDay)}`;
}

/** `Mars`. */
export function formatMonth(day: string): string {
  const { month } = partsOf(day);
  return capitalize(month);
}

/** `lör`, `22`, `maj`: abbreviations without a full stop. */
export function dateBadgeParts(day: string): { weekday: string; day: string; month: string } {
  const { weekday, date, shortMonth } = partsOf(day);
  return { weekday, day: date, month: shortMonth.replace('.', '') };
}
