import { addDaysTo, daysBetween, isDay } from './dates.ts';

/** `before` and `after` are the text around it. */
type FoundDays = { day: string; endDay: string | undefined; before: string; after: string };

/** The beginnings of months in Swedish, Norwegian, Danish and English. */
const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'ma[ji]|may',
  'jun',
  'jul',
  'aug',
  'sep',
  'o[kc]t',
  'nov',
  'de[cs]',
];
const MONTH_ENDS = '(?:uari|uary|uar|ruari|ruary|ruar|s|rs|ts|ch|il|i|e|y|usti|ust|t|tember|ober|ember)?';
const NAME = `(?:${MONTHS.join('|')})${MONTH_ENDS}\\.?(?!\\p{L})`;
const DAYNAME =
  '(?:(?:mån|tis|ons|tors|fre|lör|sön|man|tirs|lør|søn)(?:dag(?:en)?)?|(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?)\\.?';
const WEEKDAY = `(?:${DAYNAME} ?(?:[–-]|och|og|and|&) ?)?(?:${DAYNAME},? )?(?:den )?`;
/** `22, 23 och 24 maj`: the days between are not kept. */
const BETWEEN = '(?:, ?\\d{1,2}(?!\\d)){0,6}';
const TO = `${BETWEEN},? ?(?:[–—-]{1,2}|/|t\\.? ?o\\.? ?m\\.?|till och med|till|til|tom|to|och|og|and|o|&|\\+) ?`;
const DAY = '\\d{1,2}(?:\\.|:?(?:[aeé]|st|nd|rd|th)(?!\\p{L}))?';
const YEAR = '20\\d\\d';

/** Groups: d, m and y of the first day, which may lack the last two, and D, M and Y of the last or only one. */
const PART: Record<string, string> = { d: DAY, D: DAY, m: NAME, M: NAME, y: YEAR, Y: YEAR };
const named = (letter: string) => `(?<${letter}>${PART[letter]})`;
const number = (letter: string) => `(?<${letter}>\\d{1,2})`;

const SHAPES = [
  // 30 juni 2026 – 2 juli 2027, 30 juni – 2 juli 2027, 22–23 maj 2027, 22 maj 2027
  `${WEEKDAY}${named('d')} ?(?:of )?${named('m')},? ?${named('y')}${TO}${WEEKDAY}${named('D')} ?(?:of )?${named('M')},? ?${named('Y')}`,
  `${WEEKDAY}${named('d')} ?(?:of )?${named('m')}${TO}${WEEKDAY}${named('D')} ?(?:of )?${named('M')},? ?${named('Y')}`,
  `${WEEKDAY}${named('d')}${TO}${WEEKDAY}${named('D')} ?(?:of )?${named('M')},? ?${named('Y')}`,
  `${WEEKDAY}${named('d')}(?<c>, ?)${named('D')} ?(?:of )?${named('M')},? ?${named('Y')}`,
  `${WEEKDAY}${named('D')} ?(?:of )?${named('M')},? ?${named('Y')}`,
  // May 30, 2027 – June 2, 2027, May 30 – June 2, 2027, May 22–23, 2027, May 22, 2027
  `${WEEKDAY}${named('m')} ${named('d')},? ${named('y')}${TO}${named('M')} ${named('D')},? ${named('Y')}`,
  `${WEEKDAY}${named('m')} ${named('d')}${TO}${named('M')} ${named('D')},? ${named('Y')}`,
  `${WEEKDAY}${named('M')} ${named('d')}${TO}${named('D')},? ${named('Y')}`,
  `${WEEKDAY}${named('M')} ${named('D')},? ${named('Y')}`,
  // 2027-05-22 – 2027-05-23, 2027-05-22--23
  `${named('y')}-${number('m')}-${number('d')}${TO}${named('Y')}-${number('M')}-${number('D')}`,
  `${named('Y')}-${number('M')}-${number('d')} ?(?:--|–|—| - |&|och) ?${number('D')}(?!-)`,
  `${named('Y')}-${number('m')}-${number('d')} ?(?:--|–|—| - ) ?${number('M')}-${number('D')}`,
  `${named('Y')}-${number('M')}-${number('D')}`,
  `${named('Y')}/${number('M')}/${number('D')}`,
  `${named('Y')}\\.${number('M')}\\.${number('D')}`,
  // 22/5 2027 – 23/5 2027, 30/6–2/7 2027, 22–23/5 2027, 22/5 2027
  `${number('d')}/${number('m')}[ /-]${named('y')}${TO}${number('D')}/${number('M')}[ /-]${named('Y')}`,
  `${number('d')}/${number('m')}${TO}${number('D')}/${number('M')}[ /-]${named('Y')}`,
  `${number('d')}${TO}${number('D')}/${number('M')}[ /-]${named('Y')}`,
  `${number('D')}/${number('M')}[ /-]${named('Y')}`,
  // 22.5.2027 – 23.5.2027, 30.6.–2.7.2027, 22.–23.5.2027, 22.5.2027
  `${number('d')}\\. ?${number('m')}\\. ?${named('y')}${TO}${number('D')}\\. ?${number('M')}\\. ?${named('Y')}`,
  `${number('d')}\\.${number('m')}\\.?${TO}${number('D')}\\.${number('M')}\\. ?${named('Y')}`,
  `${number('d')}\\.?${TO}${number('D')}\\.${number('M')}\\. ?${named('Y')}`,
  `${number('D')}\\. ?${number('M')}\\. ?${named('Y')}`,
].map((shape) => new RegExp(`(?<![\\p{L}\\d./-])${shape}(?![\\d]|[.,]\\d)`, 'giu'));

const MONTH_STARTS = MONTHS.map((start) => new RegExp(`^(?:${start})`, 'i'));
const monthNumber = (text: string) =>
  /^\d/.test(text) ? Number(text) : MONTH_STARTS.findIndex((start) => start.test(text)) + 1;
const twoDigits = (number: number) => String(number).padStart(2, '0');

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${twoDigits(monthNumber(month))}-${twoDigits(Number.parseInt(day, 10))}`;
  return isDay(text) ? text : undefined;
}

/** A longer time is a season. */
const DAYS_MAX = 60;

/** An impossible end makes the whole unreadable. Days with "och" that do not follow each other are the first one. */
function daysOf(groups: Record<string, string | undefined>, text: string) {
  const { d, m, y, D = '', M = '', Y = '' } = groups;
  const last = dayOf(Y, M, D);
  if (!d) return last && { day: last, endDay: undefined };
  let first = dayOf(y ?? Y, m ?? M, d);
  // 31 December – 1 January 2028.
  if (first && last && first > last && !y && m) first = dayOf(String(Number(Y) - 1), m, d);
  if (!first || !last || first > last || daysBetween(first, last) > DAYS_MAX) return undefined;
  if (first === last) return { day: first, endDay: undefined };
  const isList = /och|og|and|(?<!\p{L})o(?!\p{L})|&|\+|\/(?=\d{1,2} \p{L})|,/iu.test(
    text.replace(/^\D+|\p{L}{4,}|till och med|t\.? ?o\.? ?m|,? ?20\d\d/gu, ''),
  );
  // Days that follow each other: "22, 23 och 24 maj".
  const count = [...text.matchAll(/, ?\d{1,2}(?!\d)(?= ?[,\p{L}&+])/gu)].length;
  const isRow = [1, 1 + count].some((days) => addDaysTo(first, days) === last);
  return { day: first, endDay: isList && !isRow ? undefined : last };
}

const TEXT_MAX = 20_000;

/** `Anmälan öppnar 1 januari 2027` is no day of the race. */
const OTHER_DAY =
  /(?:anmäl|påmelding|tilmelding|registr|betal|öppnar|stänger|publicer|uppdater|updated|posted|skapad|senast|sista (?:dag|chans|anm)|deadline|född|early bird|före|before|innan|avbok|sedan|since|från och med|fr\.? ?o\.? ?m)[^.!?;\n]{0,40}$/iu;
const BEFORE_MAX = 80;

/** The first days that a text names with a year. Impossible days are not read. */
export function daysIn(text: string): FoundDays | undefined {
  const readable = text.slice(0, TEXT_MAX).replace(/[\u00a0\u202f\u2009]/g, ' ');
  if (!/20\d\d/.test(readable)) return undefined;
  let best: (FoundDays & { index: number; end: number }) | undefined;
  const taken: [number, number][] = [];
  for (const shape of SHAPES) {
    for (const match of readable.matchAll(shape)) {
      const { index, 0: found, groups = {} } = match;
      const end = index + found.length;
      // The second day of a range is no day of its own, also when the range is impossible.
      if (taken.some(([from, to]) => index < to && from < end)) continue;
      const previous = taken.findLast(([, to]) => to <= index)?.[1] ?? 0;
      if (OTHER_DAY.test(readable.slice(Math.max(previous, index - BEFORE_MAX), index))) {
        taken.push([index, end]);
        continue;
      }
      // "Lopp 5, 22 maj 2027" has one day, "22, 23 maj 2027" two.
      if (groups.c && Number.parseInt(groups.d ?? '', 10) + 1 !== Number.parseInt(groups.D ?? '', 10))
        continue;
      taken.push([index, end]);
      const days = daysOf(groups, found);
      if (!days || (best && best.index <= index)) continue;
      best = { ...days, index, end, before: text.slice(0, index), after: text.slice(end) };
      break;
    }
  }
  return best && { day: best.day, endDay: best.endDay, before: best.before, after: best.after };
}
