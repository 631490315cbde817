// Apart from `dates.ts`, which every page needs: what time zones take is not for the first load.
import { TZDate } from '@date-fns/tz';
// From all of it would take a start 20 ms.
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { dayInStockholm, formatDay, formatLongDay, formatShortDay, isDay, ZONE } from './dates';

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The instant that a date-time means; without a zone it is Stockholm time (D18). Undefined when it is none. */
export function parseInstant(text: string): Date | undefined {
  const parts = ISO_DATE_TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', zone] = parts;
  // East of Greenwich, 1900 begins on this day in UTC. Instants are returned in UTC, and must be accepted again.
  const isThere = isDay(day) || (zone !== undefined && day === '1899-12-31');
  if (!isThere || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (zone) {
    const instant = parseISO(text.trim().replace(' ', 'T'));
    // West of Greenwich the last evening of 9999 is in a year that no ISO date-time of ours can tell.
    return isValid(instant) && instant.getUTCFullYear() <= 9999 ? instant : undefined;
  }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(
    new TZDate(year, month - 1, date, Number(hour), Number(minute), Number(second), ZONE).getTime(),
  );
}

// With Intl, as dates.ts does: a class that extends Date is lost on a page where Date has been replaced.
const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });

function inStockholm(instant: string): { day: string; time: string } {
  const date = new Date(instant);
  return { day: dayInStockholm(date), time: TIME.format(date) };
}

/** `2027-03-03T14:05` in Stockholm, as a `datetime-local` control has it, seconds where there are any; empty for none. */
export function formatForInput(instant: string | null | undefined): string {
  if (!instant) return '';
  const { day, time } = inStockholm(instant);
  const seconds = instant.slice(17, 19);
  return `${day}T${time}${seconds === '00' ? '' : `:${seconds}`}`;
}

/** `3 mars, 14:05`: d MMM, HH:mm in Stockholm. */
export function formatMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatShortDay(day)}, ${time}`;
}

/** `3 jan. 2027 14:05`: d MMM yyyy HH:mm in Stockholm. */
export function formatDayMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatDay(day)} ${time}`;
}

/** `3 mars 2027 14:05`: d MMMM yyyy HH:mm in Stockholm. */
export function formatLongMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatLongDay(day)} ${time}`;
}

/** `14:05` in Stockholm. */
export function formatTime(instant: string): string {
  return inStockholm(instant).time;
}

/** `3 mars 14:05`: d MMM HH:mm in Stockholm (section 9). */
export function formatShortMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatShortDay(day)} ${time}`;
}
