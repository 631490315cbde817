import { AppError } from '#src/shared/errors.ts';
import {
  type CalendarCells,
  type CalendarEvent,
  dayMeant,
  type LeftOut,
  nameOf,
  shown,
} from './calendar-events.ts';
import { dateOf, dayText, inZone, STOCKHOLM, type Time } from './calendar-times.ts';
import { type Budget, daysOfRule } from './recurrence.ts';
import { MAX_ROWS } from './table.ts';

/** `replacements` counts the characters that cannot be read. */
export type Calendar = {
  replacements: number;
  events: { line: number; cells: CalendarCells }[];
  ignored: LeftOut[];
  errors: LeftOut[];
};

/** Occurrences of one recurring event that are read. */
const OCCURRENCES_MAX = 100;

type Options = { from: number; to: number; outside: string; budget: Budget; brokenDays: readonly Time[] };

/** Adds the events with one UID. */
export function addGroup(calendar: Calendar, group: CalendarEvent[], options: Options): void {
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
  calendar.ignored.push({ line, ...nameOf(texts.summary), reason });
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

/**
 * The day of the occurrence that EXDATE or RECURRENCE-ID names, as the series counts its days. Undefined for a time at
 * which the series has none, unless `isLenient`.
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
