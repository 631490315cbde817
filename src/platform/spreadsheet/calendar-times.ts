/** Days, times and zones of iCalendar. A day that does not exist is refused, never moved to another one. */
import { DAY_MS, isDay, ZONE } from '#src/shared/dates.ts';
import { type Component, type Property, partsOf, valueIn, valueNamed } from './content-lines.ts';
import { dayNumber, daysOfRule, parseRule } from './recurrence.ts';

const DAY_SECONDS = 86_400;

/** Milliseconds from UTC at an instant. */
export type Zone = { offsetAt: (utcMs: number) => number };

/** As a clock of `zone` shows it: a day, counted from 1970-01-01, and its seconds. Without a zone as written. */
export type Time = { day: number; seconds: number; isDate: boolean; zone: Zone | undefined };

const UTC: Zone = { offsetAt: () => 0 };
const fixedZone = (ms: number): Zone => ({ offsetAt: () => ms });

const zones = new Map<string, Zone | undefined>();

/** Zones of the system by their names. Returns undefined for names that it does not know. */
function namedZone(name: string): Zone | undefined {
  if (zones.has(name)) return zones.get(name);
  let zone: Zone | undefined;
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const hours = new Map<number, number>();
    zone = {
      offsetAt: (utcMs) => {
        // Clocks change at a quarter of an hour.
        const quarter = Math.floor(utcMs / 900_000);
        const known = hours.get(quarter);
        if (known !== undefined) return known;
        const offset =
          Date.parse(`${format.format(quarter * 900_000).replace(' ', 'T')}Z`) - quarter * 900_000;
        hours.set(quarter, offset);
        return offset;
      },
    };
  } catch {
    // A name that only its calendar explains.
  }
  zones.set(name, zone);
  return zone;
}

export const STOCKHOLM = namedZone(ZONE) ?? UTC;

/** The names of Windows and Outlook (CLDR, windowsZones.xml) that are likely in calendars here. */
const WINDOWS_ZONES: Record<string, string> = {
  UTC: 'UTC',
  'GMT STANDARD TIME': 'Europe/London',
  'GREENWICH STANDARD TIME': 'Atlantic/Reykjavik',
  'W. EUROPE STANDARD TIME': ZONE,
  'CENTRAL EUROPE STANDARD TIME': ZONE,
  'CENTRAL EUROPEAN STANDARD TIME': ZONE,
  'ROMANCE STANDARD TIME': ZONE,
  'FLE STANDARD TIME': 'Europe/Helsinki',
  'GTB STANDARD TIME': 'Europe/Bucharest',
  'E. EUROPE STANDARD TIME': 'Europe/Chisinau',
  'RUSSIAN STANDARD TIME': 'Europe/Moscow',
  'TURKEY STANDARD TIME': 'Europe/Istanbul',
  'EASTERN STANDARD TIME': 'America/New_York',
  'CENTRAL STANDARD TIME': 'America/Chicago',
  'MOUNTAIN STANDARD TIME': 'America/Denver',
  'PACIFIC STANDARD TIME': 'America/Los_Angeles',
  'INDIA STANDARD TIME': 'Asia/Kolkata',
  'CHINA STANDARD TIME': 'Asia/Shanghai',
  'TOKYO STANDARD TIME': 'Asia/Tokyo',
  'AUS EASTERN STANDARD TIME': 'Australia/Sydney',
};

/** `Europe/Stockholm` in `/mozilla.org/20050126_1/Europe/Stockholm`. */
const zoneOfName = (name: string): Zone | undefined =>
  namedZone(WINDOWS_ZONES[name.toUpperCase()] ?? name) ?? namedZone(name.split('/').slice(-2).join('/'));

/** The zones of a file by their TZID: those of the system, else as the file defines them. */
export function zonesOf(definitions: readonly Component[]): (tzid: string) => Zone | undefined {
  const defined = new Map(definitions.map((one) => [valueNamed(one, 'TZID'), one]));
  const found = new Map<string, Zone | undefined>();
  return (tzid) => {
    if (found.has(tzid)) return found.get(tzid);
    const definition = defined.get(tzid);
    const zone =
      zoneOfName(tzid) ??
      (definition && (zoneOfName(valueNamed(definition, 'X-LIC-LOCATION')) ?? definedZone(definition)));
    found.set(tzid, zone);
    return zone;
  };
}

/** A zone of VTIMEZONE: the offset of the change that was last. Returns undefined if it has none that can be read. */
function definedZone({ children }: Component): Zone | undefined {
  const changes = children.flatMap((child) => {
    const start = parseTime(valueNamed(child, 'DTSTART'), undefined);
    const offset = offsetOf(valueNamed(child, 'TZOFFSETTO'));
    if (!start || offset === undefined) return [];
    const dates = child.properties
      .filter(({ name }) => name === 'RDATE')
      .flatMap((property) => valueIn(property).split(','))
      .flatMap((text) => parseTime(text, undefined)?.day ?? []);
    return [
      { start: start.day, offset, rule: parseRule(valueNamed(child, 'RRULE')), dates: [start.day, ...dates] },
    ];
  });
  if (changes.length === 0) return undefined;
  const lastBefore = (day: number, { start, rule, dates }: (typeof changes)[number]) => {
    const options = { from: day - 800, until: day, budget: { days: 5000 } };
    const days = rule ? [...dates, ...daysOfRule(rule, start, options)] : dates;
    return Math.max(...days.filter((one) => one <= day));
  };
  const byDay = new Map<number, number>();
  return {
    // The hour of the change does not matter for days.
    offsetAt: (utcMs) => {
      const day = Math.floor(utcMs / DAY_MS);
      const known = byDay.get(day);
      if (known !== undefined) return known;
      const latest = changes.toSorted((a, b) => lastBefore(day, b) - lastBefore(day, a))[0];
      const offset = latest?.offset ?? 0;
      byDay.set(day, offset);
      return offset;
    },
  };
}

function offsetOf(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(text) ?? [];
  if (!sign) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const TIME =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d):?(\d\d)?:?(\d\d)?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns undefined for a text that is no time, or has a day that does not exist. */
export function parseTime(text: string, zone: Zone | undefined): Time | undefined {
  const [, year, , month, date, hour, minute = '0', second = '0', suffix = ''] = TIME.exec(text.trim()) ?? [];
  if (!year || !isExisting(`${year}-${month}-${date}`)) return undefined;
  const day = dayNumber(Number(year), Number(month), Number(date));
  if (hour === undefined) return { day, seconds: 0, isDate: true, zone: undefined };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second));
  const offset = offsetOf(suffix);
  const ownZone = suffix.toUpperCase() === 'Z' ? UTC : offset === undefined ? zone : fixedZone(offset);
  return { day, seconds, isDate: false, zone: ownZone };
}

/** Zones are defined with changes in 1601. */
const isExisting = (day: string) => isDay(day.replace(/^1[0-8]/, '20'));

/** A time as a line ends, after a parameter that cannot be read. */
const LAST_TIME = /(?<!\d)(?:\d{8}|\d{4}-\d\d-\d\d)(?:T[\d:]+Z?)?$/i;

/** The times of a property, undefined for each that cannot be read, with their texts. Of a period it is the start. */
export function timesOf(
  property: Property,
  zoneOf: (tzid: string) => Zone | undefined,
): { text: string; time: Time | undefined }[] {
  const { params, value } = partsOf(property);
  const zone = zoneOf(params.get('TZID') ?? '');
  const isDate = params.get('VALUE')?.toUpperCase() === 'DATE';
  const times = value.split(',').map((one) => {
    const time = parseTime(one.split('/')[0] ?? '', zone);
    return {
      text: one.trim(),
      time: time && isDate ? dateOf(time) : time,
    };
  });
  // Names of zones by Outlook contain colons, and the colon before the value may be missing.
  const isHidden = value === '' || value.includes(':');
  if (!isHidden || times.some(({ time }) => time)) return times;
  const [last] = LAST_TIME.exec(property.text.trim()) ?? [];
  const time = last && last !== value ? parseTime(last, zone) : undefined;
  return time ? [{ text: last ?? '', time }] : times;
}

export const dateOf = ({ day }: Time): Time => ({ day, seconds: 0, isDate: true, zone: undefined });

const wallMs = ({ day, seconds }: Time) => day * DAY_MS + seconds * 1000;

export function addSeconds(time: Time, seconds: number): Time {
  const total = time.seconds + seconds;
  const days = Math.floor(total / DAY_SECONDS);
  return { ...time, day: time.day + days, seconds: total - days * DAY_SECONDS };
}

/** As a clock of `zone` shows it. Days and times without a zone stay as they are written. */
export function inZone(time: Time, zone: Zone | undefined): Time {
  if (time.isDate || !time.zone || !zone || time.zone === zone) return time;
  const guess = wallMs(time) - time.zone.offsetAt(wallMs(time));
  const utcMs = wallMs(time) - time.zone.offsetAt(guess);
  return addSeconds(
    { day: 0, seconds: 0, isDate: false, zone },
    Math.floor((utcMs + zone.offsetAt(utcMs)) / 1000),
  );
}

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** In seconds. Returns undefined if it cannot be read or is longer than a year. */
export function parseDuration(text: string): number | undefined {
  const found = DURATION.exec(text.trim());
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((part) => Number(part ?? 0));
  const total = (weeks * 7 + days) * DAY_SECONDS + hours * 3600 + minutes * 60 + seconds;
  if (total > 366 * DAY_SECONDS) return undefined;
  return found[1] === '-' ? 0 : total;
}

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
