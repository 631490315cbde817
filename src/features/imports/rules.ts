import type { EventInput, findFieldConflict } from '#src/features/events/contract.ts';
import {
  EVENT_STATUSES,
  REGISTRATION_KINDS,
  TRANSFER_INITIATORS,
  TRANSFER_POLICIES,
} from '#src/features/events/fields/choices.ts';
import { IMPORT_FIELD_NAMES, type ImportField } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import { addDaysTo, isDay, MONTHS } from '#src/shared/dates.ts';
import { daysIn } from '#src/shared/days-in-texts.ts';
import { isDistanceFor } from '#src/shared/distances.ts';
import { detailOf, type ErrorCode } from '#src/shared/errors.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { didYouMean, misspelt, nearest } from '#src/shared/nearest.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { capitalize, fold, formatCount, oneLine } from '#src/shared/text.ts';

/** `reason` quotes the cell. Without it, the problem is described by its code. */
export type Problem = { code: ErrorCode; column?: string; reason?: string | undefined };
/** `number` is the row in the file, from 1. */
export type RowError = { number: number; problems: readonly Problem[] };

/** The values of a column, by the words that may be meant by them. */
type Choices = Record<string, string>;
const named = (values: readonly string[], words: Choices): Choices => ({
  ...Object.fromEntries(values.map((value) => [value, value])),
  ...words,
});
const CHOICES: Record<string, Choices> = {
  status: named(EVENT_STATUSES, {
    planerat: 'scheduled',
    inställt: 'cancelled',
    framflyttat: 'postponed',
  }),
  registration_kind: named(REGISTRATION_KINDS, { öppen: 'open', lottning: 'lottery' }),
  sold_out: { true: 'true', false: 'false' },
  transfer_policy: named(TRANSFER_POLICIES, {
    okänt: 'unknown',
    tillåtet: 'allowed',
    förbjudet: 'forbidden',
  }),
  transfer_initiator: named(TRANSFER_INITIATORS, {
    säljaren: 'seller',
    köparen: 'buyer',
    arrangören: 'organizer',
  }),
};

function nearestChoices(text: string, column: string): string[] {
  const choices = CHOICES[column] ?? {};
  return [...new Set(nearest(text, Object.keys(choices)).map((word) => choices[word] ?? word))];
}

const QUOTE_MAX = 60;

function quote(text: string): string {
  const line = oneLine(text);
  return line.length > QUOTE_MAX ? `"${line.slice(0, QUOTE_MAX).toWellFormed()}…"` : `"${line}"`;
}

const YEAR_FIRST = /^(20\d\d)[-./ ]?(\d{1,2})[-./ ]?(\d{1,2})$/;
/** `270522` as in Swedish identity numbers. */
const SHORT_YEAR_FIRST = /^(\d\d)(\d\d)(\d\d)$/;
const DAY_FIRST = /^(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4}|\d{2})$/;
const MONTH_NAME = /(\d{1,2})\.? ?([a-z]{3})[a-z]*\.? ?(\d{4})$/i;

/** The day that a text may mean, of several the first. A day that the month does not have becomes its last one. */
export function nearestDay(text: string): string | undefined {
  const typed = text.trim().replace(/[\u2010-\u2015\u2212]/g, '-');
  const [, serial, epoch] = /^(\d{5})(?:[.,]\d+)?( \(1904\))?$/.exec(typed) ?? [];
  if (serial) return dayOfSerial(Number(serial), epoch ? '1904-01-01' : '1899-12-30');
  const [, y, m, d] = YEAR_FIRST.exec(typed) ?? [];
  if (y) return dayOf(Number(y), Number(m), Number(d));
  const [, yy, mm, dd] = SHORT_YEAR_FIRST.exec(typed) ?? [];
  if (yy) return dayOf(2000 + Number(yy), Number(mm), Number(dd));
  const [, day, month, year = ''] = DAY_FIRST.exec(typed) ?? [];
  if (day) return dayOf(Number(year.padStart(4, '20')), Number(month), Number(day));
  const named = daysIn(typed);
  if (named) return named.day;
  const [, date, name = '', namedYear] = MONTH_NAME.exec(typed) ?? [];
  const monthIndex = MONTHS.findIndex((other) => other.startsWith(name.toLowerCase()));
  return dayOf(Number(namedYear), monthIndex + 1, Number(date));
}

/** Excel counts days from the end of 1899, on old Macs from 1904. Cells without a date format show the number. */
function dayOfSerial(serial: number, epoch: string): string | undefined {
  const day = addDaysTo(epoch, serial);
  return day >= '2000' && day < '2100' ? day : undefined;
}

function dayOf(year: number, typedMonth: number, typedDay: number): string | undefined {
  // American dates have the month first.
  const [month, day] = typedMonth > 12 && typedDay <= 12 ? [typedDay, typedMonth] : [typedMonth, typedDay];
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const text = `${year}-${`${month}`.padStart(2, '0')}-${`${Math.min(day, lastDay)}`.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

/** Quotes a cell and suggests the nearest value. Undefined if the code says enough. */
export function reasonFor(code: ErrorCode, column: string, text: string): string | undefined {
  const describe = (problem: string, suggestions: readonly string[]) =>
    `${problem}.${didYouMean(suggestions) || ` ${detailOf(code)}`}`;
  if (code === 'event.sport') return describe(`sporten ${quote(text)} finns inte`, nearest(text, SPORTS));
  if (code === 'event.landskap')
    return describe(`landskapet ${quote(text)} finns inte`, nearest(text, LANDSKAP));
  if (code === 'event.date') {
    const day = nearestDay(text);
    const name = column === 'event_end_date' ? 'slutdatumet' : 'datumet';
    return describe(`${name} ${quote(text)} går inte att läsa`, day ? [day] : []);
  }
  if (code === 'event.choice' || code === 'event.boolean')
    return describe(`värdet ${quote(text)} i ${column} går inte att använda`, nearestChoices(text, column));
  if (code === 'request.url') return describe(`länken ${quote(text)} i ${column} går inte att använda`, []);
  return undefined;
}

/** Of a title that says only the state, such as `INSTÄLLT`. */
export const reasonForNameless = (title: string): string =>
  `namnet ${quote(title)} säger bara att loppet är inställt, framflyttat eller fulltecknat. Skriv också vad det heter.`;

/** Which row is meant is a guess once rows are sorted or left out. */
export const reasonForDitto = (column: string, text: string): string =>
  `värdet ${quote(text)} i ${column} hänvisar till en annan rad. Skriv ut det på raden.`;

type Conflict = NonNullable<ReturnType<typeof findFieldConflict>>;

export function reasonForConflict({ code }: Conflict, event: EventInput): string | undefined {
  if (code === 'event.end_before_start')
    return `slutdatumet "${event.event_end_date}" är före startdatumet "${event.event_date}".`;
  const distance = event.distances.find((distance) => !isDistanceFor(event.sport_type, distance));
  return code === 'event.distance' && distance !== undefined
    ? `distansen ${quote(distance)} går inte att läsa. ${detailOf(code)}`
    : undefined;
}

const isVague = ({ code, reason }: Problem) =>
  !reason && (code === 'event.required' || code.startsWith('request.'));

/** Problems that differ only in their column are described once. */
export function describeRowError({ number, problems }: RowError): string {
  const columnsByText = Map.groupBy(problems, (problem) => problem.reason ?? detailOf(problem.code));
  const texts = [...columnsByText].map(([text, same]) => {
    const columns = same.flatMap((problem) => (isVague(problem) && problem.column) || []);
    return columns.length > 0 ? `${text} (${columns.join(', ')})` : text;
  });
  return `Rad ${number}: ${texts.length === 1 ? texts[0] : texts.map(asSentence).join(' ')}`;
}

/** The columns after the text, if any, are in brackets. */
const asSentence = (text: string) => capitalize(/[.?]( \([^)]*\))?$/.test(text) ? text : `${text}.`);

/** Each column can also be meant by its Swedish label. */
const COLUMNS_BY_NAME = new Map<string, ImportField>(
  IMPORT_FIELD_NAMES.flatMap((name) => [
    [name, name],
    [labelOf(name), name],
  ]),
);

/** "startdatum" is no misspelt "Slutdatum". */
const LETTERS_PER_ERROR = 5;
/** Words of names whose column may be about anything else. */
const UNCLEAR = /^(?:loppet|race|note|kind|policy)$/i;

const wordsOf = (name: string) => fold(name).split(/[^\p{L}\p{N}]+/u);

/**
 * Suggests the one of `columns` that an unknown title means: a misspelling, or a name in one of its words. Undefined if
 * it may be several, and for a known title, such as a repeated one.
 */
export function nearestColumn(title: string, columns: readonly ImportField[]): ImportField | undefined {
  if (COLUMNS_BY_NAME.has(title.toLowerCase()) || UNCLEAR.test(title.trim())) return undefined;
  const names = [...COLUMNS_BY_NAME].flatMap(([name, column]) => (columns.includes(column) ? [name] : []));
  const near = misspelt(title, names, LETTERS_PER_ERROR);
  const typed = wordsOf(title);
  const sharesWord = (name: string) => typed.includes(fold(name)) || wordsOf(name).includes(typed.join(' '));
  const found = near.length > 0 ? near : names.filter(sharesWord);
  const meant = new Set(found.map((name) => COLUMNS_BY_NAME.get(name)));
  return meant.size === 1 ? [...meant][0] : undefined;
}

export function describeMissingColumns(
  missing: readonly ImportField[],
  ignoredTitles: readonly string[],
  sheets: readonly string[] = [],
): string {
  const suggestions = ignoredTitles.flatMap((title) => {
    const column = nearestColumn(title, missing);
    return column ? ` Kolumnen ${quote(title)} finns inte.${didYouMean([column])}` : [];
  });
  const subject = missing.length === 1 ? 'den obligatoriska kolumnen' : 'de obligatoriska kolumnerna';
  const [first, ...others] = sheets;
  const where = first === undefined ? 'CSV-filen' : `Bladet ${quote(first)}`;
  const rest =
    others.length > 0 ? ` Inget annat synligt blad har alla: ${others.map(quote).join(', ')}.` : '';
  return `${where} saknar ${subject} ${missing.join(', ')}.${suggestions.join('')}${rest}`;
}

/** `file` is what the reader calls it, such as `CSV-filen`. */
export const describeReplacements = (count: number, file: string): string =>
  `${formatCount(count)} tecken går inte att läsa och är "\ufffd". Spara ${file} som UTF-8.`;
