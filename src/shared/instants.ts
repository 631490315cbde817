// Separate from `dates.ts`, which every page loads, to keep time zones out of the first load.
import { TZDate } from '@date-fns/tz';
// Deep imports, because importing all of date-fns adds 20 ms to the start.
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { dayInStockholm, formatDay, formatLongDay, formatShortDay, isDay, ZONE } from './dates.ts';

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Without a zone it is in Stockholm time. Returns undefined if it is invalid. */
export function parseInstant(text: string): Date | undefined {
  const parts = ISO_DATE_TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', zone] = parts;
  // East of Greenwich, 1900 starts on this day in UTC. Instants are returned in UTC and must be accepted again.
  const isDayValid = isDay(day) || (zone !== undefined && day === '1899-12-31');
  if (!isDayValid || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (zone) {
    const instant = parseISO(text.trim().replace(' ', 'T'));
    // West of Greenwich, the last hours of 9999 are in the year 10000 in UTC, which our ISO format cannot express.
    return isValid(instant) && instant.getUTCFullYear() <= 9999 ? instant : undefined;
  }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(
    new TZDate(year, month - 1, date, Number(hour), Number(minute), Number(second), ZONE).getTime(),
  );
}

// Intl rather than TZDate: a class that extends Date breaks on pages that replace the global Date.
const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });

function inStockholm(instant: string): { day: string; time: string } {
  const date = new Date(instant);
  return { day: dayInStockholm(date), time: TIME.format(date) };
}

/** For a `datetime-local` input, in Stockholm: `2027-03-03T14:05`, with seconds if they are not 0. */
export function formatForInput(instant: string | null | undefined): string {
  if (!instant) return '';
  const { day, time } = inStockholm(instant);
  const seconds = instant.slice(17, 19);
  return `${day}T${time}${seconds === '00' ? '' : `:${seconds}`}`;
}

/** `3 mars, 14:05`, in Stockholm. */
export function formatMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatShortDay(day)}, ${time}`;
}

/** `3 jan. 2027 14:05`, in Stockholm. */
export function formatDayMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatDay(day)} ${time}`;
}

/** `3 mars 2027 14:05`, in Stockholm. */
export function formatLongMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatLongDay(day)} ${time}`;
}

/** `14:05`, in Stockholm. */
export function formatTime(instant: string): string {
  return inStockholm(instant).time;
}

/** `3 mars 14:05`, in Stockholm. */
export function formatShortMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatShortDay(day)} ${time}`;
}
