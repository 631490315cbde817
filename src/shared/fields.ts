import * as v from 'valibot';
import { isDay } from './dates';
import type { ErrorCode } from './errors';
import { parseInstant } from './instants';
import { landskapNamed } from './landskap';
import { isListOver, isTextOver } from './limits';
import { INVISIBLE, oneLine } from './text';
import { isWebUrl } from './web-url';

/** The sizes of D33, in characters: names and titles, other texts, addresses on the web. */
export const SHORT = 200;
export const LONG = 5000;
export const URL_MAX = 2000;

const clean = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Text that PostgreSQL and JSON can carry: no NUL, no lone surrogate (D5). Its length is checked before anything else. */
export const text = (code: ErrorCode = 'request.invalid') =>
  v.pipe(
    v.string(code),
    v.check((value) => !isTextOver(value), 'request.too_long'),
    v.check(clean, 'request.malformed'),
  );

const filled = (code: ErrorCode, max: number) =>
  v.pipe(text(code), v.trim(), v.nonEmpty(code), v.maxLength(max, 'request.too_long'));

/** Control characters but for tabs and line breaks. Each would be six bytes of JSON. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** What is shorter than LONG is one line: it stands in headers of mails, in lists and in greetings. */
const lined = (max: number) =>
  v.transform((value: string) => (max < LONG ? oneLine(value) : value.replace(CONTROL, '')));

/** Trimmed text that must be there; `code` when it is not. */
export const requiredText = (code: ErrorCode, max = SHORT) =>
  v.pipe(filled(code, max), lined(max), v.nonEmpty(code));

/** Trimmed text or null; empty, null and absent are all null. */
export const optionalText = (max = SHORT) =>
  v.nullish(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(max, 'request.too_long'),
      lined(max),
      v.transform((value) => value || null),
    ),
    null,
  );

const EMAIL = /^[^\s@<>"(),:;[\\\]]+@[^\s@.<>"(),:;[\\\]]+(\.[^\s@.<>"(),:;[\\\]]+)+$/;

/** Whether it has no characters that mail programs drop or replace: they would give one mailbox many addresses. */
function isPlain(value: string): boolean {
  const domain = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
  const isPlainDomain = /^[\p{L}\p{M}\p{N}.-]*$/u.test(domain) && domain.normalize('NFKC') === domain;
  return isPlainDomain && !INVISIBLE.test(value);
}

/** Whether it is an address as people have them. */
export const isEmail = (value: string): boolean => EMAIL.test(value) && isPlain(value);

/** Longer ones exist on no mail server (RFC 5321). */
const EMAIL_MAX = 254;

/** An address as people have them, trimmed; `code` when it is missing. */
export const email = (code: ErrorCode) =>
  v.pipe(filled(code, EMAIL_MAX), v.regex(EMAIL, 'request.email'), v.check(isEmail, 'request.email'));

/**
 * An account's address in the one form that all its spellings share: lower case, and the domain in ASCII (`xn--`), as
 * browsers send it. A user name, or what is no address, is only put in lower case.
 */
export function accountName(typed: string): string {
  const name = typed.toLowerCase();
  const at = name.lastIndexOf('@') + 1;
  const domain = name.slice(at);
  if (at === 0 || /^[\0-\x7f]*$/.test(domain)) return name;
  return name.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

/** An account's address; `code` when it is missing. */
export const accountEmail = (code: ErrorCode) =>
  v.pipe(email(code), v.transform(accountName), v.maxLength(EMAIL_MAX, 'request.email'));

/** An address as people have them, or null. */
export const optionalEmail = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.maxLength(EMAIL_MAX, 'request.too_long'),
    v.check((value) => value === '' || isEmail(value), 'request.email'),
    v.transform((value) => value || null),
  ),
  null,
);

/** An id as D4 has them; `code` when it is missing or cannot be one. */
export const uuid = (code: ErrorCode) => v.pipe(v.string(code), v.uuid(code), v.toLowerCase());

/** An http(s) address or null (D20). */
export const optionalUrl = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.maxLength(URL_MAX, 'request.too_long'),
    v.check((value) => value === '' || isWebUrl(value), 'request.url'),
    v.transform((value) => value || null),
  ),
  null,
);

/** A day `YYYY-MM-DD`; `code` when it is missing. */
export const requiredDay = (code: ErrorCode) => v.pipe(requiredText(code), v.check(isDay, 'event.date'));

/** A day `YYYY-MM-DD` or null. */
export const optionalDay = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || isDay(value), 'event.date'),
    v.transform((value) => value || null),
  ),
  null,
);

/** A date-time or null, answered as ISO 8601 UTC; without a zone it is Stockholm time (D18). */
export const optionalInstant = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || parseInstant(value) !== undefined, 'event.date'),
    v.transform((value) => parseInstant(value)?.toISOString() ?? null),
  ),
  null,
);

/** One of the 25 landskap or null, in whatever case it was written (D17). */
export const optionalLandskap = v.nullish(
  v.pipe(
    text(),
    v.check((value) => value.trim() === '' || landskapNamed(value) !== undefined, 'event.landskap'),
    v.transform((value) => landskapNamed(value) ?? null),
  ),
  null,
);

/** The version of a row that a form was filled in from, or null to write over whatever is there. */
export const version = v.nullish(v.pipe(v.number('request.invalid'), v.integer('request.invalid')), null);

/** Yes or no; in a query it is a word (D4). */
export const flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((word) => word === 'true'),
    ),
  ],
  'request.invalid',
);

/**
 * An object whose missing key is told with the code of that key's own schema,
 * where valibot by itself says "Invalid key".
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0]?.key)];
    const missing = entry && v.safeParse(entry as v.GenericSchema, undefined).issues?.[0];
    return missing?.message ?? 'request.invalid';
  });
}

/** A list of at most `max` items. A longer one is rejected with `code` before any of its items is read. */
export function list<const Item extends v.GenericSchema>(item: Item, max: number, code: ErrorCode) {
  const items = v.array(item, 'request.invalid');
  const tooLong = v.never(code);
  const bounded: typeof items = {
    ...items,
    '~run': (dataset, config) => {
      const isOver = Array.isArray(dataset.value) && isListOver(dataset.value, max);
      return isOver ? tooLong['~run'](dataset, config) : items['~run'](dataset, config);
    },
  };
  // States the limit in the API description.
  return v.pipe(bounded, v.maxLength(max, code));
}

/** The answer of a write that has nothing to show but a sentence (D4). */
export const Message = v.object({ message: v.string() });
