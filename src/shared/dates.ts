/** Where today is decided and where an admin's date-times are meant (D18). */
export const ZONE = 'Europe/Stockholm';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** True for a day that exists, written `YYYY-MM-DD`, from year 1900 on. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1900') return false;
  const midnight = new Date(text);
  // 30 February would become 2 March. Five times as fast as parsing by pattern: an import asks 20,000 times.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const HOUR = 3_600_000;

/** When the clocks of the EU change in a month: at one o'clock UTC on its last Sunday. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.setUTCDate(last.getUTCDate() - last.getUTCDay());
}

/**
 * The calendar day in Stockholm at that instant, `YYYY-MM-DD` (D18), by the rule that holds since 1996. To ask `Intl` takes a
 * phone a tenth of a second the first time, before any card can be used; a test asks it whether this is still so.
 */
export function dayInStockholm(instant: Date): string {
  const [time, year] = [instant.getTime(), instant.getUTCFullYear()];
  const isSummer = time >= clockChange(year, MARCH) && time < clockChange(year, OCTOBER);
  return new Date(time + (isSummer ? 2 : 1) * HOUR).toISOString().slice(0, 10);
}
const [MARCH, OCTOBER] = [2, 9];

/** That many days later, on the calendar: never an hour off at a clock change. */
export function addDaysTo(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const DAY_LONG = 24 * 3_600_000;

/** What is kept for so many days is kept when it is from that instant or later; undefined when it is kept for ever (D2). */
export const keptSince = (now: Date, days: number): string | undefined =>
  days > 0 ? new Date(now.getTime() - days * DAY_LONG).toISOString() : undefined;

// As date-fns writes them in Swedish, which would be 9 kB of script before the first card is read; a test compares.
const MONTHS = 'januari februari mars april maj juni juli augusti september oktober november december'.split(
  ' ',
);
const SHORT_MONTHS = 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'.split(' ');
const WEEKDAYS = 'sön mån tis ons tors fre lör'.split(' ');

/** What a day is called. */
function wordsOf(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  const at = (month ?? 1) - 1;
  return {
    date: `${date}`,
    month: MONTHS[at] ?? '',
    shortMonth: SHORT_MONTHS[at] ?? '',
    year: `${year}`,
    weekday: WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '',
  };
}

/** `22 maj`, without its year (section 9: d MMM). */
export function formatShortDay(day: string): string {
  const { date, shortMonth } = wordsOf(day);
  return `${date} ${shortMonth}`;
}

/** `22 maj 2027` (section 9: d MMM yyyy). */
export function formatDay(day: string): string {
  return `${formatShortDay(day)} ${wordsOf(day).year}`;
}

/** `22 maj 2027`, the month in full (section 9: d MMMM yyyy). */
export function formatLongDay(day: string): string {
  const { date, month, year } = wordsOf(day);
  return `${date} ${month} ${year}`;
}

/** `20 november`, with the year when it is not that of `today`. */
export function formatDayOfYear(day: string, today: string): string {
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatLongDay(day);
  const { date, month } = wordsOf(day);
  return `${date} ${month}`;
}

/** One day as {@link formatDay}; a range as `18–19 juni 2027`, `30 juni – 2 juli 2027`, `31 dec. 2027 – 1 jan. 2028`. */
export function formatDays(day: string, endDay: string | null): string {
  if (!endDay || endDay === day) return formatDay(day);
  if (day.slice(0, 7) === endDay.slice(0, 7)) return `${wordsOf(day).date}–${formatDay(endDay)}`;
  if (day.slice(0, 4) === endDay.slice(0, 4)) return `${formatShortDay(day)} – ${formatDay(endDay)}`;
  return `${formatDay(day)} – ${formatDay(endDay)}`;
}

/** `Mars`, the heading over a month's events. */
export function formatMonth(day: string): string {
  const { month } = wordsOf(day);
  return month.charAt(0).toUpperCase() + month.slice(1);
}

/** What a calendar leaf shows: `lör`, `22`, `maj`; abbreviations without their full stop. */
export function leafOf(day: string): { weekday: string; day: string; month: string } {
  const { weekday, date, shortMonth } = wordsOf(day);
  return { weekday, day: date, month: shortMonth.replace('.', '') };
}
