// Apart from `dates.ts`, which every page needs: what time zones take is not for the first load.
import { TZDate } from '@date-fns/tz';
import { isValid, parseISO } from 'date-fns';
import { formatLongDay, isDay, local, show, ZONE } from './dates';

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The instant that a date-time means; without a zone it is Stockholm time (D18). Undefined when it is none. */
export function parseInstant(text: string): Date | undefined {
  const parts = ISO_DATE_TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', zone] = parts;
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (zone) {
    const instant = parseISO(text.trim().replace(' ', 'T'));
    return isValid(instant) ? instant : undefined;
  }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(
    new TZDate(year, month - 1, date, Number(hour), Number(minute), Number(second), ZONE).getTime(),
  );
}

// By hand rather than as a TZDate: a clock that stands in for the browser's own takes that apart.
const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The day and the time on the clocks of Stockholm. Swedish writes them as ISO does. */
function inStockholm(instant: string): { day: string; time: string } {
  const [day = '', time = ''] = CLOCK.format(new Date(instant)).split(' ');
  return { day, time };
}

/** `3 mars, 14:05`: d MMM, HH:mm in Stockholm. */
export function formatMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${show(local(day), 'd MMM')}, ${time}`;
}

/** `3 mars 2027 14:05`: d MMMM yyyy HH:mm in Stockholm. */
export function formatLongMoment(instant: string): string {
  const { day, time } = inStockholm(instant);
  return `${formatLongDay(day)} ${time}`;
}

/** `14:05` in Stockholm. */
export const formatTime = (instant: string): string => inStockholm(instant).time;
