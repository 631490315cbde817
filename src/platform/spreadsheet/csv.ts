import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '../../shared/errors';
import { collectRows, type Table } from './table';

/** The separator is detected in this many characters. */
const HEAD_LENGTH = 10_000;

const SEPARATORS = [',', ';', '\t'];

/** Returns the most frequent separator of the first line, ignoring quoted text. The default is a comma. */
export function separatorOf(text: string): string {
  const head = text.slice(0, HEAD_LENGTH).trimStart();
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(head)?.[0] ?? '';
  const unquoted = line.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Includes white space and quotes: four times what all wanted columns may hold. */
const ROW_BYTES_MAX = 2_000_000;

/**
 * Reads a CSV (RFC 4180, but text after a closing quote is allowed). Returns the rows that are not blank in the wanted
 * columns. `xlsx` is not used: it takes a file that begins with `<` for HTML and one with `ID` for SYLK. Throws
 * `import.*`.
 */
export function csvTable(file: string, wanted: readonly string[]): Table {
  // Excel can name the separator in an extra first line, which it does not count as a row.
  const separatorLine = /^sep=([,;\t])\r?\n/i.exec(file);
  const text = separatorLine ? file.slice(separatorLine[0].length) : file;
  const { add, rows, ignoredColumns, ignoredRows } = collectRows(wanted);
  try {
    parse(text, {
      delimiter: separatorLine?.[1] ?? separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: ROW_BYTES_MAX,
      on_record: (record: string[], info) => {
        // Count empty lines too, so that row numbers match the spreadsheet.
        add(info.records + info.empty_lines, record.length, (column) => record[column] ?? '');
        // `null` makes the parser discard the record.
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new AppError('import.unreadable', { cause: error }) : error;
  }
  return { rows, ignoredColumns, ignoredSheets: [], ignoredRows };
}
