import { workbook } from '../../support/event-files';
import { PNG_HEAD, pngChunk, pngHeader } from '../../support/media';
import type { Request } from '../fuzz/request';
import type { Case } from './case';
import { TEXTS, textOf } from './texts';

const MB = 1_000_000;
const CSV = 10 * MB;
const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Content = string | Uint8Array;
const bytes = (content: Content) => Buffer.from(content as Uint8Array);
const wrapped = (name: string, content: Content, before: Content = '') =>
  Uint8Array.from(
    Buffer.concat([
      bytes(before),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  );

const post = (path: string, body: Uint8Array<ArrayBuffer>): Request => ({
  transport: 'rest',
  names: [],
  method: 'POST',
  path: `/api${path}`,
  headers: { 'content-type': TYPE },
  body,
  pieces: 1,
  as: 'admin',
  which: 0,
  level: 'wild',
  isEndless: false,
});

const HEADER =
  'event_date;event_name;distances;sport_type;event_end_date;ort;landskap;address;race_link;result_link;organizer\n';
const ROWS = 20_000;

function rows(row: (nth: number) => string, count = ROWS): string {
  const parts = [HEADER];
  let size = HEADER.length;
  for (let nth = 0; nth < count; nth++) {
    const line = row(nth);
    size += Buffer.byteLength(line);
    if (size > CSV) break;
    parts.push(line);
  }
  return parts.join('');
}

const day = (nth: number) => new Date(Date.UTC(2030, 0, 1 + (nth % 3000))).toISOString().slice(0, 10);
const DISTANCES = Array.from({ length: 29 }, (_, nth) => `${nth + 1} km`).join(', ');
const ADDRESS = 400;

const TABLES: Record<string, () => string> = {
  'as many rows as are taken': () =>
    rows((nth) => `${day(nth)};Lopp ${nth};10 km;Löpning;;Mora;Dalarna;;https://a.se/;;\n`),
  'rows with thirty distances': () =>
    rows((nth) => `${day(nth)};Lopp ${nth};${DISTANCES}, ${nth + 100} m;Löpning;;Ort ${nth};;;;;\n`),
  'rows on one day in one town': () => rows((nth) => `2030-01-01;Lopp ${nth};10 km;Löpning;;Mora;;;;;\n`),
  'rows that are the same': () => rows(() => '2030-01-01;Lopp;10 km;Löpning;;Mora;;;;;\n'),
  'rows that are wrong': () => rows((nth) => `x${nth};;;;;;;;;;\n`),
  'addresses of many parts': () =>
    rows((nth) => `${day(nth)};Lopp ${nth};10 km;Löpning;;;Dalarna;${'a,'.repeat(ADDRESS / 2)};;;\n`),
  'the longest cells': () =>
    rows((nth) => `${day(nth)};Lopp ${nth};10 km;Löpning;;;;${'x'.repeat(5000)};;;\n`),
  'a million columns': () => `${HEADER}${'a;'.repeat(CSV / 2 - HEADER.length)}`,
  'a header of columns': () => ';'.repeat(CSV),
  'a million rows': () => `${HEADER}${'a\n'.repeat(CSV / 2 - HEADER.length)}`,
  'empty rows': () => `${HEADER}${'\n'.repeat(CSV - HEADER.length)}`,
  'empty cells': () => `${HEADER}${';;;;\n'.repeat(CSV / 5 - HEADER.length)}`,
  'a giant cell': () => `${HEADER}2030-01-01;"${'a'.repeat(CSV - 200)}";10 km;Löpning\n`,
  'a giant cell of quotes': () => `${HEADER}2030-01-01;"${'""'.repeat(CSV / 2 - 200)}";10 km;Löpning\n`,
  'a giant cell of spaces': () => `${HEADER}2030-01-01;"${' '.repeat(CSV - 200)}a";10 km;Löpning\n`,
  'quotes that never close': () => `${HEADER}${'a"'.repeat(CSV / 2 - HEADER.length)}`,
  'open quotes': () => `${HEADER}${'"a'.repeat(CSV / 2 - HEADER.length)}`,
  spaces: () => ' '.repeat(CSV),
  'ligatures in every cell': () =>
    rows((nth) => `${day(nth)};Lopp ${nth} ${'ﷺ'.repeat(90)};10 km;Löpning;;${'ﷺ'.repeat(60)};;;;;\n`),
  'marks in every cell': () =>
    rows(
      (nth) =>
        `2030-01-01;Lopp ${nth} ${'\u0301\u0316'.repeat(80)};10 km;Löpning;;${nth}${'\u0301\u0316'.repeat(40)};;;;;\n`,
    ),
  'marks in long addresses': () =>
    rows((nth) => `2030-01-01;Lopp ${nth};10 km;Löpning;;;;${'\u0301\u0316'.repeat(2400)};;;\n`),
};

const MULTIPARTS: Record<string, () => Uint8Array<ArrayBuffer>> = {
  'many parts before': () =>
    wrapped(
      'a.csv',
      HEADER,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n`.repeat(10_000),
    ),
  'a part of many headers': () =>
    wrapped('a.csv', HEADER, `--${BOUNDARY}\r\n${'A: b\r\n'.repeat(100_000)}\r\na\r\n`),
  'a part of one header': () =>
    wrapped('a.csv', HEADER, `--${BOUNDARY}\r\nA: ${'b'.repeat(900_000)}\r\n\r\na\r\n`),
  'almost boundaries': () => wrapped('a.csv', `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(CSV / 25)),
  'line breaks': () => wrapped('a.csv', '\r\n'.repeat(CSV / 2)),
  'a long name': () => wrapped(`${'a/'.repeat(30_000)}.csv`, HEADER),
  'a name of marks': () => wrapped(`${'\u0301\u0316'.repeat(10_000)}.csv`, HEADER),
};

const backup = (collections: string, uploads = '[]') =>
  `{"version":1,"created_at":"2026-01-01T00:00:00.000Z","collections":{${collections}},"uploads":${uploads}}`;
const list = (item: string, size = 10 * MB) => `[${`${item},`.repeat(size / (item.length + 1) - 1)}${item}]`;

const BACKUPS: Record<string, () => Content> = {
  'many empty records': () => backup(`"events":${list('{}')}`),
  'many unknown records': () => backup(`"others":${list('{"a":1}')}`),
  'many unknown collections': () =>
    backup(Array.from({ length: 300_000 }, (_, nth) => `"c${nth}":[]`).join()),
  'records of many values': () => backup(`"events":${list(`{"additional_fields":${list('0', 9000)}}`)}`),
  'a nested record': () => backup(`"events":[${'['.repeat(MB)}`),
  'a long text': () => backup(`"events":[{"event_name":"${'a'.repeat(900_000)}"}]`),
  'many keys in a record': () =>
    backup(`"events":[{${Array.from({ length: 500_000 }, (_, nth) => `"k${nth}":0`).join()}}]`),
  'many uploads': () => backup('"events":[]', list('{}')),
  'many pieces of an upload': () => backup('"events":[]', `[{"name":"a","size":1,"data":${list('""')}}]`),
  spaces: () => ' '.repeat(20 * MB),
  'a long number': () => backup(`"events":[${'1'.repeat(900_000)}]`),
  escapes: () => backup(`"events":[{"event_name":"${'\\u0041'.repeat(150_000)}"}]`),
};

const UPLOADS: Record<string, () => Content> = {
  'a PNG of empty parts': () =>
    Buffer.concat([PNG_HEAD, pngHeader(1, 1), ...Array<Buffer>(190_000).fill(pngChunk('tEXt'))]),
  'a JPEG of fill bytes': () => Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(40 * MB, 0xff)]),
  'a JPEG of empty parts': () =>
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('fffe0002'.repeat(190_000), 'hex')]),
  'a JPEG of data': () =>
    Buffer.concat([Buffer.from('ffd8ffda0008010100003f00', 'hex'), Buffer.alloc(40 * MB, 1)]),
  'a JPEG of restarts': () =>
    Buffer.concat([
      Buffer.from('ffd8ffda0008010100003f00', 'hex'),
      Buffer.from('ffd0'.repeat(10 * MB), 'hex'),
    ]),
  'an MP4 of empty boxes': () =>
    Buffer.concat([
      Buffer.from('00000010667479706d70343200000000', 'hex'),
      Buffer.from('0000000866726565'.repeat(190_000), 'hex'),
    ]),
  'a WebM of empty elements': () =>
    Buffer.concat([Buffer.from('1a45dfa380', 'hex'), Buffer.from('ec80'.repeat(5 * MB), 'hex')]),
  'a WebP of empty parts': () =>
    Buffer.concat([
      Buffer.from('524946460000ff00574542505650385800000000', 'hex'),
      Buffer.from('4142434400000000'.repeat(190_000), 'hex'),
    ]),
  'an unknown file type': () => Buffer.alloc(45 * MB),
};

export function fileCases(): Case[] {
  const of = (
    name: string,
    what: string,
    path: string,
    make: () => Uint8Array<ArrayBuffer>,
    isShort = false,
  ): Case => ({
    name,
    of: what,
    as: 'admin',
    isShort,
    make: () => post(path, make()),
  });
  const filling = (one: Case): Case => ({ ...one, isFilling: true });
  const tables = Object.entries(TABLES).flatMap(([what, make]) => [
    of(
      'admin.events.import',
      `a CSV of ${what}, previewed`,
      '/admin/events/import?dry_run=true',
      () => wrapped('a.csv', make()),
      /marks|distances|quotes$|wrong/.test(what),
    ),
    filling(
      of('admin.events.import', `a CSV of ${what}`, '/admin/events/import', () => wrapped('a.csv', make())),
    ),
    filling(
      of('admin.events.import', `a CSV of ${what}, as an update`, '/admin/events/import?update=true', () =>
        wrapped('a.csv', make()),
      ),
    ),
  ]);
  const cells = TEXTS.map((text) =>
    of('admin.events.import', `a CSV of ${text.of}, previewed`, '/admin/events/import?dry_run=true', () => {
      const cell = (length: number) => `"${textOf(text, length).replaceAll('"', '""')}"`;
      const rest = `${cell(150)};10 km;Löpning;;${cell(ADDRESS / 4)};;${cell(ADDRESS)};;;\n`;
      return wrapped(
        'a.csv',
        rows((nth) => `${day(nth)};${rest}`),
      );
    }),
  );
  const books = [['as many rows as are taken', ROWS] as const, ['too many rows', 60_000] as const].map(
    ([what, count]) =>
      of(
        'admin.events.import',
        `a workbook of ${what}, previewed`,
        '/admin/events/import?dry_run=true',
        () => {
          const grid = Array.from({ length: count }, (_, nth) => [
            day(nth),
            `Lopp ${nth}`,
            DISTANCES,
            'Löpning',
          ]);
          return wrapped(
            'a.xlsx',
            workbook([['event_date', 'event_name', 'distances', 'sport_type'], ...grid], 'xlsx'),
          );
        },
      ),
  );
  const paths: [string, string][] = [
    ['admin.events.import', '/admin/events/import'],
    ['admin.banners.upload', '/admin/banners/upload'],
    ['admin.backup.import', '/admin/backup/import'],
  ];
  return [
    ...tables,
    ...cells,
    ...books,
    ...Object.entries(MULTIPARTS).flatMap(([what, make]) =>
      paths.map(([name, path]) => of(name, `a body of ${what}`, path, make, true)),
    ),
    ...Object.entries(BACKUPS).map(([what, make]) =>
      of(
        'admin.backup.import',
        `a backup of ${what}`,
        '/admin/backup/import',
        () => wrapped('a.json', make()),
        /keys|empty records/.test(what),
      ),
    ),
    ...Object.entries(UPLOADS).map(([what, make]) =>
      of(
        'admin.banners.upload',
        what,
        '/admin/banners/upload',
        () => wrapped('a.png', make()),
        /empty/.test(what),
      ),
    ),
  ];
}
