import { excerpt } from '#src/shared/text.ts';
import {
  addSeconds,
  dayText,
  inZone,
  parseDuration,
  parseTime,
  STOCKHOLM,
  type Time,
  timesOf,
  type Zone,
} from './calendar-times.ts';
import {
  type Component,
  type Property,
  paramOf,
  propertyOf,
  textOf,
  textsOf,
  valueIn,
  valueNamed,
} from './content-lines.ts';
import { decodeText } from './decode.ts';
import { parseRule, type Rule } from './recurrence.ts';
import { MAX_CELL_LENGTH } from './table.ts';

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
  | 'organizer'
  | 'geo',
  string
>;

/** A component that is not read, by the line where it begins. */
export type LeftOut = { line: number; name?: string; reason: string };

/** `lastDay` is counted from the first, which is `start` in Swedish time. */
export type CalendarEvent = {
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

/** Phones and old programs write texts as bytes: `ENCODING=QUOTED-PRINTABLE:=C3=85re`. */
function textIn(property: Property): string {
  const value = valueIn(property);
  if (paramOf(property, 'ENCODING').toUpperCase() !== 'QUOTED-PRINTABLE') return value;
  const letters = value
    .replace(/=(?:\\n|$)/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return /^[\0-\xff]*$/.test(letters) ? decodeText(Buffer.from(letters, 'latin1')).text : letters;
}

const cut = (text: string) =>
  text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH).toWellFormed() : text;
const quoted = (text: string) => `"${excerpt(text)}"`;

/** The name for a report: one line of limited length. */
export function nameOf(summary: string): { name?: string } {
  const name = excerpt(summary);
  return name ? { name } : {};
}

export const named = (component: Component) => nameOf(textOf(valueNamed(component, 'SUMMARY')));

export function eventOf(component: Component, zoneOf: ZoneOf): CalendarEvent | LeftOut {
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
export function replacedDays(component: Component, zoneOf: ZoneOf): Time[] {
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
  const textNamed = (name: string) => {
    const property = propertyOf(component, name);
    return property ? cut(textOf(textIn(property))) : '';
  };
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
      geo: textNamed('GEO'),
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
export const shown = (time: Time, isWholeDays: boolean): Time =>
  isWholeDays ? time : inZone(time, STOCKHOLM);

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
export function dayMeant(time: Time): number {
  const here = inZone(time, STOCKHOLM);
  return here.seconds === 0 ? here.day : time.day;
}
