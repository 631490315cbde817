import { AppError } from '#src/shared/errors.ts';
import { excerpt } from '#src/shared/text.ts';
import { type CalendarEvent, eventOf, named, replacedDays } from './calendar-events.ts';
import { addGroup, type Calendar } from './calendar-series.ts';
import { type Time, zonesOf } from './calendar-times.ts';
import { componentsOf, unfold, valueNamed } from './content-lines.ts';
import { decodeText, utf16Of } from './decode.ts';
import { dayNumber } from './recurrence.ts';
import { MAX_ROWS } from './table.ts';

/** Recurring events are read from the start of the last year to the end of the year after the next. */
const YEARS_BEFORE = 1;
const YEARS_AFTER = 2;
/** Days that all series of a file may test: some seconds of work. */
const DAYS_TESTED_MAX = 30_000_000;

const PROPERTIES = new Set([
  ...[
    'UID',
    'SEQUENCE',
    'DTSTART',
    'DTEND',
    'DURATION',
    'RRULE',
    'EXRULE',
    'RDATE',
    'EXDATE',
    'RECURRENCE-ID',
  ],
  ...['SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'STATUS', 'CATEGORIES', 'ORGANIZER', 'GEO'],
  ...['TZID', 'TZOFFSETTO', 'X-LIC-LOCATION'],
]);

const NOT_EVENTS: Record<string, string> = {
  VTODO: 'det är en uppgift (VTODO), inte ett evenemang',
  VJOURNAL: 'det är en anteckning (VJOURNAL), inte ett evenemang',
  VFREEBUSY: 'det är upptagen tid (VFREEBUSY), inte ett evenemang',
};

/**
 * Reads iCalendar (RFC 5545, and as Google, Apple and Outlook write it): a row for each event, and for each occurrence
 * of one that recurs. Each component is a row, ignored or an error. Throws `source.too_many`.
 */
export function readCalendar(bytes: Uint8Array, thisYear = new Date().getUTCFullYear()): Calendar {
  const { bytes: joined, numbers } = unfold(inUtf8(bytes));
  const { text, replacements } = decodeText(joined);
  const components = () => componentsOf(text, numbers, PROPERTIES);
  const calendar: Calendar = { replacements, events: [], ignored: [], errors: [] };
  const definesZones = /BEGIN:VTIMEZONE/i.test(text);
  const zoneOf = zonesOf(definesZones ? [...components().filter(({ name }) => name === 'VTIMEZONE')] : []);
  const readable: CalendarEvent[] = [];
  const brokenDays = new Map<string, Time[]>();
  for (const component of components()) {
    const { name, line } = component;
    if (calendar.errors.length + calendar.ignored.length > MAX_ROWS) throw new AppError('source.too_many');
    if (name === 'VEVENT') {
      const event = eventOf(component, zoneOf);
      if ('reason' in event) {
        calendar.errors.push(event);
        const id = valueNamed(component, 'UID');
        brokenDays.set(id, [...(brokenDays.get(id) ?? []), ...replacedDays(component, zoneOf)]);
      } else readable.push(event);
    } else if (name !== 'VTIMEZONE')
      calendar.ignored.push({ ...named(component), line, reason: NOT_EVENTS[name] ?? describeOther(name) });
  }
  const budget = { days: DAYS_TESTED_MAX };
  const window = {
    from: dayNumber(thisYear - YEARS_BEFORE, 1, 1),
    to: dayNumber(thisYear + YEARS_AFTER, 12, 31),
    outside: `dagar före ${thisYear - YEARS_BEFORE} och efter ${thisYear + YEARS_AFTER} läses inte`,
  };
  // Without a UID, each is an event of its own.
  const byId = Map.groupBy(readable, ({ id, line }) => id || `\0${line}`);
  for (const [id, group] of byId)
    addGroup(calendar, group, { ...window, budget, brokenDays: brokenDays.get(id) ?? [] });
  const inOrder = (a: { line: number }, b: { line: number }) => a.line - b.line;
  for (const list of [calendar.events, calendar.ignored, calendar.errors]) list.sort(inOrder);
  return calendar;
}

const describeOther = (name: string) => `det är något annat (${excerpt(name, 30)}), inte ett evenemang`;

/** Lines of UTF-16 cannot be unfolded as bytes. */
const inUtf8 = (bytes: Uint8Array): Uint8Array =>
  utf16Of(bytes) ? new TextEncoder().encode(decodeText(bytes).text) : bytes;
