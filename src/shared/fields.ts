import * as v from 'valibot';
import { isDay } from './dates';
import type { ErrorCode } from './errors';
import { parseInstant } from './instants';
import { landskapNamed } from './landskap';
import { isListOver, isTextOver } from './limits';
import { INVISIBLE, oneLine } from './text';
import { isWebUrl } from './web-url';

/** The most characters in names and titles, other texts, and URLs. */
export const SHORT = 200;
export const LONG = 5000;
export const URL_MAX = 2000;

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Text without NUL and lone surrogates, which PostgreSQL or JSON cannot store. Checks the length first. */
export const text = (code: ErrorCode = 'request.invalid') =>
  v.pipe(
    v.string(code),
    v.check((value) => !isTextOver(value), 'request.too_long'),
    v.check(isStorable, 'request.malformed'),
  );

const nonEmptyText = (code: ErrorCode, max: number) =>
  v.pipe(text(code), v.trim(), v.nonEmpty(code), v.maxLength(max, 'request.too_long'));

/** Control characters except tabs and line breaks. Each would take six bytes of JSON. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Short texts are reduced to one line, because they are used in mail headers and lists. */
const withoutControlCharacters = (max: number) =>
  v.transform((value: string) => (max < LONG ? oneLine(value) : value.replace(CONTROL, '')));

/** Required text, trimmed. Fails with `code` if it is missing or empty. */
export const requiredText = (code: ErrorCode, max = SHORT) =>
  v.pipe(nonEmptyText(code, max), withoutControlCharacters(max), v.nonEmpty(code));

/** Optional text, trimmed. Empty and absent values become null. */
export const optionalText = (max = SHORT) =>
  v.nullish(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(max, 'request.too_long'),
      withoutControlCharacters(max),
      v.transform((value) => value || null),
    ),
    null,
  );

const EMAIL = /^[^\s@<>"(),:;[\\\]]+@[^\s@.<>"(),:;[\\\]]+(\.[^\s@.<>"(),:;[\\\]]+)+$/;

/** Rejects characters that mail programs drop or replace, because these would give one mailbox many addresses. */
function isPlain(value: string): boolean {
  const domain = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
  const isPlainDomain = /^[\p{L}\p{M}\p{N}.-]*$/u.test(domain) && domain.normalize('NFKC') === domain;
  return isPlainDomain && !INVISIBLE.test(value);
}

/** Returns whether the text is an e-mail address. */
export const isEmail = (value: string): boolean => EMAIL.test(value) && isPlain(value);

/** The limit of RFC 5321. */
const EMAIL_MAX = 254;

/** Required e-mail address, trimmed. Fails with `code` if it is missing. */
export const email = (code: ErrorCode) =>
  v.pipe(nonEmptyText(code, EMAIL_MAX), v.regex(EMAIL, 'request.email'), v.check(isEmail, 'request.email'));

/**
 * Normalizes an account's e-mail address, so that all spellings are equal: lower case, and the domain in ASCII
 * (`xn--`), as browsers send it. User names are only converted to lower case.
 */
export function accountName(typed: string): string {
  const name = typed.toLowerCase();
  const at = name.lastIndexOf('@') + 1;
  const domain = name.slice(at);
  if (at === 0 || /^[\0-\x7f]*$/.test(domain)) return name;
  return name.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

/** Required e-mail address of an account, normalized. Fails with `code` if it is missing. */
export const accountEmail = (code: ErrorCode) =>
  v.pipe(email(code), v.transform(accountName), v.maxLength(EMAIL_MAX, 'request.email'));

/** Optional e-mail address; empty becomes null. */
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

/** A UUID. Fails with `code` if it is missing or invalid. */
export const uuid = (code: ErrorCode) => v.pipe(v.string(code), v.uuid(code), v.toLowerCase());

/** Optional http(s) URL; empty becomes null. */
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

/** Required day `YYYY-MM-DD`. Fails with `code` if it is missing. */
export const requiredDay = (code: ErrorCode) => v.pipe(requiredText(code), v.check(isDay, 'event.date'));

/** Optional day `YYYY-MM-DD`; empty becomes null. */
export const optionalDay = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || isDay(value), 'event.date'),
    v.transform((value) => value || null),
  ),
  null,
);

/** Optional date-time, converted to ISO 8601 in UTC. Without a zone it is in Stockholm time. */
export const optionalInstant = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || parseInstant(value) !== undefined, 'event.date'),
    v.transform((value) => parseInstant(value)?.toISOString() ?? null),
  ),
  null,
);

/** Optional landskap, in any case; empty becomes null. */
export const optionalLandskap = v.nullish(
  v.pipe(
    text(),
    v.check((value) => value.trim() === '' || landskapNamed(value) !== undefined, 'event.landskap'),
    v.transform((value) => landskapNamed(value) ?? null),
  ),
  null,
);

/** The version of the row that the form was loaded from, to detect concurrent edits. Null overwrites any version. */
export const version = v.nullish(v.pipe(v.number('request.invalid'), v.integer('request.invalid')), null);

/** A boolean, or `true`/`false` as text for query strings. */
export const booleanField = v.union(
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
 * An object schema that reports a missing key with the error code of its own schema. Valibot's default is "Invalid
 * key".
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0]?.key)];
    const missing = entry && v.safeParse(entry as v.GenericSchema, undefined).issues?.[0];
    return missing?.message ?? 'request.invalid';
  });
}

/** A list of at most `max` items. A longer list fails with `code` before its items are validated. */
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

/** The response of a write that only returns a message. */
export const Message = v.object({ message: v.string() });
