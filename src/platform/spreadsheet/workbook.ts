import * as XLSX from 'xlsx';
import { AppError } from '../../shared/errors';
import { gatherRows, namesToTell, type Table } from './table';
import { unzip } from './zip';

declare module 'xlsx' {
  /** Reads a workbook from an archive held by `CFB`; exported, but missing from the library's types. */
  function parse_zip(archive: unknown, options: ParsingOptions): WorkBook;
  /** The same of an .xls. */
  function parse_xlscfb(container: unknown, options: ParsingOptions): WorkBook;
}

/** Far more than 20,000 events need; unpacked text costs the reader ten times its size. */
const UNPACKED_MAX = 40 * 1024 * 1024;
const ENTRIES_MAX = 2000;
const MEANT_FOR_US = /^(\[content_types\]\.xml|_rels\/.*|xl\/(?!worksheets\/_rels\/).*)(?<=\.(xml|rels))$/i;

const OPTIONS: XLSX.ParsingOptions = {
  dense: true,
  sheets: 0,
  // A date comes as midnight UTC of its day, from serials of either epoch and from ISO text alike.
  cellDates: true,
  // Formulas are never looked at: what counts is the value that the spreadsheet kept.
  cellFormula: false,
  cellHTML: false,
  cellText: false,
};

/** The rows of the first sheet of an .xlsx or .xls that hold something in the wanted columns. Throws `import.*`. */
export function workbookTable(bytes: Uint8Array, wanted: readonly string[]): Table {
  const book = readWorkbook(bytes);
  const [first = '', ...others] = book.SheetNames;
  const sheet = book.Sheets[first];
  const data = sheet?.['!data'];
  if (!data) throw new AppError('import.unreadable');

  const table = gatherRows(wanted);
  // Rows may lie far apart; the keys of a sparse array come in order.
  for (const index of Object.keys(data).map(Number)) {
    const row = data[index] ?? [];
    table.add(index + 1, row.length, (column) => textOf(row[column]));
  }
  const { rows, ignoredColumns } = table;
  return { rows, ignoredColumns, ignoredSheets: namesToTell(others) };
}

function readWorkbook(bytes: Uint8Array): XLSX.WorkBook {
  try {
    if (startsWith(bytes, ZIP)) return XLSX.parse_zip(repacked(bytes), OPTIONS);
    if (startsWith(bytes, OLE)) return XLSX.parse_xlscfb(withoutLinkRecords(bytes), OPTIONS);
  } catch (cause) {
    throw new AppError('import.unreadable', { cause });
  }
  throw new AppError('import.unreadable');
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const startsWith = (bytes: Uint8Array, magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

/** The archive as `xlsx` holds one, with the entries that we unpacked ourselves: its own unpacking has no limit. */
function repacked(bytes: Uint8Array): unknown {
  const files = unzip(bytes, {
    maxTotal: UNPACKED_MAX,
    maxEntries: ENTRIES_MAX,
    wanted: (name) => MEANT_FOR_US.test(name),
  });
  const archive = XLSX.CFB.utils.cfb_new();
  for (const [name, content] of files) {
    XLSX.CFB.utils.cfb_add(archive, name, withoutLinks(content), { unsafe: true });
  }
  return archive;
}

/** `xlsx` makes a cell for each place that a link covers, and one link may cover 17 billion. We do not need them. */
function withoutLinks(content: Uint8Array): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.includes('hyperlink')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/<(\w+:)?hyperlink\b/g, '<$1left-out'), 'latin1');
}

/** The records of an .xls that tell of a link, and one that nothing is read from. */
const LINK_RECORDS = [0x01b8, 0x0800];
const IDLE_RECORD = 0x00e2;

/** The container of an .xls, where `xlsx` would walk the cells of its links as well. */
function withoutLinkRecords(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const container = XLSX.CFB.read(buffer, { type: 'buffer' });
  const stream = XLSX.CFB.find(container, '/Workbook') ?? XLSX.CFB.find(container, '/Book');
  const records = (stream?.content ?? []) as number[];
  const number = (at: number) => (records[at] ?? 0) | ((records[at + 1] ?? 0) << 8);
  for (let at = 0; at + 4 <= records.length; at += 4 + number(at + 2)) {
    if (!LINK_RECORDS.includes(number(at))) continue;
    records[at] = IDLE_RECORD;
    records[at + 1] = 0;
  }
  return container;
}

/** A cell as text. A number as Swedish spreadsheets show it; an error such as #N/A is nothing. */
function textOf(cell: XLSX.CellObject | undefined): string {
  const value = cell?.v;
  if (value === undefined || value === null || cell?.t === 'e') return '';
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T.*/, '');
  if (typeof value === 'number') return String(Number(value.toPrecision(15))).replace('.', ',');
  return String(value);
}
