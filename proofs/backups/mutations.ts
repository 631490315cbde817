import { DUMMY_HASH } from '#src/platform/passwords/passwords.ts';
import type { Document } from '#tests/support/backup.ts';
import type { Draw } from './draw.ts';

type Row = Record<string, unknown>;

/** Lengths on both sides of every limit on texts. */
const LENGTHS = [
  0, 1, 50, 51, 60, 61, 80, 81, 100, 101, 200, 201, 254, 255, 2000, 2001, 5000, 5001, 20_000, 900_000,
];

const withCost = (parameters: string) => DUMMY_HASH.replace('m=19456,t=2,p=1', parameters);

/** Values that often cause errors, or have a wrong type. */
const EXTREME_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  [],
  {},
  [[]],
  { length: 1 },
  [null],
  ['a', 'a'],
  ['10 km', '10km'],
  ['5 km, 10 km'],
  0,
  -0,
  -1,
  0.5,
  1,
  5e-324,
  1e308,
  1_000_000,
  1_000_001,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e15,
  1e12,
  1e12 + 1,
  '\u0000',
  '\ud800',
  'a\ud800b',
  '\n',
  'a\r\nBcc: b@c.se',
  '\u2028',
  '\u202e',
  '\ufeff',
  'İ',
  'ΑΣ',
  'ﷺ'.repeat(100),
  'NaN',
  'infinity',
  '-infinity',
  'now',
  'true',
  '1',
  '<script>x()</script>',
  '__proto__',
  'constructor',
  '%s',
  '\\N',
  '\\.',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2027-02-29',
  '9999-12-31',
  '10000-01-01',
  '2027-1-1',
  '1999-12-31T23:59:59Z',
  '2000-01-01T00:00:00Z',
  '2027-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-12:00',
  '1899-12-31T00:00:00Z',
  '2027-02-30T10:00:00Z',
  '2027-01-01T00:00:00+15:59',
  '2027-01-01T00:00:00+23:59',
  '2027-01-01',
  '2027-01-01 10:00:00',
  '4713-01-01T00:00:00Z',
  'SP-0000',
  'SP-0001',
  'SP-00001',
  'SP-9223372036854775807',
  'SP-999999999999999',
  'SP-1000000000000',
  'SP-1000000000001',
  'not a hash',
  DUMMY_HASH,
  withCost('m=2097152,t=2,p=1'),
  withCost('m=19456,t=4000000,p=1'),
  withCost('m=0,t=0,p=0'),
  withCost('m=19456,t=2,p=255'),
  DUMMY_HASH.replace(/.$/, 'F'),
  DUMMY_HASH.replace('v=19', 'v=16'),
  `${DUMMY_HASH} `,
  'javascript:alert(1)',
  'http://',
  'https://a.se',
  'https://u:p@a.se',
  '//evil.example',
  '/\\evil.example',
  '/map',
  '/uploads/..',
  '/uploads/../../etc/passwd',
  'https://a.se/\n',
  'data:text/html,a',
  'a@example.se',
  'A@example.se',
  'a@example.se\nb@example.se',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000000}',
  'Löpning',
  'Triathlon',
  'löpning',
  'Skåne',
  'pending',
  'approved',
  'rejected',
  'handled',
  'sale',
  'wanted',
  'admin',
  'landskap',
  [{ label: 'a', value: 'b' }],
  [{ label: 'a' }],
  [{ label: 'a', value: 'b', more: 1 }],
  Array.from({ length: 21 }, () => ({ label: 'a', value: 'b' })),
  Array.from({ length: 31 }, (_, index) => `${index + 1} km`),
  ['x'.repeat(61)],
  ['1,', '2'],
  ['10 km'],
];

const rowsOf = (document: Document) =>
  Object.entries(document.collections).flatMap(([name, rows]) =>
    rows.flatMap((row) => (Object.keys(Object(row)).length > 0 ? [{ name, row, rows }] : [])),
  );

const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

function shapeOf(value: unknown): string {
  if (typeof value !== 'string') return Array.isArray(value) ? 'list' : typeof value;
  if (/^[\da-f]{8}-/i.test(value)) return 'id';
  return /^-?\d{4}-\d\d-\d\d/.test(value) ? `day ${value.length > 10}` : 'text';
}

function changeValue(draw: Draw, document: Document): string {
  const all = rowsOf(document);
  if (all.length === 0) return 'nothing to change';
  const { name, row } = draw.pick(all);
  const column = draw.pick(Object.keys(row));
  const sameShapeValues = EXTREME_VALUES.filter((one) => shapeOf(one) === shapeOf(row[column]));
  const value = draw.pick([
    () => draw.pick(EXTREME_VALUES),
    () => draw.pick(sameShapeValues.length > 0 ? sameShapeValues : EXTREME_VALUES),
    () => draw.pick(['x', 'å', '🏃', '"']).repeat(draw.pick(LENGTHS)),
    () => draw.pick(Object.values(draw.pick(all).row)),
    () => draw.pick(all.map((one) => one.row[column])),
  ])();
  row[column] = value;
  return `${name}.${column} = ${shorten(value)}`;
}

const STRUCTURAL_CHANGES: Record<string, (draw: Draw, document: Document) => void> = {
  'a duplicate record': (draw, document) => {
    const all = rowsOf(document);
    if (all.length === 0) return;
    const { row, rows } = draw.pick(all);
    rows.push(draw.chance(50) ? row : { ...row, id: draw.id() });
  },
  'a removed record': (draw, document) => {
    draw.pick(Object.values(document.collections)).pop();
  },
  'an emptied collection': (draw, document) => {
    draw.pick(Object.values(document.collections)).length = 0;
  },
  'a removed collection': (draw, document) => {
    delete document.collections[draw.pick(Object.keys(document.collections))];
  },
  'a removed column': (draw, document) => {
    const all = rowsOf(document);
    if (all.length === 0) return;
    const { row } = draw.pick(all);
    delete row[draw.pick(Object.keys(row))];
  },
  'a changed last order number': (draw, document) => {
    document.collections.announcement_numbers = [
      { last: draw.pick<unknown>([-1, 1e12 + 1, 999_999_999_999_999, 1e15, 2 ** 53, '7', null]) },
    ];
  },
  'a record that is not an object': (draw, document) => {
    draw.pick(Object.values(document.collections)).push(draw.pick<unknown>([5, [], null, {}]) as Row);
  },
  'an unknown collection': (draw, document) => {
    document.collections[draw.pick(['loans', '__proto', 'admin_sessions', 'audit_log'])] = [
      { id: draw.id() },
    ];
  },
  'an upload with invalid data': (draw, document) => {
    document.uploads.push({ name: `${'0'.repeat(64)}.png`, size: draw.pick([0, 4, -1]), data: ['AAAA'] });
  },
};

/** Returns a description of the change. */
export function mutate(draw: Draw, document: Document): string {
  if (draw.chance(75)) return changeValue(draw, document);
  const name = draw.pick(Object.keys(STRUCTURAL_CHANGES));
  STRUCTURAL_CHANGES[name]?.(draw, document);
  return name;
}
