import * as XLSX from 'xlsx';
import { AppError } from '#src/shared/errors.ts';
import { collectRows, isHeader, namesToReport, type Table } from './table.ts';
import { unzip } from './zip.ts';

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
  // The unit of a number may be in its format.
  cellNF: true,
  // Dates are returned as midnight UTC, for serial numbers of either epoch and for ISO texts.
  cellDates: true,
  // The stored value of a cell is used, never its formula.
  cellFormula: false,
  cellHTML: false,
  cellText: false,
};

/** Sheets are searched for the columns for so long, which is half of what a reader has. */
const SEARCH_MS = 7000;

/**
 * Reads the first visible sheet with the required columns, else the first visible one: hidden ones are often lists of
 * choices. Throws `import.*`.
 */
export function workbookTable(
  bytes: Uint8Array,
  wanted: readonly string[],
  required: readonly string[] = [],
  now: () => number = () => performance.now(),
): Table {
  const stopAt = now() + SEARCH_MS;
  const openSheet = sheetReader(bytes);
  const book = openSheet(0);
  const isVisible = (index: number) => !book.Workbook?.Sheets?.[index]?.Hidden;
  const hidden = namesToReport(book.SheetNames.filter((_, index) => !isVisible(index)));
  const visible = book.SheetNames.map((_, index) => index).filter(isVisible);
  const all = namesToReport(book.SheetNames);
  let first: Table | undefined;
  let withoutRows: Table | undefined;
  let unsearchedSheets: string[] = [];
  for (const [count, index] of visible.entries()) {
    const name = book.SheetNames[index] ?? '';
    if (first && now() > stopAt) {
      unsearchedSheets = namesToReport(visible.slice(count).map((other) => book.SheetNames[other] ?? ''));
      break;
    }
    const parsed = (index === 0 ? book : openSheet(index)).Sheets[name];
    const data = parsed?.['!data'];
    if (!data) continue;
    const others = book.SheetNames.filter((other) => other !== name);
    const table = {
      ...tableOf(data, wanted, parsed['!merges']),
      ignoredSheets: namesToReport(others),
      sheet: name,
      hiddenSheets: hidden,
      isFrom1904: book.Workbook?.WBProps?.date1904 === true,
    };
    const [header] = table.rows;
    const columns = header?.cells ?? [];
    const isWanted = isHeader(columns, wanted) && required.every((column) => columns.includes(column));
    if (isWanted && table.rows.length > 1) return table;
    if (isWanted) withoutRows ??= table;
    first ??= table;
  }
  const none: Table = {
    rows: [],
    ignoredColumns: [],
    ignoredRows: [],
    ignoredSheets: all,
    sheet: '',
    hiddenSheets: [],
  };
  return { ...(withoutRows ?? first ?? none), hiddenSheets: hidden, unsearchedSheets };
}

/** Rows of merged cells together: real files have far fewer. */
const MERGED_ROWS_MAX = 200_000;

/** A cell that is merged over several rows is the same in each of them that has other texts. */
function spreadMerged(data: XLSX.DenseSheet['!data'], merges: readonly XLSX.Range[] = []): void {
  const tall = merges.filter(({ s, e }) => e.r > s.r);
  if (tall.length === 0) return;
  const indexes = Object.keys(data).map(Number);
  const filled = new Set(indexes.filter((index) => data[index]?.some((cell) => textOf(cell).trim())));
  const last = indexes.at(-1) ?? 0;
  let left = MERGED_ROWS_MAX;
  for (const { s, e } of tall) {
    const cell = data[s.r]?.[s.c];
    if (!cell) continue;
    for (let index = s.r + 1; index <= Math.min(e.r, last) && left-- > 0; index++) {
      const row = filled.has(index) && data[index];
      if (row) row[s.c] = cell;
    }
  }
}

function tableOf(data: XLSX.DenseSheet['!data'], wanted: readonly string[], merges?: readonly XLSX.Range[]) {
  spreadMerged(data, merges);
  const { add, finish, rows, ignoredColumns, ignoredRows } = collectRows(wanted);
  // Rows may be far apart. The keys of a sparse array are in ascending order.
  for (const index of Object.keys(data).map(Number)) {
    const row = data[index] ?? [];
    add(index + 1, row.length, (column) => textOf(row[column]));
  }
  finish();
  return { rows, ignoredColumns, ignoredRows };
}

/** Each call parses one sheet. */
function sheetReader(bytes: Uint8Array): (index: number) => XLSX.WorkBook {
  const parse = (open: () => XLSX.WorkBook): XLSX.WorkBook => {
    try {
      return open();
    } catch (cause) {
      throw new AppError('import.unreadable', { cause });
    }
  };
  if (startsWith(bytes, ZIP_MAGIC))
    return (sheets) => parse(() => XLSX.parse_zip(repackArchive(bytes), { ...OPTIONS, sheets }));
  if (startsWith(bytes, OLE_MAGIC))
    return (sheets) => parse(() => XLSX.parse_xlscfb(readWithoutLinkRecords(bytes), { ...OPTIONS, sheets }));
  throw new AppError('import.unreadable');
}

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const startsWith = (bytes: Uint8Array, magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

/** Builds an archive for `xlsx` from entries that we unpacked with a size limit, because `xlsx` has none. */
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
  if (typeof value === 'number') return withUnit(value, cell?.z) ?? numberText(value);
  return String(value);
}

const numberText = (value: number) => String(Number(value.toPrecision(15))).replace('.', ',');

/** A number as its cell shows it. */
const SHOWN =
  /^(?:ca\.? |c:a |~ ?)?(\d[\d, ]*(?:\.\d*)?)\s*(km|k|mil|miles?|mi|m|meter|kilometer|h|tim|timmar|min|minuter|dygn)\.?$/i;
/** Formats of currencies, shares and powers say nothing about the number. */
const NO_UNIT = /^[-+]?(?:kr|sek|nok|dkk|eur|usd)?[\s\d.,]+(?:kr|sek|nok|dkk|eur|usd|:-|E[-+]\d+)?\.?$/i;
const FRACTION = /^\s*\d*\s*\d+\/\d+\s*(?=\p{L})/u;
const FORMAT_MAX = 200;
/** The decimal comma of a Swede, where the file format has a point. */
const DECIMAL_COMMA = /(?<=[0#?]),(?=0{1,2}(?![0#?,.]))/g;

const LOCALE = /\[\$-[^\]]*\]/g;
const GENERAL = /^(?:general|standard)/i;

/** `0" m"` shows 100 as "100 m". */
function withUnit(value: number, format: unknown): string | undefined {
  if (typeof format !== 'string' || format.length > FORMAT_MAX || !/[a-z]/i.test(format)) return undefined;
  try {
    const plain = format
      .replace(LOCALE, '')
      .replace(DECIMAL_COMMA, '.')
      // The library knows no other spaces.
      .replace(/[\u00a0\u2009\u202f]/g, ' ');
    const shown = GENERAL.test(plain)
      ? plain.replace(GENERAL, String(Number(value.toPrecision(15)))).replace(/["\\]/g, '')
      : XLSX.SSF.format(plain, value).trim();
    const [, number = '', unit = ''] = SHOWN.exec(shown.replace(FRACTION, `${value} `)) ?? [];
    if (number !== '')
      return `${number.trim().replaceAll(',', ' ').replace(/\.$/, '').replace('.', ',')} ${unit}`;
    // "5 varv" is not 5 km: an error says what the cell shows.
    return /\p{L}/u.test(shown) && !NO_UNIT.test(shown) ? shown : undefined;
  } catch {
    return undefined;
  }
}
