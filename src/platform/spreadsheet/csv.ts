import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { AppError } from '../../shared/errors';
import { gatherRows, type Table } from './table';

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
const READ_AT_ONCE = 16 * 1024;
/** Bytes of one row, white space and quotes included: four times what all wanted columns may hold. */
const ROW_MAX = 2_000_000;

/**
 * The rows of a CSV that hold something in the wanted columns, by `csv-parse`: RFC 4180, lenient about text after a
 * closing quote. Not left to `xlsx`, which takes a file that begins with `<` for HTML and one with `ID` for SYLK.
 */
export async function csvTable(
  file: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  // Excel's own first line that names the separator; Excel does not count it as a row.
  const named = /^sep=([,;\t])\r?\n/i.exec(file);
  const text = named ? file.slice(named[0].length) : file;
  const parser = parse({
    delimiter: named?.[1] ?? separatorOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    // Counted, so that rows keep their numbers.
    skip_empty_lines: true,
    info: true,
    max_record_size: ROW_MAX,
  });
  const table = gatherRows(wanted);
  const take = ({ record, info }: { record: string[]; info: Info }) =>
    table.add(info.records + info.empty_lines, record.length, (column) => record[column] ?? '');
  const ended = finished(parser);
  ended.catch(() => {});
  const drain = () => {
    for (let row = parser.read(); row !== null; row = parser.read()) take(row);
  };
  try {
    for (let at = 0; at < text.length && !parser.destroyed; at += READ_AT_ONCE) {
      parser.write(text.slice(at, at + READ_AT_ONCE));
      drain();
      await setImmediate();
      signal?.throwIfAborted();
    }
    parser.end();
    drain();
    await ended;
  } catch (error) {
    throw error instanceof CsvError ? new AppError('import.unreadable', { cause: error }) : error;
  } finally {
    parser.destroy();
  }
  return { rows: table.rows, ignoredColumns: table.ignoredColumns, ignoredSheets: [] };
}
