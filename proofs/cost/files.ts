import type { Request } from '#proofs/fuzz/request.ts';
import { workbook } from '#tests/support/event-files.ts';
import type { Case } from './case.ts';
import { TEXTS, textOf } from './texts.ts';

const MB = 1_000_000;
const CSV_BYTES = 10 * MB;
const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Content = string | Uint8Array;
const toBuffer = (content: Content) => Buffer.from(content as Uint8Array);
const multipart = (name: string, content: Content, preamble: Content = '') =>
  Uint8Array.from(
    Buffer.concat([
      toBuffer(preamble),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      toBuffer(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  );

const post = (path: string, body: Uint8Array<ArrayBuffer>): Request => ({
  transport: 'rest',
  procedures: [],
  method: 'POST',
  path: `/api${path}`,
  headers: { 'content-type': MULTIPART_TYPE },
  body,
  chunkCount: 1,
  caller: 'admin',
  pickIndex: 0,
  level: 'malformed',
  isStream: false,
});

const HEADER =
  'event_date;event_name;distances;sport_type;event_end_date;ort;landskap;address;race_link;result_link;organizer\n';
const ROW_COUNT = 20_000;

function csvOf(rowAt: (index: number) => string, count = ROW_COUNT): string {
  const lines = [HEADER];
  let size = HEADER.length;
  for (let index = 0; index < count; index++) {
    const line = rowAt(index);
    size += Buffer.byteLength(line);
    if (size > CSV_BYTES) break;
    lines.push(line);
  }
  return lines.join('');
}

const dayOf = (index: number) => new Date(Date.UTC(2030, 0, 1 + (index % 3000))).toISOString().slice(0, 10);
const DISTANCES = Array.from({ length: 29 }, (_, index) => `${index + 1} km`).join(', ');
const ADDRESS_LENGTH = 400;

const CSV_FILES: Record<string, () => string> = {
  '20,000 valid rows': () =>
    csvOf((index) => `${dayOf(index)};Lopp ${index};10 km;Löpning;;Mora;Dalarna;;https://a.se/;;\n`),
  'rows with 30 distances each': () =>
    csvOf(
      (index) => `${dayOf(index)};Lopp ${index};${DISTANCES}, ${index + 100} m;Löpning;;Ort ${index};;;;;\n`,
    ),
  'rows on one day in one town': () =>
    csvOf((index) => `2030-01-01;Lopp ${index};10 km;Löpning;;Mora;;;;;\n`),
  'identical rows': () => csvOf(() => '2030-01-01;Lopp;10 km;Löpning;;Mora;;;;;\n'),
  'invalid rows': () => csvOf((index) => `x${index};;;;;;;;;;\n`),
  'addresses with 200 commas': () =>
    csvOf(
      (index) =>
        `${dayOf(index)};Lopp ${index};10 km;Löpning;;;Dalarna;${'a,'.repeat(ADDRESS_LENGTH / 2)};;;\n`,
    ),
  'cells of 5,000 characters': () =>
    csvOf((index) => `${dayOf(index)};Lopp ${index};10 km;Löpning;;;;${'x'.repeat(5000)};;;\n`),
  '5 million columns': () => `${HEADER}${'a;'.repeat(CSV_BYTES / 2 - HEADER.length)}`,
  '10 million empty columns': () => ';'.repeat(CSV_BYTES),
  '5 million rows': () => `${HEADER}${'a\n'.repeat(CSV_BYTES / 2 - HEADER.length)}`,
  '10 million empty rows': () => `${HEADER}${'\n'.repeat(CSV_BYTES - HEADER.length)}`,
  '2 million rows of empty cells': () => `${HEADER}${';;;;\n'.repeat(CSV_BYTES / 5 - HEADER.length)}`,
  'a cell of 10 MB': () => `${HEADER}2030-01-01;"${'a'.repeat(CSV_BYTES - 200)}";10 km;Löpning\n`,
  'a 10 MB cell of quotes': () => `${HEADER}2030-01-01;"${'""'.repeat(CSV_BYTES / 2 - 200)}";10 km;Löpning\n`,
  'a 10 MB cell of spaces': () => `${HEADER}2030-01-01;"${' '.repeat(CSV_BYTES - 200)}a";10 km;Löpning\n`,
  'quotes that never close': () => `${HEADER}${'a"'.repeat(CSV_BYTES / 2 - HEADER.length)}`,
  'unclosed quotes': () => `${HEADER}${'"a'.repeat(CSV_BYTES / 2 - HEADER.length)}`,
  '10 MB of spaces': () => ' '.repeat(CSV_BYTES),
  'ligatures in every cell': () =>
    csvOf(
      (index) => `${dayOf(index)};Lopp ${index} ${'ﷺ'.repeat(90)};10 km;Löpning;;${'ﷺ'.repeat(60)};;;;;\n`,
    ),
  'combining marks in every cell': () =>
    csvOf(
      (index) =>
        `2030-01-01;Lopp ${index} ${'\u0301\u0316'.repeat(80)};10 km;Löpning;;${index}${'\u0301\u0316'.repeat(40)};;;;;\n`,
    ),
  'long addresses of combining marks': () =>
    csvOf((index) => `2030-01-01;Lopp ${index};10 km;Löpning;;;;${'\u0301\u0316'.repeat(2400)};;;\n`),
};

const MULTIPARTS: Record<string, () => Uint8Array<ArrayBuffer>> = {
  '10,000 parts before the file': () =>
    multipart(
      'a.csv',
      HEADER,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n`.repeat(10_000),
    ),
  'a part with 100,000 headers': () =>
    multipart('a.csv', HEADER, `--${BOUNDARY}\r\n${'A: b\r\n'.repeat(100_000)}\r\na\r\n`),
  'a part with a header of 900 kB': () =>
    multipart('a.csv', HEADER, `--${BOUNDARY}\r\nA: ${'b'.repeat(900_000)}\r\n\r\na\r\n`),
  'strings that almost match the boundary': () =>
    multipart('a.csv', `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(CSV_BYTES / 25)),
  '10 MB of line breaks': () => multipart('a.csv', '\r\n'.repeat(CSV_BYTES / 2)),
  'a long file name': () => multipart(`${'a/'.repeat(30_000)}.csv`, HEADER),
  'a file name of combining marks': () => multipart(`${'\u0301\u0316'.repeat(10_000)}.csv`, HEADER),
};

const backup = (collections: string, uploads = '[]') =>
  `{"version":1,"created_at":"2026-01-01T00:00:00.000Z","collections":{${collections}},"uploads":${uploads}}`;
const jsonList = (item: string, size = 10 * MB) =>
  `[${`${item},`.repeat(size / (item.length + 1) - 1)}${item}]`;

const BACKUPS: Record<string, () => Content> = {
  'many empty records': () => backup(`"events":${jsonList('{}')}`),
  'many unknown records': () => backup(`"others":${jsonList('{"a":1}')}`),
  'many unknown collections': () =>
    backup(Array.from({ length: 300_000 }, (_, index) => `"c${index}":[]`).join()),
  'records of many values': () =>
    backup(`"events":${jsonList(`{"additional_fields":${jsonList('0', 9000)}}`)}`),
  'a nested record': () => backup(`"events":[${'['.repeat(MB)}`),
  'a long text': () => backup(`"events":[{"event_name":"${'a'.repeat(900_000)}"}]`),
  'many keys in a record': () =>
    backup(`"events":[{${Array.from({ length: 500_000 }, (_, index) => `"k${index}":0`).join()}}]`),
  'many uploads': () => backup('"events":[]', jsonList('{}')),
  'an upload in many parts': () => backup('"events":[]', `[{"name":"a","size":1,"data":${jsonList('""')}}]`),
  '20 MB of spaces': () => ' '.repeat(20 * MB),
  'a long number': () => backup(`"events":[${'1'.repeat(900_000)}]`),
  escapes: () => backup(`"events":[{"event_name":"${'\\u0041'.repeat(150_000)}"}]`),
};

const UPLOADS: Record<string, () => Content> = {
  'a JPEG of 45 MB': () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(45 * MB)]),
  'an unknown file type': () => Buffer.alloc(45 * MB),
};

export function fileCases(): Case[] {
  const fileCase = (
    name: string,
    label: string,
    path: string,
    make: () => Uint8Array<ArrayBuffer>,
    isInShortForm = false,
  ): Case => ({
    name,
    label,
    caller: 'admin',
    isInShortForm,
    makeRequest: () => post(path, make()),
  });
  const withReset = (one: Case): Case => ({ ...one, needsReset: true });
  const csvCases = Object.entries(CSV_FILES).flatMap(([label, make]) => [
    fileCase(
      'admin.events.import',
      `a CSV of ${label}, previewed`,
      '/admin/events/import?dry_run=true',
      () => multipart('a.csv', make()),
      /marks|distances|quotes$|invalid/.test(label),
    ),
    withReset(
      fileCase('admin.events.import', `a CSV of ${label}`, '/admin/events/import', () =>
        multipart('a.csv', make()),
      ),
    ),
    withReset(
      fileCase(
        'admin.events.import',
        `a CSV of ${label}, with updates`,
        '/admin/events/import?update=true',
        () => multipart('a.csv', make()),
      ),
    ),
  ]);
  const cellCases = TEXTS.map((text) =>
    fileCase(
      'admin.events.import',
      `a CSV of ${text.label}, previewed`,
      '/admin/events/import?dry_run=true',
      () => {
        const cell = (length: number) => `"${textOf(text, length).replaceAll('"', '""')}"`;
        const otherCells = `${cell(150)};10 km;Löpning;;${cell(ADDRESS_LENGTH / 4)};;${cell(ADDRESS_LENGTH)};;;\n`;
        return multipart(
          'a.csv',
          csvOf((index) => `${dayOf(index)};${otherCells}`),
        );
      },
    ),
  );
  const workbookCases = [['20,000 valid rows', ROW_COUNT] as const, ['60,000 rows', 60_000] as const].map(
    ([label, count]) =>
      fileCase(
        'admin.events.import',
        `a workbook of ${label}, previewed`,
        '/admin/events/import?dry_run=true',
        () => {
          const grid = Array.from({ length: count }, (_, index) => [
            dayOf(index),
            `Lopp ${index}`,
            DISTANCES,
            'Löpning',
          ]);
          return multipart(
            'a.xlsx',
            workbook([['event_date', 'event_name', 'distances', 'sport_type'], ...grid], 'xlsx'),
          );
        },
      ),
  );
  const uploadOperations: [string, string][] = [
    ['admin.events.import', '/admin/events/import'],
    ['admin.banners.upload', '/admin/banners/upload'],
    ['admin.backup.import', '/admin/backup/import'],
  ];
  return [
    ...csvCases,
    ...cellCases,
    ...workbookCases,
    ...Object.entries(MULTIPARTS).flatMap(([label, make]) =>
      uploadOperations.map(([name, path]) =>
        fileCase(name, `a multipart body with ${label}`, path, make, true),
      ),
    ),
    ...Object.entries(BACKUPS).map(([label, make]) =>
      fileCase(
        'admin.backup.import',
        `a backup of ${label}`,
        '/admin/backup/import',
        () => multipart('a.json', make()),
        /keys|empty records/.test(label),
      ),
    ),
    ...Object.entries(UPLOADS).map(([label, make]) =>
      fileCase(
        'admin.banners.upload',
        label,
        '/admin/banners/upload',
        () => multipart('a.png', make()),
        true,
      ),
    ),
  ];
}
