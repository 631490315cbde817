import { AppError } from '../../shared/errors';
import { oneLine } from '../../shared/text';
import {
  addSeconds,
  dateOf,
  dayText,
  inZone,
  parseDuration,
  parseTime,
  STOCKHOLM,
  type Time,
  timesOf,
  type Zone,
  zonesOf,
} from './calendar-times';
import { type Component, componentsOf, paramOf, textOf, textsOf, unfold, valueIn } from './content-lines';
import { decodeText } from './decode';
import { type Budget, dayNumber, daysOfRule, parseRule, type Rule } from './recurrence';
import { MAX_CELL_LENGTH, MAX_ROWS } from './table';

/** What an event says. `start` and `end` are days in Swedish time; `end` is included. */
export type CalendarCells = Record<
  | 'id'
  | 'start'
  | 'end'
  | 'summary'
  | 'location'
  | 'description'
  | 'url'
  | 'status'
  | 'categories'
  | 'organizer',
  string
>;

/** A component that is not read, by the line where it begins. */
export type LeftOut = { line: number; name?: string; reason: string };

/** `replacements` counts the characters that cannot be read. */
export type Calendar = {
  replacements: number;
  events: { line: number; cells: CalendarCells }[];
  ignored: LeftOut[];
  errors: LeftOut[];
};

/** Occurrences of one recurring event that are read. */
const OCCURRENCES_MAX = 100;
/** Recurring events are read from the start of the last year to the end of the year after the next. */
const YEARS_BEFORE = 1;
const YEARS_AFTER = 2;
/** Days that all series of a file may test: some seconds of work. */
const DAYS_TESTED_MAX = 30_000_000;
const NAME_MAX = 80;

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
  ...['SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'STATUS', 'CATEGORIES', 'ORGANIZER'],
  ...['TZID', 'TZOFFSETTO', 'X-LIC-LOCATION'],
]);

const NOT_EVENTS: Record<string, string> = {
  VTODO: 'det är en uppgift (VTODO), inte ett evenemang',
  VJOURNAL: 'det är en anteckning (VJOURNAL), inte ett evenemang',
  VFREEBUSY: 'det är upptagen tid (VFREEBUSY), inte ett evenemang',
};

/**
 * Reads iCalendar (RFC 5545, and as Google, Apple and Outlook write it): a row for each event, and for each occurrence of
 * one that recurs. Each component is a row, ignored or an error. Throws `source.too_many`.
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
    } else if (NOT_EVENTS[name])
      calendar.ignored.push({ ...named(component), line, reason: NOT_EVENTS[name] });
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

/** Lines of UTF-16 cannot be unfolded as bytes. */
const inUtf8 = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, 100).includes(0) ||
  /^(\xff\xfe|\xfe\xff)/.test(String.fromCharCode(...bytes.subarray(0, 2)))
    ? new TextEncoder().encode(decodeText(bytes).text)
    : bytes;

/** `lastDay` is counted from the first, which is `start` in Swedish time. */
type CalendarEvent = {
  line: number;
  id: string;
  sequence: number;
  start: Time;
  isWholeDays: boolean;
  length: number;
  rule: Rule | undefined;
  /** The last day of the rule. */
  until: number;
  exceptRule: Rule | undefined;
  added: Time[];
  excluded: Time[];
  recurrenceId: Time | undefined;
  isForFuture: boolean;
  texts: Omit<CalendarCells, 'id' | 'start' | 'end'>;
};

class Unreadable extends Error {}

type ZoneOf = (tzid: string) => Zone | undefined;

const propertyOf = ({ properties }: Component, name: string) =>
  properties.find((property) => property.name === name);
function valueNamed(component: Component, name: string): string {
  const property = propertyOf(component, name);
  return property ? valueIn(property) : '';
}
const cut = (text: string) =>
  text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH).toWellFormed() : text;
const quoted = (text: string) => `"${oneLine(text.slice(0, NAME_MAX).toWellFormed())}"`;

const named = (component: Component): { name?: string } => {
  const name = oneLine(textOf(valueNamed(component, 'SUMMARY')).slice(0, NAME_MAX).toWellFormed());
  return name ? { name } : {};
};

function eventOf(component: Component, zoneOf: ZoneOf): CalendarEvent | LeftOut {
  try {
    return readEvent(component, zoneOf);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { line: component.line, ...named(component), reason: error.message };
  }
}

/** All times of the properties with a name. */
function allTimes(component: Component, name: string, zoneOf: ZoneOf): Time[] {
  const properties = component.properties.filter((property) => property.name === name);
  return properties.flatMap((property) =>
    timesOf(property, zoneOf).flatMap(({ text, time }) => {
      if (!time && text) throw new Unreadable(describeTime(name, text));
      return time ?? [];
    }),
  );
}

function describeTime(name: string, text: string): string {
  const isDayOfDigits = /^\d{4}-?\d\d-?\d\d(T|$)/i.test(text);
  return isDayOfDigits
    ? `datumet ${quoted(text)} i ${name} finns inte.`
    : `datumet ${quoted(text)} i ${name} går inte att läsa. Skriv det som 20270522: år, månad och dag.`;
}

/** The days that an unreadable exception replaces: what holds on them is not known. */
function replacedDays(component: Component, zoneOf: ZoneOf): Time[] {
  const property = propertyOf(component, 'RECURRENCE-ID');
  return property ? timesOf(property, zoneOf).flatMap(({ time }) => time ?? []) : [];
}

function ruleOf(component: Component, name: string): Rule | undefined {
  if (component.properties.filter((property) => property.name === name).length > 1)
    throw new Unreadable(`det har flera upprepningar (${name}). Behåll en.`);
  const text = valueNamed(component, name);
  const rule = parseRule(text);
  if (text && !rule)
    throw new Unreadable(
      `upprepningen ${quoted(text)} i ${name} går inte att läsa. Upprepa per dag, vecka, månad eller år.`,
    );
  return rule;
}

function readEvent(component: Component, zoneOf: ZoneOf): CalendarEvent {
  if (component.missing === 'end')
    throw new Unreadable('filen slutar mitt i evenemanget: END:VEVENT saknas.');
  if (component.missing)
    throw new Unreadable('raden före det, BEGIN:VEVENT, saknas eller går inte att läsa.');
  const starts = allTimes(component, 'DTSTART', zoneOf);
  const [start] = starts;
  if (!start) throw new Unreadable('startdatum (DTSTART) saknas.');
  if (starts.some((other) => other.day !== start.day))
    throw new Unreadable('det har flera startdatum (DTSTART). Behåll ett.');
  const [end] = allTimes(component, 'DTEND', zoneOf);
  const duration = durationOf(component);
  const stop = end ?? (duration === undefined ? undefined : addSeconds(start, duration));
  const isWholeDays = start.seconds === 0 && (!stop || stop.seconds === 0);
  const rule = ruleOf(component, 'RRULE');
  const [recurrenceId] = allTimes(component, 'RECURRENCE-ID', zoneOf);
  const cancelled = component.method === 'CANCEL';
  const [organizer, replaced] = ['ORGANIZER', 'RECURRENCE-ID'].map((name) => propertyOf(component, name));
  const textNamed = (name: string) => cut(textOf(valueNamed(component, name)));
  const categories = component.properties.filter(({ name }) => name === 'CATEGORIES');
  return {
    line: component.line,
    id: valueNamed(component, 'UID'),
    sequence: Number(valueNamed(component, 'SEQUENCE')) || 0,
    start,
    isWholeDays,
    length: lengthOf(start, stop, isWholeDays),
    rule,
    until: rule ? lastDayOf(rule, start) : 0,
    exceptRule: ruleOf(component, 'EXRULE'),
    added: allTimes(component, 'RDATE', zoneOf),
    excluded: allTimes(component, 'EXDATE', zoneOf),
    recurrenceId,
    isForFuture: !!replaced && paramOf(replaced, 'RANGE').toUpperCase() === 'THISANDFUTURE',
    texts: {
      summary: textNamed('SUMMARY'),
      location: textNamed('LOCATION'),
      description: textNamed('DESCRIPTION'),
      url: textNamed('URL'),
      status: cancelled ? 'CANCELLED' : textNamed('STATUS'),
      categories: cut(categories.flatMap((property) => textsOf(valueIn(property))).join(';')),
      organizer: organizer ? cut(paramOf(organizer, 'CN').trim()) : '',
    },
  };
}

function durationOf(component: Component): number | undefined {
  const text = valueNamed(component, 'DURATION');
  const seconds = parseDuration(text);
  if (text && seconds === undefined)
    throw new Unreadable(`längden ${quoted(text)} i DURATION går inte att läsa. Skriv till exempel P2D.`);
  return seconds;
}

/**
 * In Swedish time, if the zone is known: a time of another zone may be on another day here. Days that begin and end at
 * midnight are meant as days, whatever the zone.
 */
const shown = (time: Time, isWholeDays: boolean): Time => (isWholeDays ? time : inZone(time, STOCKHOLM));

/** The days after the first. The end is not included: midnight belongs to the day before. */
function lengthOf(start: Time, end: Time | undefined, isWholeDays: boolean): number {
  if (!end) return 0;
  const { day: first } = shown(start, isWholeDays);
  const stop = shown(end, isWholeDays);
  if (stop.day < first)
    throw new Unreadable(`slutdatumet "${dayText(stop.day)}" är före startdatumet "${dayText(first)}".`);
  return Math.max(0, addSeconds(stop, -1).day - first);
}

/** UNTIL may be a day, which is then included, or an instant. */
function lastDayOf({ until }: Rule, start: Time): number {
  if (!until) return Number.POSITIVE_INFINITY;
  const time = parseTime(until, start.zone);
  if (!time) throw new Unreadable(describeTime('UNTIL', until));
  if (time.isDate) return time.day;
  if (start.isDate) return dayMeant(time);
  const { day, seconds } = inZone(time, start.zone ?? STOCKHOLM);
  return seconds < start.seconds ? day - 1 : day;
}

/** Some programs write a day as the instant when it begins, here or in UTC. */
function dayMeant(time: Time): number {
  const here = inZone(time, STOCKHOLM);
  return here.seconds === 0 ? here.day : time.day;
}

/**
 * The day of the occurrence that EXDATE or RECURRENCE-ID names, as the series counts its days. Undefined for a time at which
 * the series has none, unless `isLenient`.
 */
function occurrenceOf(time: Time, { start }: CalendarEvent, isLenient: boolean): number | undefined {
  if (time.isDate) return time.day;
  if (start.isDate) return dayMeant(time);
  const here = inZone(time, start.zone ?? STOCKHOLM);
  if (here.seconds === start.seconds) return here.day;
  // Outlook writes the day at midnight.
  if (time.seconds === 0) return time.day;
  return isLenient ? here.day : undefined;
}

type Options = { from: number; to: number; outside: string; budget: Budget; brokenDays: readonly Time[] };

/** Adds the events with one UID. */
function addGroup(calendar: Calendar, group: CalendarEvent[], options: Options): void {
  const events = latestOf(calendar, group);
  const exceptions = events.filter(({ recurrenceId, rule }) => recurrenceId && !rule);
  // With a rule of its own, an exception begins a new part of the series.
  const series = events.filter(({ recurrenceId, rule }) => !recurrenceId || rule);
  const parts = series.filter(({ recurrenceId }) => recurrenceId);
  const used = new Set<CalendarEvent>();
  for (const event of series) {
    if (!event.rule && event.added.length === 0) addEvent(calendar, event, event.id);
    else addSeries(calendar, event, { ...options, exceptions, used, parts });
  }
  const isRecurring = series.some(({ rule }) => rule);
  for (const event of exceptions) {
    if (used.has(event)) continue;
    const { day } = event.start;
    if (isRecurring && (day < options.from || day > options.to)) ignore(calendar, event, options.outside);
    // An exception whose series is not in the file, or has no such day, is an event of its own.
    else addEvent(calendar, event, occurrenceId(event.id, event.recurrenceId ?? event.start));
  }
}

const occurrenceId = (id: string, time: Time) => (id ? `${id}/${dayText(inZone(time, STOCKHOLM).day)}` : '');

/** An update replaces what it updates: the same name or day with a higher SEQUENCE. Others with the same UID stay. */
function latestOf(calendar: Calendar, group: CalendarEvent[]): CalendarEvent[] {
  if (group.length === 1) return group;
  const latest: CalendarEvent[] = [];
  const slotOf = ({ recurrenceId }: CalendarEvent) =>
    recurrenceId ? dayText(inZone(recurrenceId, STOCKHOLM).day) : '';
  for (const slot of Map.groupBy(group, slotOf).values()) {
    const kept: CalendarEvent[] = [];
    const seen = new Map<string, CalendarEvent>();
    for (const event of slot.toSorted((a, b) => b.sequence - a.sequence)) {
      const marks = [`name ${event.texts.summary}`, `day ${event.start.day}`];
      const other = marks.map((mark) => seen.get(mark)).find((one) => one && one.sequence > event.sequence);
      if (other)
        ignore(calendar, event, `den ersätts av en senare version med samma UID på rad ${other.line}`);
      else {
        kept.push(event);
        for (const mark of marks) if (!seen.has(mark)) seen.set(mark, event);
      }
    }
    latest.push(...kept);
  }
  return latest.sort((a, b) => a.line - b.line);
}

function ignore(calendar: Calendar, { line, texts }: CalendarEvent, reason: string): void {
  const name = oneLine(texts.summary.slice(0, NAME_MAX).toWellFormed());
  calendar.ignored.push({ line, ...(name && { name }), reason });
}

function addEvent(calendar: Calendar, event: CalendarEvent, id: string, days?: { first: number }): void {
  const { line, start, isWholeDays, length, texts } = event;
  const first = days?.first ?? shown(start, isWholeDays).day;
  // Each row is in memory at once.
  if (calendar.events.length >= MAX_ROWS) throw new AppError('source.too_many');
  const end = length > 0 ? dayText(first + length) : '';
  calendar.events.push({ line, cells: { id, start: dayText(first), end, ...texts } });
}

type SeriesOptions = Options & {
  exceptions: readonly CalendarEvent[];
  used: Set<CalendarEvent>;
  parts: readonly CalendarEvent[];
};

function addSeries(calendar: Calendar, event: CalendarEvent, options: SeriesOptions): void {
  const { from, to, outside, budget, brokenDays, exceptions, used, parts } = options;
  const replacedBy = (one: CalendarEvent) => occurrenceOf(one.recurrenceId ?? one.start, event, true);
  const nextPart = Math.min(
    ...parts
      .filter((part) => part !== event && part.start.day > event.start.day)
      .map((part) => replacedBy(part) ?? part.start.day),
  );
  const lastDay = Math.min(to, event.until, nextPart - 1);
  const { days, ending } = seriesDays(event, { from, until: lastDay, budget, brokenDays });
  const byDay = new Map(exceptions.map((one) => [replacedBy(one), one]));
  const inside = days.filter((day) => day >= from && day <= to);
  let own = 0;
  for (const day of inside.slice(0, OCCURRENCES_MAX)) {
    const occurrence = { ...event.start, day };
    const id = occurrenceId(event.id, occurrence);
    const exception = byDay.get(day);
    if (exception) {
      used.add(exception);
      addEvent(calendar, exception, id);
      continue;
    }
    own++;
    const changed = exceptions
      .filter((one) => one.isForFuture && (replacedBy(one) ?? day) < day)
      .sort((a, b) => (replacedBy(a) ?? 0) - (replacedBy(b) ?? 0))
      .at(-1);
    addOccurrence(calendar, event, { occurrence, id, changed });
  }
  const isCutByWindow = ending === 'later' && lastDay === to && event.until > to;
  if (ending === 'budget') ignore(calendar, event, 'upprepningen är för lång för att läsas till slutet');
  else if (inside.length > OCCURRENCES_MAX)
    ignore(calendar, event, `bara de första ${OCCURRENCES_MAX} dagarna av upprepningen läses`);
  else if (isCutByWindow || inside.length < days.length) ignore(calendar, event, outside);
  else if (inside.length === 0) ignore(calendar, event, 'ingen dag är kvar av upprepningen');
  else if (own === 0) ignore(calendar, event, 'varje dag av upprepningen är ändrad för sig');
}

function addOccurrence(
  calendar: Calendar,
  event: CalendarEvent,
  { occurrence, id, changed }: { occurrence: Time; id: string; changed: CalendarEvent | undefined },
): void {
  if (!changed) {
    addEvent(calendar, event, id, { first: shown(occurrence, event.isWholeDays).day });
    return;
  }
  const moved = changed.start.day - (changed.recurrenceId ?? changed.start).day;
  addEvent(calendar, changed, id, {
    first: shown({ ...changed.start, day: occurrence.day + moved }, changed.isWholeDays).day,
  });
}

/** More than are read, so that a longer series is noticed. Of a rule, those before `from` are left out. */
function seriesDays(
  event: CalendarEvent,
  { from, until, budget, brokenDays }: Pick<Options, 'from' | 'budget' | 'brokenDays'> & { until: number },
) {
  const { start, rule, exceptRule, added, excluded } = event;
  const without = new Set([
    ...excluded.map((time) => occurrenceOf(time, event, false)),
    ...brokenDays.map((time) => occurrenceOf(time, event, true)),
  ]);
  if (exceptRule)
    for (const day of daysOfRule(exceptRule, start.day, { from, until, budget })) without.add(day);
  const days = new Set<number>();
  let ending: 'ended' | 'later' | 'budget' = 'ended';
  if (rule) {
    const all = daysOfRule(rule, start.day, { from, until, budget });
    for (let next = all.next(); ; next = all.next()) {
      if (next.done) {
        ending = next.value;
        break;
      }
      if (next.value <= until && !without.has(next.value) && (next.value >= from || next.value === start.day))
        days.add(next.value);
      // The start may be before the days that are read.
      if (days.size > OCCURRENCES_MAX + 1) break;
    }
  } else if (!without.has(start.day)) days.add(start.day);
  for (const time of added) {
    const { day } = time.isDate ? dateOf(time) : inZone(time, start.zone ?? STOCKHOLM);
    if (!without.has(day)) days.add(day);
  }
  return { days: [...days].sort((a, b) => a - b), ending };
}
