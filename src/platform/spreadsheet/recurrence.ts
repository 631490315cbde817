/**
 * Recurrence rules of iCalendar (RFC 5545), by days. Every day of a period is tested instead of computed, so a rule
 * never rolls over to another day: `FREQ=YEARLY` on 29 February is only in leap years, and week 53 only in years that
 * have one.
 */
import { DAY_MS } from '#src/shared/dates.ts';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** `until` is the text, which only means a day together with the start of the series. Weekdays are 0 (Sunday) to 6. */
export type Rule = {
  freq: (typeof FREQUENCIES)[number];
  interval: number;
  count: number;
  until: string;
  byMonth: number[];
  byWeekNo: number[];
  byYearDay: number[];
  byMonthDay: number[];
  byDay: { weekday: number; nth: number }[];
  bySetPos: number[];
  weekStart: number;
};

const listOf = (text: string | undefined) => (text ? text.split(',').map((part) => part.trim()) : []);

/** Returns undefined for rules that are invalid or repeat within a day. Names and values have no case. */
export function parseRule(text: string): Rule | undefined {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=').map((side) => side.trim()) as [string, string | undefined])
      .filter(([, value]) => value),
  );
  const freq = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  let isValid = freq !== undefined;
  const numbers = (name: string, highest: number, lowest = -highest) =>
    listOf(parts.get(name)).map((word) => {
      const number = /^[+-]?\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
      if (!(number >= lowest && number <= highest && number !== 0)) isValid = false;
      return number;
    });
  const weekdayOf = (word: string) => {
    const index = WEEKDAYS.indexOf(word);
    if (index < 0) isValid = false;
    return index;
  };
  const rule = {
    freq: freq ?? 'DAILY',
    interval: numbers('INTERVAL', 999_999_999, 1)[0] ?? 1,
    count: numbers('COUNT', 999_999_999, 1)[0] ?? Number.POSITIVE_INFINITY,
    until: parts.get('UNTIL') ?? '',
    byMonth: numbers('BYMONTH', 12, 1),
    byWeekNo: numbers('BYWEEKNO', 53),
    byYearDay: numbers('BYYEARDAY', 366),
    byMonthDay: numbers('BYMONTHDAY', 31),
    byDay: listOf(parts.get('BYDAY')).map((word) => {
      const [, nth = '0', weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(word) ?? [];
      return { weekday: weekdayOf(weekday), nth: Number(nth) };
    }),
    bySetPos: numbers('BYSETPOS', 366),
    weekStart: weekdayOf(parts.get('WKST') ?? 'MO'),
  };
  // Parts that select a time of the day do not matter for days.
  return isValid ? rule : undefined;
}

/** Days are counted from 1 January 1970. */
export const dayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / DAY_MS;
const yearOfDay = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
/** 4 January 1970 was a Sunday. */
const weekdayOfDay = (day: number) => (((day - 3) % 7) + 7) % 7;

/** Where a day lies: only what the rules ask for. */
function describeDay(day: number) {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  return { day, year, month, date: date.getUTCDate(), weekday: weekdayOfDay(day) };
}
type Described = ReturnType<typeof describeDay>;

const isListed = (numbers: readonly number[], fromStart: number, length: number) =>
  numbers.some((number) => number === fromStart || number === fromStart - length - 1);

/** The first day of week 1: the first week with at least four days in the year. */
function firstWeekOf(year: number, weekStart: number): number {
  const first = dayNumber(year, 1, 1);
  const offset = (weekdayOfDay(first) - weekStart + 7) % 7;
  return offset <= 3 ? first - offset : first - offset + 7;
}

function isInWeek({ day, year }: Described, { byWeekNo, weekStart }: Rule): boolean {
  const starts = [year - 1, year, year + 1, year + 2].map((one) => firstWeekOf(one, weekStart));
  const index = starts.findLastIndex((start) => start <= day);
  const start = starts[index] ?? day;
  const weeks = ((starts[index + 1] ?? day) - start) / 7;
  return isListed(byWeekNo, Math.floor((day - start) / 7) + 1, weeks);
}

function isOnWeekday(at: Described, rule: Rule): boolean {
  const { day, year, month, weekday } = at;
  return rule.byDay.some((one) => {
    if (one.weekday !== weekday) return false;
    const isYearly = rule.freq === 'YEARLY' && rule.byWeekNo.length === 0;
    if (one.nth === 0 || !(isYearly || rule.freq === 'MONTHLY')) return true;
    const isOfYear = isYearly && rule.byMonth.length === 0;
    const first = isOfYear ? dayNumber(year, 1, 1) : dayNumber(year, month, 1);
    const next = isOfYear ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1);
    const fromStart = Math.floor((day - first) / 7) + 1;
    return one.nth > 0 ? one.nth === fromStart : -one.nth === Math.floor((next - 1 - day) / 7) + 1;
  });
}

function matches(day: number, rule: Rule): boolean {
  const at = describeDay(day);
  const { year, month, date } = at;
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return false;
  if (
    rule.byMonthDay.length > 0 &&
    !isListed(rule.byMonthDay, date, dayNumber(year, month + 1, 1) - dayNumber(year, month, 1))
  )
    return false;
  if (rule.byDay.length > 0 && !isOnWeekday(at, rule)) return false;
  if (rule.byYearDay.length > 0) {
    const first = dayNumber(year, 1, 1);
    if (!isListed(rule.byYearDay, day - first + 1, dayNumber(year + 1, 1, 1) - first)) return false;
  }
  return rule.byWeekNo.length === 0 || isInWeek(at, rule);
}

/** What the rule leaves open is as the start has it. */
function withStart(rule: Rule, start: number): Rule {
  const { month, date, weekday } = describeDay(start);
  const { freq, byDay, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  if (freq === 'DAILY' || byDay.length + byMonthDay.length + byYearDay.length > 0) return rule;
  if (freq === 'WEEKLY' || byWeekNo.length > 0) return { ...rule, byDay: [{ weekday, nth: 0 }] };
  const isInMonth = freq === 'YEARLY' && byMonth.length === 0;
  return { ...rule, byMonthDay: [date], byMonth: isInMonth ? [month] : byMonth };
}

/** The first day of a period, and of the next one. Periods are numbered from the one with `start`. */
function periodOf(rule: Rule, start: number, index: number): [number, number] {
  const step = index * rule.interval;
  const { year, month, weekday } = describeDay(start);
  if (rule.freq === 'DAILY') return [start + step, start + step + 1];
  if (rule.freq === 'WEEKLY') {
    const first = start - ((weekday - rule.weekStart + 7) % 7) + 7 * step;
    return [first, first + 7];
  }
  if (rule.freq === 'MONTHLY')
    return [dayNumber(year, month + step, 1), dayNumber(year, month + step + 1, 1)];
  return [dayNumber(year + step, 1, 1), dayNumber(year + step + 1, 1, 1)];
}

/** The parts of a period that can have days: most rules of a year name its months. */
function monthsOf({ freq, byMonth }: Rule, first: number, next: number): [number, number][] {
  if (freq !== 'YEARLY' || byMonth.length === 0) return [[first, next]];
  const year = yearOfDay(first);
  const months = [...new Set(byMonth)].sort((a, b) => a - b);
  return months.map((month) => [dayNumber(year, month, 1), dayNumber(year, month + 1, 1)]);
}

const LONGEST_PERIOD = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };

/** Bounds the work of all series of a file together, in days that are tested. */
export type Budget = { days: number };

/**
 * The days of a series in ascending order. The start is always one of them. Those before `from` may be left out.
 * Returns why it ends: the rule does, its next day is after `until`, or the budget is used up.
 */
export function* daysOfRule(
  given: Rule,
  start: number,
  { from, until, budget }: { from: number; until: number; budget: Budget },
): Generator<number, 'ended' | 'later' | 'budget'> {
  const rule = withStart(given, start);
  let left = rule.count - 1;
  yield start;
  // Occurrences can only be skipped if they are not counted.
  const skipped = Number.isFinite(left) ? 0 : from - start;
  const periods = Math.floor(skipped / (LONGEST_PERIOD[rule.freq] * rule.interval)) - 1;
  for (let index = Math.max(0, periods); left > 0; index++) {
    const [first, next] = periodOf(rule, start, index);
    // Not a number where the calendar ends.
    if (!(first <= until)) return 'later';
    const days: number[] = [];
    for (const [begin, end] of monthsOf(rule, first, next))
      for (let day = begin; day < end; day++) {
        if (--budget.days < 0) return 'budget';
        if (matches(day, rule)) days.push(day);
      }
    const chosen =
      rule.bySetPos.length > 0 ? days.filter((_, at) => isListed(rule.bySetPos, at + 1, days.length)) : days;
    for (const day of chosen) {
      if (day <= start) continue;
      if (day > until) return 'later';
      if (left-- <= 0) return 'ended';
      yield day;
    }
  }
  return 'ended';
}
