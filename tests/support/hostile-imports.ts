// The files are generated, so that the code shows what is hostile about them.
import { deflateRawSync, gzipSync } from 'node:zlib';
import * as XLSX from 'xlsx';
import { bytesOf } from './bytes.ts';
import { type Grid, utf8, workbook } from './event-files.ts';
import { BOUNDARY, MULTIPART_END, multipartPart } from './imports.ts';
import { xlsxOf, zipOf } from './zip.ts';

export type HostileImport = {
  label: string;
  type?: string;
  body: Uint8Array;
  /** Events that must be stored; none by default. */
  storedEvents?: string[];
  /** The file may also be refused as a whole, so that none of its events is stored. */
  mayStoreNone?: boolean;
};

export const HEADER = ['event_date', 'event_name', 'distances', 'sport_type'];
const MB = 1024 * 1024;
const row = (name: string) => ['2027-05-22', name, '21,1 km', 'Löpning'];
const grid = (...names: string[]): Grid => [HEADER, ...names.map(row)];
const noise = (size: number, seed = 1) =>
  Uint8Array.from({ length: size }, (_, index) => (index * index * seed + index * 31 + seed) & 0xff);

let sequence = 0;
const newEventName = () => `Fientligt lopp ${++sequence}`;

const fileUpload = (
  label: string,
  name: string,
  content: Uint8Array | string,
  storedEvents: string[] = [],
): HostileImport => ({
  label,
  body: Buffer.concat([multipartPart(content, `name="file"; filename="${name}"`), MULTIPART_END]),
  storedEvents,
});
const rawUpload = (
  label: string,
  parts: (Uint8Array | string)[],
  more: Partial<HostileImport> = {},
): HostileImport => ({
  label,
  body: Buffer.concat(parts.map((part) => Buffer.from(part))),
  ...more,
});
const validUpload = (make: (content: Uint8Array, name: string) => HostileImport): HostileImport => {
  const name = newEventName();
  return { ...make(utf8(grid(name)), name), storedEvents: [name] };
};

const OTHER_FORMATS: Record<string, Uint8Array> = {
  png: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(500)]),
  jpg: Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), noise(500)]),
  gif: bytesOf('GIF89a\u0001\u0001,;'),
  pdf: bytesOf('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF'),
  exe: Buffer.concat([bytesOf('MZ'), noise(2000)]),
  elf: Buffer.concat([Buffer.from('7f454c46', 'hex'), noise(2000)]),
  gz: gzipSync(utf8(grid('Aldrig'))),
  mp4: Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), noise(500)]),
  html: bytesOf('<!doctype html><table><tr><td>event_date</td><td>event_name</td></tr></table>'),
  svg: bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  json: bytesOf('[{"event_date":"2027-01-01","event_name":"Aldrig","distances":"1 km","sport_type":"OCR"}]'),
  sql: bytesOf("insert into events values ('x'); drop table events;"),
  rtf: bytesOf('{\\rtf1\\ansi event_date,event_name,distances,sport_type}'),
  docx: zipOf([{ name: 'word/document.xml', content: '<w:document/>' }]),
};

function* mislabelledFiles(): Generator<HostileImport> {
  for (const [kind, content] of Object.entries(OTHER_FORMATS)) {
    for (const extension of ['csv', 'xlsx', 'xls']) {
      yield fileUpload(`${kind} as ${extension}`, `a.${extension}`, content);
    }
  }
  yield fileUpload('xlsx as csv', 'a.csv', workbook(grid('Aldrig'), 'xlsx'));
  yield fileUpload('csv as xlsx', 'a.xlsx', utf8(grid('Aldrig')));
  for (const name of ['a.txt', 'a.xlsm', 'a.xlsb', 'a.ods', 'a.csv.exe', 'a', '.csv.', 'csv']) {
    yield fileUpload(`a good CSV named ${name}`, name, utf8(grid('Aldrig')));
  }
}

function* truncatedFiles(): Generator<HostileImport> {
  for (const kind of ['xlsx', 'biff8'] as const) {
    const name = newEventName();
    const whole = workbook(grid(name), kind);
    for (let cut = 1; cut < 14; cut++) {
      const part = whole.slice(0, Math.floor((whole.length * cut) / 14));
      yield {
        ...fileUpload(`${kind} cut at ${cut}/14`, kind === 'xlsx' ? 'a.xlsx' : 'a.xls', part, [name]),
        mayStoreNone: true,
      };
    }
  }
  const text = `${HEADER}\n2027-05-22,"Aldrig","21,1 km","Löpning`;
  for (const cut of [5, 40, 60, 70, text.length]) {
    yield fileUpload(`CSV cut at ${cut}`, 'a.csv', text.slice(0, cut));
  }
}

function* polyglots(): Generator<HostileImport> {
  const xlsx = workbook(grid('Aldrig'), 'xlsx');
  for (const kind of ['png', 'gif', 'pdf', 'exe', 'html']) {
    const front = OTHER_FORMATS[kind] ?? new Uint8Array();
    yield fileUpload(`${kind} and xlsx in one`, 'a.xlsx', Buffer.concat([front, xlsx]));
    yield fileUpload(
      `${kind} and CSV in one`,
      'a.csv',
      Buffer.concat([front, bytesOf('\n'), utf8(grid('Aldrig'))]),
    );
  }
  const name = newEventName();
  const withTail = Buffer.concat([workbook(grid(name), 'xlsx'), OTHER_FORMATS.exe ?? new Uint8Array()]);
  yield { ...fileUpload('xlsx followed by a program', 'a.xlsx', withTail, [name]), mayStoreNone: true };
}

function* archives(): Generator<HostileImport> {
  const spaces = ' '.repeat(100 * MB);
  yield fileUpload('zip bomb', 'a.xlsx', xlsxOf(spaces));
  yield fileUpload('zip bomb that claims to be small', 'a.xlsx', xlsxOf(spaces, { claimedSize: 1000 }));
  yield fileUpload('zip bomb that claims to be 4 GB', 'a.xlsx', xlsxOf('x', { claimedSize: 0xffffffff }));
  const piece = ' '.repeat(MB);
  const megabyteEntries = Array.from({ length: 100 }, (_, index) => ({
    name: `xl/${index}.xml`,
    content: piece,
  }));
  yield fileUpload('many entries of 1 MB', 'a.xlsx', zipOf(megabyteEntries));
  const tinyEntries = Array.from({ length: 5000 }, (_, index) => ({ name: `xl/${index}.xml`, content: '' }));
  yield fileUpload('5,000 entries', 'a.xlsx', zipOf(tinyEntries));
  yield fileUpload(
    'an archive in an archive',
    'a.xlsx',
    zipOf([{ name: 'xl/workbook.xml', content: zipOf(megabyteEntries.slice(0, 3)) }]),
  );
  for (const name of [
    '../../etc/passwd',
    '/etc/passwd',
    'xl\\..\\..\\a.xml',
    'xl/\0.xml',
    '__proto__',
    'constructor',
    'xl/__proto__.xml',
    'x'.repeat(60_000),
  ]) {
    yield fileUpload(`an entry named ${name.slice(0, 20)}`, 'a.xlsx', zipOf([{ name, content: '<a/>' }]));
  }
  // Directory fields that point elsewhere, and unknown compression.
  const validFile = Buffer.from(xlsxOf('<worksheet/>'));
  const end = validFile.length - 22;
  const directory = validFile.readUInt32LE(end + 16);
  const corruptions: [string, (copy: Buffer) => unknown][] = [
    ['a directory beyond the end', (copy) => copy.writeUInt32LE(0x7fffffff, end + 16)],
    ['a directory in itself', (copy) => copy.writeUInt32LE(end, end + 16)],
    ['65,535 missing entries', (copy) => copy.writeUInt16LE(0xffff, end + 10)],
    ['an unknown compression', (copy) => copy.writeUInt16LE(99, directory + 10)],
    ['overlapping entries', (copy) => copy.writeUInt32LE(0, directory + 46 + 42)],
    ['a compressed size of 4 GB', (copy) => copy.writeUInt32LE(0xffffffff, directory + 20)],
    ['a name of 65,535 bytes', (copy) => copy.writeUInt16LE(0xffff, directory + 28)],
    ['an entry beyond the end', (copy) => copy.writeUInt32LE(0xfffffff0, directory + 42)],
  ];
  for (const [label, corrupt] of corruptions) {
    const copy = Buffer.from(validFile);
    corrupt(copy);
    yield fileUpload(`zip: ${label}`, 'a.xlsx', copy);
  }
  // A stream that repeats itself, as in archives that contain themselves.
  const loop = deflateRawSync(Buffer.alloc(30 * MB, 'PK\x03\x04'));
  yield fileUpload(
    'a deflate stream that repeats itself',
    'a.xlsx',
    Buffer.concat([Buffer.from('PK\x03\x04'), loop]),
  );
}

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const line = (number: number | string, texts: string[]) =>
  `<row r="${number}">${texts.map((text, index) => cell(`${'ABCD'[index]}${number}`, text)).join('')}</row>`;
const sheet = (inner: string, before = '', after = '') =>
  `<worksheet>${before}<sheetData>${line(1, HEADER)}${inner}</sheetData>${after}</worksheet>`;

function* sheets(): Generator<HostileImport> {
  const xlsx = (label: string, content: string, storedEvents: string[] = [], shared: string[] = []) =>
    fileUpload(`xlsx: ${label}`, 'a.xlsx', xlsxOf(content, { shared }), storedEvents);
  const whole = (label: string, make: (eventRow: string) => string) => {
    const name = newEventName();
    return xlsx(label, make(line(2, row(name))), [name]);
  };
  yield whole('a dimension of every cell', (eventRow) => sheet(eventRow, '<dimension ref="A1:XFD1048576"/>'));
  yield whole('a hyperlink over every cell', (eventRow) =>
    sheet(eventRow, '', '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>'),
  );
  yield whole('merged over every cell', (eventRow) =>
    sheet(eventRow, '', '<mergeCells><mergeCell ref="A3:XFD1048576"/></mergeCells>'),
  );
  yield whole(
    'an unused external entity',
    (eventRow) => `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheet(eventRow)}`,
  );
  yield whole('100,000 empty columns', (eventRow) =>
    sheet(`${eventRow}<row r="3">${'<c/>'.repeat(100_000)}</row>`),
  );
  yield whole('nested 20,000 deep', (eventRow) => sheet(eventRow, '<x>'.repeat(20_000)));
  for (const at of ['-1', '0', '1e309', 'NaN', '99999999999999999999', '__proto__']) {
    yield {
      ...whole(`a row numbered ${at}`, (eventRow) => sheet(eventRow + line(at, ['']))),
      mayStoreNone: true,
    };
  }
  yield xlsx(
    'a billion laughs attack',
    `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}">]>${sheet(line(2, ['&a;', '&a;', '&a;', '&a;']))}`,
  );
  yield xlsx('1.5 million rows', sheet('<row><c><v>1</v></c></row>'.repeat(1_500_000)));
  yield xlsx(
    '20,001 rows',
    sheet(Array.from({ length: 20_001 }, (_, index) => line(index + 2, ['1', '2', '3', '4'])).join('')),
  );
  yield xlsx(
    '1.6 million cells of one long text',
    sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(4)}</row>`.repeat(18_000)),
    [],
    ['x'.repeat(5000)],
  );
  for (const index of ['-1', '99999999', 'NaN', '__proto__']) {
    yield xlsx(
      `a shared text numbered ${index}`,
      sheet(`<row r="2">${`<c t="s"><v>${index}</v></c>`.repeat(4)}</row>`),
    );
  }
  for (const value of ['9e99', '-5', 'NaN', 'Infinity', '=1+1', '']) {
    yield xlsx(
      `a date of ${value}`,
      sheet(
        `<row r="2"><c r="A2"><v>${value}</v></c>${cell('B2', 'A')}${cell('C2', '5 km')}${cell('D2', 'OCR')}</row>`,
      ),
    );
  }
  for (const formula of [
    'HYPERLINK("http://x","y")',
    'WEBSERVICE("http://169.254.169.254")',
    "cmd|' /C calc'!A0",
  ]) {
    yield xlsx(
      `the formula ${formula}`,
      sheet(
        `<row r="2">${['A2', 'B2', 'C2', 'D2'].map((at) => `<c r="${at}"><f>${formula.replaceAll('"', '&quot;')}</f></c>`).join('')}</row>`,
      ),
    );
  }
  yield xlsx('no sheet data', '<worksheet/>');
  yield xlsx('no XML', 'x'.repeat(1000));
  yield xlsx('broken UTF-8', sheet(line(2, ['\ud800', 'a', 'b', 'c'])));
  const columns = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const eventName = newEventName();
  yield fileUpload(
    'xlsx: columns named like object properties',
    'a.xlsx',
    workbook(
      [
        [...columns, ...HEADER],
        [...columns, ...row(eventName)],
      ],
      'xlsx',
    ),
    [eventName],
  );
  yield fileUpload(
    'xlsx: only columns named like object properties',
    'a.xlsx',
    workbook([columns, columns], 'xlsx'),
  );
  yield fileUpload('xlsb', 'a.xlsx', workbook(grid('Aldrig'), 'xlsb'));
}

function* oldWorkbooks(): Generator<HostileImport> {
  for (let seed = 1; seed <= 5; seed++) {
    yield fileUpload(
      `xls: noise ${seed}`,
      'a.xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise(5000, seed)]),
    );
  }
  const book = XLSX.utils.aoa_to_sheet(grid('Länkat lopp'));
  Object.assign(book.A1 ?? {}, { l: { Target: 'https://x.se' } });
  const workbookWithLink = Buffer.from(
    XLSX.write(XLSX.utils.book_new(book, 'E'), { type: 'buffer', bookType: 'biff8' }),
  );
  // The last row and the last column in the record of the hyperlink.
  const at = workbookWithLink.indexOf(Buffer.from([0xb8, 0x01]), 1000);
  workbookWithLink.writeUInt16LE(0xffff, at + 6);
  workbookWithLink.writeUInt16LE(0xffff, at + 10);
  yield fileUpload('xls: a link over billions of cells', 'a.xls', workbookWithLink, ['Länkat lopp']);
  const validFile = Buffer.from(workbook(grid('Aldrig'), 'biff8'));
  for (const [label, offset, value] of [
    ['sectors of 32 GB', 30, 0x23],
    ['no sectors', 30, 0],
    ['a table beyond the end', 48, 0x7ffffff0],
    ['a circular table of tables', 68, 1],
    ['4 billion tables', 44, 0xfffffff0],
  ] as const) {
    const copy = Buffer.from(validFile);
    copy.writeUInt32LE(value, offset);
    yield { ...fileUpload(`xls: ${label}`, 'a.xls', copy, ['Aldrig']), mayStoreNone: true };
  }
}

function* csvFiles(): Generator<HostileImport> {
  const csv = (label: string, content: Uint8Array | string, storedEvents: string[] = []) =>
    fileUpload(`CSV: ${label}`, 'a.csv', content, storedEvents);
  for (const piece of ['"', '"x', ',', '\n', '"\n', ';', '\t', 'a', '\0', '\r']) {
    yield csv(`9 MB of ${JSON.stringify(piece)}`, piece.repeat((9 * MB) / piece.length));
  }
  const text = csvText(grid('Aldrig'));
  const utf16 = (mark: string, name: string) => Buffer.from(`${mark}${csvText(grid(name))}`, 'utf16le');
  const names = [newEventName(), newEventName(), newEventName()] as const;
  yield csv('UTF-16 LE', utf16('\ufeff', names[0]), [names[0]]);
  yield csv('UTF-16 BE', utf16('\ufeff', names[1]).swap16(), [names[1]]);
  yield csv('UTF-16 without a byte order mark', utf16('', names[2]), [names[2]]);
  yield csv('UTF-32', Buffer.from([...text].flatMap((one) => [one.charCodeAt(0) & 0xff, 0, 0, 0])));
  yield csv('only a byte order mark', Buffer.from('efbbbf', 'hex'));
  yield csv('a quote that never closes', `${HEADER}\n2027-01-01,"Aldrig,5 km,OCR\n`, ['"Aldrig']);
  yield csv('SYLK', 'ID;PWXL;N;E\nC;Y1;X1;K"event_date"\n');
  yield csv('20,001 rows', utf8([HEADER, ...Array.from({ length: 20_001 }, () => row('Aldrig'))]));
  yield csv('a NUL in its header', `event_date\0,${HEADER}\n2027-01-01,Aldrig,5 km,OCR`);
  yield csv('a NUL in a name', `${HEADER}\n2027-01-01,Al\0drig,5 km,OCR`);
  yield csv('a name of 201 characters', utf8(grid('x'.repeat(201))));
  yield csv('a name of 1 MB', utf8(grid('x'.repeat(MB))));
  yield csv(
    '31 distances',
    utf8([
      HEADER,
      row('Aldrig').with(2, Array.from({ length: 31 }, (_, index) => `${index + 1} km`).join(', ')),
    ]),
  );
  yield csv(
    'a link that is a script',
    utf8([
      [...HEADER, 'race_link'],
      [...row('Aldrig'), 'javascript:alert(1)'],
    ]),
  );
  yield csv('100,000 unknown columns and no known one', Array(100_000).fill('x').join());
  const wideName = newEventName();
  yield csv(
    '100,000 columns',
    `${HEADER},${Array(100_000).fill('x').join()}\n2027-05-22,${wideName},5 km,OCR\n`,
    [wideName],
  );
  const eventName = newEventName();
  yield csv(
    'columns named like object properties',
    `__proto__,constructor,toString,${HEADER}\n1,2,3,2027-05-22,${eventName},5 km,OCR\n`,
    [eventName],
  );
  yield csv(
    'values named like object properties',
    `${HEADER}\n__proto__,constructor,toString,hasOwnProperty\n`,
  );
  for (const name of [
    "=cmd|' /C calc'!A0",
    '@SUM(1+1)',
    '+1+1',
    "'; drop table events; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '#{7*7}',
    '\\N',
  ]) {
    // A valid name: it is stored as it is and never executed.
    yield csv(`a name such as ${name}`, utf8(grid(name)), [name]);
  }
}

const csvText = (rows: Grid) => new TextDecoder().decode(utf8(rows));

function* fileNames(): Generator<HostileImport> {
  const namedFile = (name: string) =>
    validUpload((content) => fileUpload(`named ${JSON.stringify(name.slice(0, 30))}`, name, content));
  for (const name of [
    '../../../etc/cron.d/a.csv',
    '..\\..\\a.csv',
    '/etc/a.csv',
    'C:\\a.csv',
    'a\0.csv',
    'con.csv',
    '..csv.csv',
    '%2e%2e%2fa.csv',
    `${'x'.repeat(5000)}.csv`,
    '\u202evsc.csv',
    ' a.CSV ',
    '$(reboot).csv',
    '`id`.csv',
    ';ls.csv',
    '-rf.csv',
  ]) {
    yield namedFile(name);
  }
  for (const name of ['..', '.', '', '../../', 'a.csv/', 'a.csv\\', '.csv/..', 'a.csv\0.exe']) {
    yield fileUpload(`named ${JSON.stringify(name)}`, name, utf8(grid('Aldrig')));
  }
}

const DEFAULT_CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function* multipartBodies(): Generator<HostileImport> {
  const content = utf8(grid('Aldrig'));
  const part = multipartPart(content);
  const start = `--${BOUNDARY}\r\n`;
  yield rawUpload('no boundary parameter', [part, MULTIPART_END], { type: 'multipart/form-data' });
  yield rawUpload('an empty boundary', [part, MULTIPART_END], { type: 'multipart/form-data; boundary=' });
  yield rawUpload('an endless boundary', [part, MULTIPART_END], {
    type: `multipart/form-data; boundary=${'x'.repeat(9000)}`,
  });
  yield rawUpload('another boundary', [part, MULTIPART_END], { type: 'multipart/form-data; boundary=other' });
  yield rawUpload('multipart/mixed', [part, MULTIPART_END], { type: 'multipart/mixed; boundary=x' });
  for (const type of [
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
  ]) {
    yield rawUpload(`a body of ${type}`, [content], { type });
  }
  yield rawUpload('nothing', []);
  yield rawUpload('only the closing boundary', [MULTIPART_END]);
  yield rawUpload('no closing boundary', [part]);
  yield rawUpload('half a closing boundary', [part, MULTIPART_END.subarray(0, 8)]);
  yield rawUpload('cut off in the part headers', [part.subarray(0, 60)]);
  yield rawUpload('line ends of LF alone', [
    Buffer.from(part.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    MULTIPART_END,
  ]);
  yield rawUpload('no empty line after the part headers', [
    start,
    'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n',
    content,
    '\r\n',
    MULTIPART_END,
  ]);
  yield rawUpload('no part headers', [start, '\r\n', content, '\r\n', MULTIPART_END]);
  yield rawUpload('a part header of 1 MB', [
    start,
    `X-Long: ${'x'.repeat(MB)}\r\n\r\n`,
    content,
    '\r\n',
    MULTIPART_END,
  ]);
  yield rawUpload('5,000 part headers', [
    start,
    'X-Many: y\r\n'.repeat(5000),
    '\r\n',
    content,
    '\r\n',
    MULTIPART_END,
  ]);
  yield rawUpload('no name', [multipartPart(content, 'filename="a.csv"'), MULTIPART_END]);
  yield rawUpload('another name', [multipartPart(content, 'name="upload"; filename="a.csv"'), MULTIPART_END]);
  yield rawUpload('a name like an object property', [
    multipartPart(content, 'name="__proto__"; filename="a.csv"'),
    MULTIPART_END,
  ]);
  yield rawUpload('a text and no file', [multipartPart(content, 'name="file"'), MULTIPART_END]);
  yield rawUpload('two files', [part, part, MULTIPART_END]);
  yield rawUpload('forty files', [...Array(40).fill(part), MULTIPART_END]);
  yield rawUpload('a disposition of another kind', [
    start,
    'Content-Disposition: attachment; name="file"; filename="a.csv"\r\n\r\n',
    content,
    '\r\n',
    MULTIPART_END,
  ]);
  yield rawUpload('a file in base64', [
    multipartPart(Buffer.from(content).toString('base64')),
    MULTIPART_END,
  ]);
  yield rawUpload('a nested multipart body', [
    multipartPart(Buffer.concat([part, MULTIPART_END])),
    MULTIPART_END,
  ]);
  yield rawUpload('an empty file', [multipartPart(''), MULTIPART_END]);
  yield rawUpload('another field of 12 MB', [
    multipartPart('x'.repeat(12 * MB), 'name="a"; filename="b"'),
    part,
    MULTIPART_END,
  ]);
  yield validUpload((eventFile) =>
    rawUpload('text before the first part', ['Hej.\r\n', multipartPart(eventFile), MULTIPART_END]),
  );
  yield validUpload((eventFile) =>
    rawUpload('text after the last part', [multipartPart(eventFile), MULTIPART_END, 'Hej.\r\n'.repeat(100)]),
  );
  yield validUpload((eventFile) =>
    rawUpload('other fields before and after', [
      multipartPart('x', 'name="a"'),
      multipartPart(eventFile),
      multipartPart('y', 'name="b"'),
      MULTIPART_END,
    ]),
  );
  yield validUpload((eventFile) =>
    rawUpload('another file before it', [
      multipartPart('x', 'name="a"; filename="a.exe"'),
      multipartPart(eventFile),
      MULTIPART_END,
    ]),
  );
  yield validUpload((eventFile) =>
    rawUpload('a quoted boundary', [multipartPart(eventFile), MULTIPART_END], {
      type: `multipart/form-data; boundary="${BOUNDARY}"`,
    }),
  );
}

/** One at a time, because the files are large. */
export function* hostileImports(): Generator<HostileImport> {
  for (const generate of [
    mislabelledFiles,
    truncatedFiles,
    polyglots,
    archives,
    sheets,
    oldWorkbooks,
    csvFiles,
    fileNames,
    multipartBodies,
  ])
    yield* generate();
}

export const contentTypeOf = ({ type = DEFAULT_CONTENT_TYPE }: HostileImport) => type;
