import * as XLSX from 'xlsx';
import { AppError } from '../../shared/errors';
import { collectRows, namesToReport, type Table } from './table';
import { unzip } from './zip';

declare module 'xlsx' {
  /** Reads an .xlsx from a `CFB` archive. Exported, but missing from the library's types. */
  function parse_zip(archive: unknown, options: ParsingOptions): WorkBook;
  function parse_xlscfb(container: unknown, options: ParsingOptions): WorkBook;
}

/** Far more than 20,000 events need. Parsing unpacked text takes ten times its size in memory. */
const UNPACKED_BYTES_MAX = 40 * 1024 * 1024;
const ENTRIES_MAX = 2000;
const WANTED_ENTRY = /^(\[content_types\]\.xml|_rels\/.*|xl\/(?!worksheets\/_rels\/).*)(?<=\.(xml|rels))$/i;

const OPTIONS: XLSX.ParsingOptions = {
  dense: true,
  sheets: 0,
  // Dates are returned as midnight UTC, for serial numbers of either epoch and for ISO texts.
  cellDates: true,
  // The stored value of a cell is used, never its formula.
  cellFormula: false,
  cellHTML: false,
  cellText: false,
};

/** Reads the first sheet. Throws `import.*`. */
export function workbookTable(bytes: Uint8Array, wanted: readonly string[]): Table {
  const book = readWorkbook(bytes);
  const [firstSheet = '', ...otherSheets] = book.SheetNames;
  const sheet = book.Sheets[firstSheet];
  const data = sheet?.['!data'];
  if (!data) throw new AppError('import.unreadable');

  const table = collectRows(wanted);
  // Rows may be far apart. The keys of a sparse array are in ascending order.
  for (const index of Object.keys(data).map(Number)) {
    const row = data[index] ?? [];
    table.add(index + 1, row.length, (column) => textOf(row[column]));
  }
  table.finish();
  const { rows, ignoredColumns, ignoredRows } = table;
  return { rows, ignoredColumns, ignoredSheets: namesToReport(otherSheets), ignoredRows };
}

function readWorkbook(bytes: Uint8Array): XLSX.WorkBook {
  try {
    if (startsWith(bytes, ZIP_MAGIC)) return XLSX.parse_zip(repackArchive(bytes), OPTIONS);
    if (startsWith(bytes, OLE_MAGIC)) return XLSX.parse_xlscfb(readWithoutLinkRecords(bytes), OPTIONS);
  } catch (cause) {
    throw new AppError('import.unreadable', { cause });
  }
  throw new AppError('import.unreadable');
}

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const startsWith = (bytes: Uint8Array, magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

/**
 * Builds an archive for `xlsx` from entries that we unpacked with a size limit. `xlsx` itself unpacks without a limit.
 */
function repackArchive(bytes: Uint8Array): unknown {
  const files = unzip(bytes, {
    maxUnpackedBytes: UNPACKED_BYTES_MAX,
    maxEntries: ENTRIES_MAX,
    isWanted: (name) => WANTED_ENTRY.test(name),
  });
  const archive = XLSX.CFB.utils.cfb_new();
  for (const [name, content] of files) {
    XLSX.CFB.utils.cfb_add(archive, name, withoutLinks(content), { unsafe: true });
  }
  return archive;
}

/** Disables hyperlinks: `xlsx` creates every cell that a link covers, and one link can cover 17 billion. */
function withoutLinks(content: Uint8Array): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.includes('hyperlink')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/<(\w+:)?hyperlink\b/g, '<$1left-out'), 'latin1');
}

/** The hyperlink records of an .xls, and a record that `xlsx` ignores. */
const LINK_RECORDS = [0x01b8, 0x0800];
const IGNORED_RECORD = 0x00e2;

/** Opens the container of an .xls and disables its hyperlinks, for the same reason. */
function readWithoutLinkRecords(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const container = XLSX.CFB.read(buffer, { type: 'buffer' });
  const stream = XLSX.CFB.find(container, '/Workbook') ?? XLSX.CFB.find(container, '/Book');
  const records = (stream?.content ?? []) as number[];
  const uint16At = (offset: number) => (records[offset] ?? 0) | ((records[offset + 1] ?? 0) << 8);
  for (let offset = 0; offset + 4 <= records.length; offset += 4 + uint16At(offset + 2)) {
    if (!LINK_RECORDS.includes(uint16At(offset))) continue;
    records[offset] = IGNORED_RECORD;
    records[offset + 1] = 0;
  }
  return container;
}

/** Returns the text of a cell. Numbers have a decimal comma, and errors such as #N/A are empty. */
function textOf(cell: XLSX.CellObject | undefined): string {
  const value = cell?.v;
  if (value === undefined || value === null || cell?.t === 'e') return '';
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T.*/, '');
  if (typeof value === 'number') return String(Number(value.toPrecision(15))).replace('.', ',');
  return String(value);
}
