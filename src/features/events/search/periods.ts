import { addDaysTo, daysSinceMonday, isDay, MONTHS } from '#src/shared/dates.ts';
import {
  addMonths,
  type DateRange,
  lastDayOf,
  nextMonth,
  thisSummer,
  thisWeekend,
} from '../filter/date-range.ts';
import { normalize } from './words.ts';

const ENGLISH = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** Without `jul`, which is Christmas, and `mar`, with which `maraton` begins. */
const SHORT = 'jan feb - apr maj jun - aug sep okt nov dec'.split(' ');

/** `juli` and `july` are the same; `sept` and `oct` are shortened otherwise than in Swedish. */
const MONTH_NUMBERS = new Map<string, number>([
  ...[MONTHS, ENGLISH, SHORT].flatMap((names) =>
    names.map((name, index): [string, number] => [normalize(name), index + 1]),
  ),
  ['sept', 9],
  ['oct', 10],
]);

/** First and last month. Winter ends in the next year. */
const SEASONS: Record<string, [number, number]> = {
  var: [3, 5],
  varen: [3, 5],
  spring: [3, 5],
  sommar: [6, 8],
  sommaren: [6, 8],
  summer: [6, 8],
  host: [9, 11],
  hosten: [9, 11],
  autumn: [9, 11],
  vinter: [12, 2],
  vintern: [12, 2],
  winter: [12, 2],
};

export const YEAR = /^20\d\d$/;
const pad = (number: number) => String(number).padStart(2, '0');

const monthRange = (year: number, first: number, last = first): DateRange => {
  const from = `${year}-${pad(first)}`;
  const to = addMonths(from, (last - first + 12) % 12);
  return { from: `${from}-01`, to: lastDayOf(to) };
};

/** The first of the periods of this year and the next that is not over, without the days that have passed. */
const nextOf = (today: string, rangeIn: (year: number) => DateRange): DateRange => {
  const year = yearOf(today);
  const next = [year - 1, year, year + 1].map(rangeIn).find(({ to }) => to >= today) ?? rangeIn(year + 1);
  return { ...next, from: next.from > today ? next.from : today };
};

function weekRange(year: number, week: number): DateRange {
  const fourth = `${year}-01-04`;
  const from = addDaysTo(fourth, (week - 1) * 7 - daysSinceMonday(fourth));
  return { from, to: addDaysTo(from, 6) };
}

type ReadPeriod = { range: DateRange; count: number };

const LEADS = new Set(['i', 'in', 'under', 'the'].map(normalize));
const NEXT = new Set(['nästa', 'next'].map(normalize));

/** Reads a period at the start of normalized words: `maj 2027`, `22 maj`, `vecka 20`, `i sommar`, `2027`, `nasta helg`. */
export function periodAt(words: readonly string[], today: string): ReadPeriod | undefined {
  const [first = '', second = '', third = ''] = words;
  if (LEADS.has(first)) return relativeAt(first, second, today) ?? shifted(periodAt(words.slice(1), today));
  return (
    relativeAt(first, second, today) ??
    weekAt(first, second, third, today) ??
    dayAt(first, second, third, today) ??
    seasonAt(first, second, today) ??
    monthAt(first, second, today) ??
    (YEAR.test(first) ? { range: monthRange(Number(first), 1, 12), count: 1 } : undefined)
  );
}

const shifted = (read: ReadPeriod | undefined): ReadPeriod | undefined =>
  read && { ...read, count: read.count + 1 };

const yearOf = (today: string) => Number(today.slice(0, 4));
const oneDay = (day: string): DateRange => ({ from: day, to: day });

function nextWeekend(today: string): DateRange {
  const { to } = thisWeekend(today);
  return { from: addDaysTo(to, 6), to: addDaysTo(to, 7) };
}

const RELATIVE: readonly [phrases: string[], range: (today: string) => DateRange][] = [
  [['idag', 'today'], oneDay],
  [['imorgon', 'tomorrow'], (today) => oneDay(addDaysTo(today, 1))],
  [['helgen', 'denna helg', 'i helgen', 'this weekend'], thisWeekend],
  [['nästa helg', 'next weekend'], nextWeekend],
  [['i sommar', 'this summer'], thisSummer],
  [['i år', 'this year'], (today) => ({ from: today, to: `${yearOf(today)}-12-31` })],
  [['nästa månad', 'next month'], nextMonth],
  [['nästa år', 'next year'], (today) => monthRange(yearOf(today) + 1, 1, 12)],
];
const RANGES = new Map(
  RELATIVE.flatMap(([phrases, range]) => phrases.map((phrase) => [normalize(phrase), range] as const)),
);

function relativeAt(first: string, second: string, today: string): ReadPeriod | undefined {
  const [alone, both] = [RANGES.get(first), RANGES.get(`${first} ${second}`)];
  if (both) return { range: both(today), count: 2 };
  if (alone) return { range: alone(today), count: 1 };
  const season = NEXT.has(first) ? seasonAt(second, '', today) : undefined;
  return season && { ...season, count: 2 };
}

function weekAt(first: string, second: string, third: string, today: string): ReadPeriod | undefined {
  const joined = /^v(\d{1,2})$/.exec(first)?.[1];
  const number = joined ?? (/^(vecka|v|week)$/.test(first) && /^\d{1,2}$/.test(second) ? second : undefined);
  const week = Number(number);
  if (!number || week < 1 || week > 53) return undefined;
  const count = joined ? 1 : 2;
  const year = joined ? second : third;
  if (YEAR.test(year)) return { range: weekRange(Number(year), week), count: count + 1 };
  return { range: nextOf(today, (one) => weekRange(one, week)), count };
}

function dayAt(first: string, second: string, third: string, today: string): ReadPeriod | undefined {
  if (isDay(first)) return { range: oneDay(first), count: 1 };
  const month = MONTH_NUMBERS.get(second);
  const [, number] = /^(\d{1,2})(?::?[ae])?$/.exec(first) ?? [];
  if (!month || !number) return undefined;
  const dayIn = (year: number) => `${year}-${pad(month)}-${pad(Number(number))}`;
  if (YEAR.test(third)) {
    const day = dayIn(Number(third));
    return isDay(day) ? { range: oneDay(day), count: 3 } : undefined;
  }
  // The 29th of February is in one year of four.
  const day = [0, 1, 2, 3, 4]
    .map((later) => dayIn(yearOf(today) + later))
    .find((one) => isDay(one) && one >= today);
  return day ? { range: oneDay(day), count: 2 } : undefined;
}

function seasonAt(first: string, second: string, today: string): ReadPeriod | undefined {
  const months = Object.hasOwn(SEASONS, first) ? SEASONS[first] : undefined;
  if (!months) return undefined;
  if (YEAR.test(second)) return { range: monthRange(Number(second), ...months), count: 2 };
  return { range: nextOf(today, (year) => monthRange(year, ...months)), count: 1 };
}

function monthAt(first: string, second: string, today: string): ReadPeriod | undefined {
  const month = MONTH_NUMBERS.get(first);
  if (!month) return undefined;
  if (YEAR.test(second)) return { range: monthRange(Number(second), month), count: 2 };
  return { range: nextOf(today, (year) => monthRange(year, month)), count: 1 };
}
