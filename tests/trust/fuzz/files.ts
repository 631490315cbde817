import fc from 'fast-check';
import type { Document } from '../../support/backup';
import { workbook } from '../../support/event-files';
import { JPG, MP4, WEBM, WEBP } from '../../support/media';
import type { Request } from './request';
import { CANARY, encodeJson, WRONG, WRONG_TEXTS } from './values';

export type FileBody = { type: string; body: Uint8Array<ArrayBuffer>; query: string };

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

let backup: Document = { version: 1, created_at: '', collections: {}, uploads: [] };
export const setBackup = (text: string) => {
  backup = JSON.parse(text) as Document;
};

const COLUMNS = [
  'event_date',
  'event_name',
  'distances',
  'sport_type',
  'event_end_date',
  'ort',
  'landskap',
  'address',
  'race_link',
];
const quoted = (cell: unknown) =>
  `"${(typeof cell === 'string' ? cell : encodeJson(cell)).slice(0, 10_000).replaceAll('"', '""')}"`;

const grid = (isRight: boolean) => {
  const text = isRight
    ? fc.constant('')
    : fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...WRONG_TEXTS) },
      );
  const or = (right: fc.Arbitrary<unknown>) => fc.tuple(right, text).map(([one, wrong]) => wrong || one);
  const row = fc.tuple(
    or(fc.constantFrom('2099-05-01', '2028-02-29')),
    or(fc.nat().map((n) => `Importlopp ${n}`)),
    or(fc.constant('10 km')),
    or(fc.constant('Löpning')),
    or(fc.constant('')),
    or(fc.constantFrom('Mora', '')),
    or(fc.constantFrom('Dalarna', '')),
    or(fc.constant('')),
    or(fc.constantFrom('https://lopp.example/', '')),
  );
  return fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => [COLUMNS, ...rows]);
};

const csv = (isRight: boolean) =>
  grid(isRight).map((rows) => ({
    name: 'lopp.csv',
    body: bytes(rows.map((row) => row.map(quoted).join(';')).join('\r\n')),
  }));

const NAMES = [
  'lopp.csv',
  'lopp.xlsx',
  'lopp.xls',
  'a.png',
  '',
  '../../etc/passwd',
  'a\u0000b.csv',
  `${CANARY}.exe`,
  'x'.repeat(3000),
  '\u202egnp.csv',
  'lopp',
  '.csv',
  'å.csv',
];
const CONTENTS = [
  bytes(''),
  bytes('{}'),
  bytes('\0'),
  bytes('PK\x03\x04'),
  bytes('%PDF-1.7'),
  bytes('<svg onload=1>'),
  bytes('\ufeff'),
  bytes('event_date;event_name;distances;sport_type'),
  bytes(',\n'.repeat(50_000)),
  bytes('"'.repeat(9999)),
  JPG.subarray(0, 200),
  new Uint8Array(200_000),
];

let book: Uint8Array<ArrayBuffer> | undefined;
const workbookBytes = () => {
  book ??= Uint8Array.from(
    workbook(
      [
        ['event_date', 'event_name', 'distances', 'sport_type'],
        ['2099-05-01', 'Kalkyl', '10 km', 'Löpning'],
      ],
      'xlsx',
    ),
  );
  return book;
};

type Part = { name: string; body: Uint8Array<ArrayBuffer> };

const oneOf = (list: readonly Buffer[]) =>
  fc.constantFrom(...list).map((one): Part => ({ name: 'a.png', body: Uint8Array.from(one) }));

const corrupted = (part: Part): fc.Arbitrary<Part> =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, part.body.length - 1)), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const body = Uint8Array.from(part.body);
      for (const [index, to] of changes) body[index] = to;
      return { ...part, body };
    });

const corruptedBackup = () =>
  fc
    .array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom<unknown>(...WRONG)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes): Part => {
      const copy = structuredClone(backup);
      const collections = Object.values(copy.collections).filter((rows) => rows.length > 0);
      for (const [which, row, column, value] of changes) {
        const rows = collections[which % collections.length] ?? [];
        const found = rows[row % rows.length] ?? {};
        const keys = Object.keys(found);
        found[keys[column % keys.length] ?? 'id'] = value;
      }
      return { name: 'backup.json', body: bytes(encodeJson(copy)) };
    });

const rightFile = (operation: string): fc.Arbitrary<Part> => {
  if (operation === 'admin.backup.import')
    return fc.constant(0).map(() => ({ name: 'backup.json', body: bytes(JSON.stringify(backup)) }));
  if (operation === 'admin.banners.upload') return oneOf([JPG, WEBP, WEBM, MP4]);
  return fc.oneof(
    { weight: 30, arbitrary: csv(true) },
    { weight: 1, arbitrary: fc.constant(0).map(() => ({ name: 'a.xlsx', body: workbookBytes() })) },
  );
};

const nearFile = (operation: string): fc.Arbitrary<Part> => {
  if (operation === 'admin.backup.import') return corruptedBackup();
  if (operation === 'admin.events.import') return csv(false);
  return rightFile(operation).chain(corrupted);
};

const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const multipart = (field: string, { name, body }: Part): Uint8Array<ArrayBuffer> => {
  const head = bytes(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  return Uint8Array.from(Buffer.concat([head, body, bytes(`\r\n--${BOUNDARY}--\r\n`)]));
};
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const TYPES = [
  TYPE,
  TYPE,
  TYPE,
  'multipart/form-data',
  'multipart/form-data; boundary=other',
  'application/json',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  `multipart/form-data; boundary="${'"'.repeat(90)}`,
];
const FIELDS = ['file', 'file', 'file', 'files', '', '__proto__', 'file\u0000', CANARY, 'x'.repeat(2000)];
const QUERIES = ['', '?dry_run=true', '?update=true', '?dry_run=true&update=true'];
const ODD_QUERIES = [
  ...QUERIES,
  '?dry_run=yes',
  '?dry_run=%00',
  '?update=true&update=no',
  `?preview=${CANARY}`,
  `?preview=${'x'.repeat(5000)}`,
  '?%',
  '?__proto__=1',
];

export function fileBody(operation: string, { level }: Pick<Request, 'level'>): fc.Arbitrary<FileBody> {
  const query =
    operation === 'admin.events.import'
      ? fc.constantFrom(...(level === 'right' ? QUERIES : ODD_QUERIES))
      : fc.constant('');
  if (level !== 'wild') {
    const file = level === 'right' ? rightFile(operation) : nearFile(operation);
    return fc
      .tuple(file, query)
      .map(([part, chosen]) => ({ type: TYPE, body: multipart('file', part), query: chosen }));
  }
  const part = fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.oneof(
        fc.constantFrom(...CONTENTS),
        fc.uint8Array({ maxLength: 500 }).map((list) => Uint8Array.from(list)),
      ),
    )
    .map(([name, body]) => ({ name, body }));
  return fc
    .record({
      part,
      field: fc.constantFrom(...FIELDS),
      type: fc.constantFrom(...TYPES),
      query,
      cut: fc.constantFrom(0, 0, 0, 1, 3, 40, 100_000),
      twice: fc.constantFrom(false, false, true),
    })
    .map(({ part, field, type, query, cut, twice }) => {
      const whole = multipart(field, part);
      const all = twice
        ? Uint8Array.from(Buffer.concat([whole.subarray(0, -BOUNDARY.length - 6), whole]))
        : whole;
      return { type, body: all.slice(0, Math.max(0, all.length - cut)), query };
    });
}
