import * as v from 'valibot';
import { isDay } from './dates.ts';
import type { ErrorCode } from './errors.ts';
import { parseInstant } from './instants.ts';
import { landskapNamed } from './landskap.ts';
import { isListOver, isTextOver } from './limits.ts';
import { composed, INVISIBLE, oneLine } from './text.ts';
import { isWebUrl, withScheme } from './web-url.ts';

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

/** Letters are stored composed, so that equal texts are equal. */
const composedText = v.transform((value: string) => composed(value));

export const requiredText = (code: ErrorCode, max = SHORT) =>
  v.pipe(
    text(code),
    composedText,
    v.trim(),
    v.nonEmpty(code),
    v.maxLength(max, 'request.too_long'),
    withoutControlCharacters(max),
    v.nonEmpty(code),
  );

export const optionalText = (max = SHORT) =>
  v.nullish(
    v.pipe(
      text(),
      composedText,
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

export const isEmail = (value: string): boolean => EMAIL.test(value) && isPlain(value);

/** The limit of RFC 5321. */
const EMAIL_MAX = 254;

export const email = (code: ErrorCode) =>
  v.pipe(nonEmptyText(code, EMAIL_MAX), v.regex(EMAIL, 'request.email'), v.check(isEmail, 'request.email'));

/** Makes all spellings of an address equal: lower case, and the domain in ASCII (`xn--`), as browsers send it. */
export function accountName(typed: string): string {
  const name = typed.toLowerCase();
  const at = name.lastIndexOf('@') + 1;
  const domain = name.slice(at);
  if (at === 0 || /^[\0-\x7f]*$/.test(domain)) return name;
  return name.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

export const accountEmail = (code: ErrorCode) =>
  v.pipe(email(code), v.transform(accountName), v.maxLength(EMAIL_MAX, 'request.email'));

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

export const uuid = (code: ErrorCode) => v.pipe(v.string(code), v.uuid(code), v.toLowerCase());

export const optionalUrl = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.transform(withScheme),
    v.maxLength(URL_MAX, 'request.too_long'),
    v.check((value) => value === '' || isWebUrl(value), 'request.url'),
    v.transform((value) => value || null),
  ),
  null,
);

export const requiredUrl = (code: ErrorCode, complete = withScheme) =>
  v.pipe(nonEmptyText(code, URL_MAX), v.transform(complete), v.check(isWebUrl, 'request.url'));

export const requiredDay = (code: ErrorCode) => v.pipe(requiredText(code), v.check(isDay, 'event.date'));

export const optionalDay = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || isDay(value), 'event.date'),
    v.transform((value) => value || null),
  ),
  null,
);

/** Without a zone it is in Stockholm time. */
export const optionalInstant = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || parseInstant(value) !== undefined, 'event.date'),
    v.transform((value) => parseInstant(value)?.toISOString() ?? null),
  ),
  null,
);

export const optionalLandskap = v.nullish(
  v.pipe(
    text(),
    v.check((value) => value.trim() === '' || landskapNamed(value) !== undefined, 'event.landskap'),
    v.transform((value) => landskapNamed(value) ?? null),
  ),
  null,
);

/** The version that the form was loaded from, to detect concurrent edits. Null overwrites any version. */
export const version = v.nullish(v.pipe(v.number('request.invalid'), v.integer('request.invalid')), null);

/** Also accepts text, for query strings. */
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

const noText = v.literal('');

/** One of `choices`; `fallback` if it is left out or empty, as a cell of a spreadsheet may be. */
export const optionalChoice = <const Choices extends readonly string[]>(
  choices: Choices,
  fallback: Choices[number],
  code: ErrorCode,
) =>
  v.nullish(
    v.union(
      [
        v.picklist(choices),
        v.pipe(
          noText,
          v.transform((): Choices[number] => fallback),
        ),
      ],
      code,
    ),
    fallback as never,
  );

/** False if it is left out or empty. Also accepts the texts `true` and `false`. */
export const optionalBoolean = (code: ErrorCode) =>
  v.nullish(
    v.union(
      [
        booleanField,
        v.pipe(
          noText,
          v.transform(() => false),
        ),
      ],
      code,
    ),
    false,
  );

/** Reports a missing key with the error code of its schema. Valibot's default is "Invalid key". */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0]?.key)];
    const missing = entry && v.safeParse(entry as v.GenericSchema, undefined).issues?.[0];
    return missing?.message ?? 'request.invalid';
  });
}

/** A list that is too long fails before its items are validated. */
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

export const Message = v.object({ message: v.string() });
