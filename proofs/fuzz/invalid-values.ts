import { placeholder, RECORD_KINDS, raw } from './values.ts';

/** Built once, because they are sent many times. */
const NESTED = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const NESTED_OBJECTS = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
export const DEEPLY_NESTED = [NESTED, NESTED_OBJECTS, NESTED.slice(0, 100_000), `[${'0,'.repeat(200_000)}0]`];

/** Must not occur in an error. */
export const CANARY = 'zqcanary';

const DATES = [
  '0000-01-01',
  '0001-01-01',
  '10000-01-01',
  '99999-12-31',
  '-0001-01-01',
  '2027-02-30',
  '2027-13-01',
];
const INSTANTS = [
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00Z',
  '1900-01-01T00:00:00+23:59',
  '+275760-09-13T00:00:00Z',
  '2027-03-28T02:30',
  '2027-01-01T24:00',
  '2027-01-01T00:00:00+99:99',
  '1900-01-01T00:00',
];
/** PostgreSQL or JSON cannot store these. */
export const UNSTORABLE = ['\0', `a\0${CANARY}`, '\ud800', `a\udfff${CANARY}`];
const TEXTS = [
  ...UNSTORABLE,
  '',
  ' ',
  '\ufeff',
  '\u202e\u2066',
  '\r\nX-Header: 1',
  '\u0085\u2028\u2029',
  'ﷺ'.repeat(200),
  'a\u0301'.repeat(150),
  'İ'.repeat(100),
  '🏃'.repeat(200),
  'x'.repeat(200),
  'x'.repeat(201),
  `${CANARY}${'y'.repeat(5000)}`,
  'x'.repeat(5000),
  'z'.repeat(300_000),
  '__proto__',
  'constructor',
  'toString',
  '%s%n%d',
  '{{7*7}}',
  `' or '1'='1`,
  '\\',
  '\\u0000',
  'null',
  'true',
  'undefined',
  '[object Object]',
  `javascript:${CANARY}`,
  'https://[',
  'https://a@b:99999/',
  'https://example.se/\0',
  'http://\ud800.se',
  'https://xn--a/',
  `//${CANARY}`,
  '/\\evil',
  `${CANARY}@example.se`,
  'a@b',
  'å@ö.se',
  `${'a'.repeat(250)}@b.se`,
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{0198c0de-0000-7000-8000-000000000000}',
  '0198c0de-0000-7000-8000-00000000000g',
];
export const NUMBERS = [
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  raw('9007199254740993'),
  1e300,
  5e-324,
  raw('-0'),
  raw('1e999'),
  raw('-1e999'),
  raw('99999999999999999999999999'),
  raw('1.0000000000000000000000001'),
  raw('0.1e-400'),
];
const SHAPES = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  raw('{"__proto__":{"id":1}}'),
  raw('{"constructor":{"prototype":{"x":1}}}'),
  raw('{"length":1e9}'),
  raw('{"toString":1,"valueOf":null}'),
  raw('[{"label":"a","value":"b","__proto__":null}]'),
  raw('"\\ud800"'),
  raw('"\\u0000"'),
  raw(`[${'[],'.repeat(5000)}1]`),
  raw(NESTED.slice(50_000, 150_000)),
  Array.from({ length: 31 }, (_, n) => `${n} km`),
  Array.from({ length: 21 }, (_, n) => ({ label: `${n}`, value: 'x' })),
];

export const INVALID_VALUES: unknown[] = [
  ...TEXTS,
  ...DATES,
  ...INSTANTS,
  ...NUMBERS,
  ...SHAPES,
  ...RECORD_KINDS.map(placeholder),
];
export const INVALID_TEXTS = [...TEXTS, ...DATES, ...INSTANTS];
