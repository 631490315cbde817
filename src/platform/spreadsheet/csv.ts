import { CsvError, parse } from 'csv-parse/sync';
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

/** Bytes of one row, white space and quotes included: four times what all wanted columns may hold. */
const ROW_MAX = 2_000_000;

/**
 * The rows of a CSV that hold something in the wanted columns: RFC 4180, lenient about text after a closing quote. `xlsx`
 * is not used, because it takes a file that begins with `<` for HTML and one with `ID` for SYLK. Throws `import.*`.
 */
export function csvTable(file: string, wanted: readonly string[]): Table {
  // Excel's own first line that names the separator; Excel does not count it as a row.
  const named = /^sep=([,;\t])\r?\n/i.exec(file);
  const text = named ? file.slice(named[0].length) : file;
  const { add, rows, ignoredColumns } = gatherRows(wanted);
  try {
    parse(text, {
      delimiter: named?.[1] ?? separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: ROW_MAX,
      on_record: (record: string[], info) => {
        // Empty lines are counted, so that rows keep their numbers.
        add(info.records + info.empty_lines, record.length, (column) => record[column] ?? '');
        // The parser keeps none.
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new AppError('import.unreadable', { cause: error }) : error;
  }
  return { rows, ignoredColumns, ignoredSheets: [] };
}
