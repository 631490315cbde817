import { AppError } from '../../shared/errors';
import { gatherRows, MAX_COLUMNS, type Table } from './table';

/** UTF-8 with or without BOM, else Windows-1252 as Swedish Excel writes it (D15). */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  // A NUL in the header is another encoding, such as UTF-16, or no text at all.
  if (/^[^\r\n]*/.exec(text)?.[0].includes('\0')) throw new AppError('import.unreadable');
  return text;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const SEPARATORS = [',', ';', '\t'];

/** The separator that stands most often in the first line, outside quotes; a comma when none does. */
export function separatorOf(text: string): string {
  const start = text.search(/\S/);
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(Math.max(start, 0)).slice(0, 10_000))?.[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The rows of a CSV that hold something in the wanted columns (RFC 4180, lenient about text after a closing quote).
 * Written here and not left to `xlsx`, which takes a file that begins with `<` for HTML and one with `ID` for SYLK.
 */
export function csvTable(file: string, wanted: readonly string[]): Table {
  // Excel's own first line that names the separator; Excel does not count it as a row.
  const named = /^sep=([,;\t])\r?\n/i.exec(file);
  const text = named ? file.slice(named[0].length) : file;
  const separator = (named?.[1] ?? separatorOf(text)).charCodeAt(0);
  const table = gatherRows(wanted);
  let number = 1;
  let cells: string[] = [];
  let at = 0;

  const endRow = () => {
    table.add(number, cells.length, (column) => cells[column] ?? '');
    number++;
    cells = [];
  };

  while (at < text.length) {
    const [quoted, start] = text.charCodeAt(at) === QUOTE ? quotedFrom(text, at + 1) : ['', at];
    at = start;
    while (at < text.length && !isEnd(text.charCodeAt(at), separator)) at++;
    if (cells.length < MAX_COLUMNS) cells.push(quoted + text.slice(start, at));
    const end = text.charCodeAt(at++);
    if (end === separator) continue;
    if (end === CR && text.charCodeAt(at) === LF) at++;
    endRow();
  }
  if (cells.length > 0) endRow();
  return { rows: table.rows, ignoredColumns: table.ignoredColumns, ignoredSheets: [] };
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const isEnd = (code: number, separator: number) => code === separator || code === LF || code === CR;

/** The text up to the closing quote, two quotes read as one, and where it goes on. */
function quotedFrom(text: string, from: number): [string, number] {
  let value = '';
  for (let start = from; ; ) {
    const quote = text.indexOf('"', start);
    // A quote that never closes would swallow the rest of the file as one cell.
    if (quote < 0) throw new AppError('import.unreadable');
    value += text.slice(start, quote);
    if (text.charCodeAt(quote + 1) !== QUOTE) return [value, quote + 1];
    value += '"';
    start = quote + 2;
  }
}
