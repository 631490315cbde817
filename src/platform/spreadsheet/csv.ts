import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../shared/errors';
import { gatherRows, MAX_COLUMNS, type Table } from './table';

/** Characters at the start of a file from which its encoding and separator are detected. */
const HEAD = 10_000;

/** UTF-8 with or without BOM, else Windows-1252 as Swedish Excel writes it (D15). */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  // A NUL in the header is another encoding, such as UTF-16, or no text at all.
  if (/^[^\r\n]*/.exec(text.slice(0, HEAD))?.[0].includes('\0')) throw new AppError('import.unreadable');
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
  const head = text.slice(0, HEAD).trimStart();
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(head)?.[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Characters read at a time: some milliseconds, then others are answered. */
const READ_AT_ONCE = 128 * 1024;
/** What a row costs beside its characters, in characters. */
const ROW_COST = 20;

/**
 * The rows of a CSV that hold something in the wanted columns (RFC 4180, lenient about text after a closing quote).
 * Written here and not left to `xlsx`, which takes a file that begins with `<` for HTML and one with `ID` for SYLK.
 */
export async function csvTable(
  file: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  // Excel's own first line that names the separator; Excel does not count it as a row.
  const named = /^sep=([,;\t])\r?\n/i.exec(file);
  const text = named ? file.slice(named[0].length) : file;
  const separator = (named?.[1] ?? separatorOf(text)).charCodeAt(0);
  const table = gatherRows(wanted);
  let number = 1;
  let cells: string[] = [];
  let at = 0;
  let pauseAt = READ_AT_ONCE;

  const cellAt = (column: number) => cells[column] ?? '';
  const endRow = () => {
    // A hostile file may be mostly empty lines: they are skipped cheaply.
    if (cells.length > 1 || cells[0]) table.add(number, cells.length, cellAt);
    number++;
    pauseAt -= ROW_COST;
    cells = [];
  };

  const pause = async () => {
    pauseAt = at + READ_AT_ONCE;
    await setImmediate();
    signal?.throwIfAborted();
  };

  while (at < text.length) {
    if (at >= pauseAt) await pause();
    const start = at;
    const isQuoted = text.charCodeAt(at) === QUOTE;
    let close = isQuoted ? closingQuote(text, at + 1) : start;
    for (; close < 0; close = closingQuote(text, -close)) await pause();
    if (isQuoted) at = close + 1;
    const rest = at;
    while (at < text.length && !isEnd(text.charCodeAt(at), separator)) if (++at >= pauseAt) await pause();
    if (cells.length < MAX_COLUMNS) {
      const tail = text.slice(rest, Math.min(at, rest + CELL_MAX));
      cells.push(isQuoted ? unquoted(text, start + 1, Math.min(close, start + CELL_MAX)) + tail : tail);
    }
    const end = text.charCodeAt(at++);
    if (end === separator) continue;
    if (end === CR && text.charCodeAt(at) === LF) at++;
    endRow();
  }
  if (cells.length > 0) endRow();
  return { rows: table.rows, ignoredColumns: table.ignoredColumns, ignoredSheets: [] };
}

/** Characters of a cell that are read, quotes and white space included. Excel allows 32,767. */
const CELL_MAX = 100_000;

const QUOTE = 34;
const LF = 10;
const CR = 13;
const isEnd = (code: number, separator: number) => code === separator || code === LF || code === CR;

/**
 * The index of the closing quote; a doubled quote is part of the text. If it is not within the next {@link READ_AT_ONCE}
 * characters, the index from which to search on, negated.
 */
function closingQuote(text: string, from: number): number {
  for (let start = from; ; ) {
    const quote = text.indexOf('"', start);
    // A quote that never closes would swallow the rest of the file as one cell.
    if (quote < 0) throw new AppError('import.unreadable');
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
    start = quote + 2;
    if (start - from > READ_AT_ONCE) return -start;
  }
}

const unquoted = (text: string, from: number, to: number) => text.slice(from, to).replaceAll('""', '"');
