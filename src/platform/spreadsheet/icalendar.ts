import ICAL from 'ical.js';
import { AppError } from '../../shared/errors';
import { collectRows, type Table } from './table';

/** The columns that an iCalendar file becomes. `start` and `end` are days in Swedish time; `end` is included. */
export const ICALENDAR_COLUMNS = [
  'id',
  'start',
  'end',
  'summary',
  'location',
  'description',
  'url',
  'status',
  'categories',
  'organizer',
] as const;
type Column = (typeof ICALENDAR_COLUMNS)[number];

/** Occurrences of one recurring event that are read, and how many are skipped before the first of them. */
const OCCURRENCES_MAX = 100;
const STEPS_MAX = 20_000;
/** Recurring events are read from the start of the last year to the end of the year after the next. */
const YEARS_BEFORE = 1;
const YEARS_AFTER = 2;

/** Reads iCalendar (RFC 5545): one row for each event, and for each occurrence of one that recurs. Throws `import.*`. */
export function icalendarTable(text: string, thisYear = new Date().getUTCFullYear()): Table {
  const { add, rows, ignoredColumns } = collectRows(ICALENDAR_COLUMNS);
  add(0, ICALENDAR_COLUMNS.length, (column) => ICALENDAR_COLUMNS[column] ?? '');
  const events = eventsOf(text);
  const exceptionsById = Map.groupBy(
    events.filter((event) => event.hasProperty('recurrence-id')),
    idOf,
  );
  let number = 0;
  for (const component of events) {
    if (component.hasProperty('recurrence-id')) continue;
    number++;
    try {
      const event = new ICAL.Event(component, { exceptions: exceptionsById.get(idOf(component)) ?? [] });
      for (const cells of rowsOf(event, thisYear))
        add(number, ICALENDAR_COLUMNS.length, (column) => cells[ICALENDAR_COLUMNS[column] ?? 'id'] ?? '');
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The feature reports a row without a date.
      add(number, ICALENDAR_COLUMNS.length, (column) =>
        ICALENDAR_COLUMNS[column] === 'summary' ? textOf(component, 'summary') || '?' : '',
      );
    }
  }
  return { rows, ignoredColumns, ignoredSheets: [] };
}

function eventsOf(text: string): ICAL.Component[] {
  try {
    const parsed: unknown[] = [ICAL.parse(text)].flat(1);
    const calendars = typeof parsed[0] === 'string' ? [parsed] : parsed;
    return calendars.flatMap((calendar) =>
      new ICAL.Component(calendar as never).getAllSubcomponents('vevent'),
    );
  } catch (cause) {
    throw new AppError('import.unreadable', { cause });
  }
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return value === null || value === undefined ? '' : String(value);
};
const idOf = (component: ICAL.Component) => textOf(component, 'uid');

function* rowsOf(event: ICAL.Event, thisYear: number): Generator<Partial<Record<Column, string>>> {
  if (!event.isRecurring()) {
    yield cellsOf(event, event.startDate, event.endDate, event.uid);
    return;
  }
  const iterator = event.iterator();
  let found = 0;
  for (let step = 0; step < STEPS_MAX && found < OCCURRENCES_MAX; step++) {
    const next = iterator.next();
    if (!next || next.year > thisYear + YEARS_AFTER) return;
    if (next.year < thisYear - YEARS_BEFORE) continue;
    found++;
    const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next);
    yield cellsOf(item, startDate, endDate, `${event.uid}/${dayOf(recurrenceId)}`);
  }
}

function cellsOf({ component }: ICAL.Event, start: ICAL.Time, end: ICAL.Time, id: string) {
  const startDay = dayOf(start);
  const endDay = lastDayOf(start, end);
  const categories = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String));
  const organizer = component.getFirstProperty('organizer')?.getFirstParameter('cn');
  return {
    id,
    start: startDay,
    end: endDay > startDay ? endDay : '',
    summary: textOf(component, 'summary'),
    location: textOf(component, 'location'),
    description: textOf(component, 'description'),
    url: textOf(component, 'url'),
    status: textOf(component, 'status'),
    categories: categories.join(';'),
    organizer: organizer ?? '',
  };
}

const SWEDISH_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' });

/** Times of other zones than UTC are taken as they are written: nearly all are Swedish. */
function dayOf(time: ICAL.Time): string {
  if (!time.isDate && time.zone === ICAL.Timezone.utcTimezone) return SWEDISH_DAY.format(time.toJSDate());
  return time.toString().slice(0, 'YYYY-MM-DD'.length);
}

/** The end is not included: midnight belongs to the day before. */
function lastDayOf(start: ICAL.Time, end: ICAL.Time | null): string {
  if (!end || end.compare(start) <= 0) return dayOf(start);
  const last = end.clone();
  last.adjust(end.isDate ? -1 : 0, 0, 0, end.isDate ? 0 : -1);
  return dayOf(last);
}
