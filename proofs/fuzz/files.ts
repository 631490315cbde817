import fc from 'fast-check';
import type { Document } from '#tests/support/backup.ts';
import { workbook } from '#tests/support/event-files.ts';
import { JPG, MP4, WEBM, WEBP } from '#tests/support/media.ts';
import { CANARY, INVALID_TEXTS, INVALID_VALUES } from './invalid-values.ts';
import type { Request } from './request.ts';
import { encodeJson } from './values.ts';

export type FileBody = { type: string; body: Uint8Array<ArrayBuffer>; query: string };

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

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
const quoteCell = (cell: unknown) =>
  `"${(typeof cell === 'string' ? cell : encodeJson(cell)).slice(0, 10_000).replaceAll('"', '""')}"`;

const grid = (isValid: boolean) => {
  const invalidText = isValid
    ? fc.constant('')
    : fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...INVALID_TEXTS) },
      );
  const orInvalid = (valid: fc.Arbitrary<unknown>) =>
    fc.tuple(valid, invalidText).map(([value, invalid]) => invalid || value);
  const row = fc.tuple(
    orInvalid(fc.constantFrom('2099-05-01', '2028-02-29')),
    orInvalid(fc.nat().map((n) => `Importlopp ${n}`)),
    orInvalid(fc.constant('10 km')),
    orInvalid(fc.constant('Löpning')),
    orInvalid(fc.constant('')),
    orInvalid(fc.constantFrom('Mora', '')),
    orInvalid(fc.constantFrom('Dalarna', '')),
    orInvalid(fc.constant('')),
    orInvalid(fc.constantFrom('https://lopp.example/', '')),
  );
  return fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => [COLUMNS, ...rows]);
};

const csv = (isValid: boolean) =>
  grid(isValid).map((rows) => ({
    name: 'lopp.csv',
    body: toBytes(rows.map((row) => row.map(quoteCell).join(';')).join('\r\n')),
  }));

const FILE_NAMES = [
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
const FILE_CONTENTS = [
  toBytes(''),
  toBytes('{}'),
  toBytes('\0'),
  toBytes('PK\x03\x04'),
  toBytes('%PDF-1.7'),
  toBytes('<svg onload=1>'),
  toBytes('\ufeff'),
  toBytes('event_date;event_name;distances;sport_type'),
  toBytes(',\n'.repeat(50_000)),
  toBytes('"'.repeat(9999)),
  JPG.subarray(0, 200),
  new Uint8Array(200_000),
];

let cachedWorkbook: Uint8Array<ArrayBuffer> | undefined;
const workbookBytes = () => {
  cachedWorkbook ??= Uint8Array.from(
    workbook(
      [
        ['event_date', 'event_name', 'distances', 'sport_type'],
        ['2099-05-01', 'Kalkyl', '10 km', 'Löpning'],
      ],
      'xlsx',
    ),
  );
  return cachedWorkbook;
};

type Part = { name: string; body: Uint8Array<ArrayBuffer> };

const anyFileOf = (list: readonly Buffer[]) =>
  fc.constantFrom(...list).map((one): Part => ({ name: 'a.png', body: Uint8Array.from(one) }));

const corruptBytes = (part: Part): fc.Arbitrary<Part> =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, part.body.length - 1)), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const body = Uint8Array.from(part.body);
      for (const [index, to] of changes) body[index] = to;
      return { ...part, body };
    });

const corruptBackup = () =>
  fc
    .array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom<unknown>(...INVALID_VALUES)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes): Part => {
      const copy = structuredClone(backup);
      const collections = Object.values(copy.collections).filter((rows) => rows.length > 0);
      for (const [collectionIndex, row, column, value] of changes) {
        const rows = collections[collectionIndex % collections.length] ?? [];
        const found = rows[row % rows.length] ?? {};
        const keys = Object.keys(found);
        found[keys[column % keys.length] ?? 'id'] = value;
      }
      return { name: 'backup.json', body: toBytes(encodeJson(copy)) };
    });

const validFile = (operation: string): fc.Arbitrary<Part> => {
  // Mapped, so that the backup is read when a request is made: `setBackup` is called later.
  if (operation === 'admin.backup.import')
    return fc.constant(0).map(() => ({ name: 'backup.json', body: toBytes(JSON.stringify(backup)) }));
  if (operation === 'admin.banners.upload') return anyFileOf([JPG, WEBP, WEBM, MP4]);
  return fc.oneof(
    { weight: 30, arbitrary: csv(true) },
    { weight: 1, arbitrary: fc.constant(0).map(() => ({ name: 'a.xlsx', body: workbookBytes() })) },
  );
};

const mutatedFile = (operation: string): fc.Arbitrary<Part> => {
  if (operation === 'admin.backup.import') return corruptBackup();
  if (operation === 'admin.events.import') return csv(false);
  return validFile(operation).chain(corruptBytes);
};

const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const multipart = (field: string, { name, body }: Part): Uint8Array<ArrayBuffer> => {
  const head = toBytes(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  return Uint8Array.from(Buffer.concat([head, body, toBytes(`\r\n--${BOUNDARY}--\r\n`)]));
};
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const CONTENT_TYPES = [
  MULTIPART_TYPE,
  MULTIPART_TYPE,
  MULTIPART_TYPE,
  'multipart/form-data',
  'multipart/form-data; boundary=other',
  'application/json',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  `multipart/form-data; boundary="${'"'.repeat(90)}`,
];
const FIELD_NAMES = [
  'file',
  'file',
  'file',
  'files',
  '',
  '__proto__',
  'file\u0000',
  CANARY,
  'x'.repeat(2000),
];
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
      ? fc.constantFrom(...(level === 'valid' ? QUERIES : ODD_QUERIES))
      : fc.constant('');
  if (level !== 'malformed') {
    const file = level === 'valid' ? validFile(operation) : mutatedFile(operation);
    return fc
      .tuple(file, query)
      .map(([part, chosen]) => ({ type: MULTIPART_TYPE, body: multipart('file', part), query: chosen }));
  }
  const part = fc
    .tuple(
      fc.constantFrom(...FILE_NAMES),
      fc.oneof(
        fc.constantFrom(...FILE_CONTENTS),
        fc.uint8Array({ maxLength: 500 }).map((list) => Uint8Array.from(list)),
      ),
    )
    .map(([name, body]) => ({ name, body }));
  return fc
    .record({
      part,
      field: fc.constantFrom(...FIELD_NAMES),
      type: fc.constantFrom(...CONTENT_TYPES),
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
