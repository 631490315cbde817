import { collectRows, isHeader, MAX_COLUMNS, type Table, TITLES_MAX } from './table.ts';

/** The separator is detected in this many characters. */
const HEAD_LENGTH = 10_000;

const SEPARATORS = [',', ';', '\t', '|'];

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, '');

const firstLines = (text: string) =>
  text
    .slice(0, HEAD_LENGTH)
    .trimStart()
    .split(/\r\n|[\r\n]/, TITLES_MAX);

const hasHeader = (lines: readonly string[], separator: string, wanted: readonly string[]) =>
  lines.some((line) => isHeader(line.split(separator), wanted));

/**
 * Returns the separator with which one of the first lines is a header of wanted columns, else the most frequent one of
 * the first line, ignoring quoted text. The default is a comma.
 */
function separatorOf(text: string, wanted: readonly string[] = []): string {
  const lines = firstLines(text);
  const separator = SEPARATORS.find((other) => hasHeader(lines, other, wanted));
  if (separator) return separator;
  const first = withoutQuoted(lines[0] ?? '');
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads a CSV (RFC 4180). Returns the rows that are not blank in the wanted columns. A quote that is not closed before
 * a separator is a letter like any other: a library would give up the whole file. Throws `import.*`.
 */
export function csvTable(file: string, wanted: readonly string[]): Table {
  // Excel can name the separator in an extra first line, which it does not count as a row.
  const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|[\r\n])/i.exec(file);
  const text = separatorLine ? file.slice(separatorLine[0].length) : file;
  const { add, finish, rows, ignoredColumns, ignoredRows } = collectRows(wanted);
  let number = 0;
  const named = separatorLine?.[1] ?? '';
  // The line may be left from a file that was saved with another separator.
  const separator =
    hasHeader(firstLines(text), named || ',', wanted) && named ? named : separatorOf(text, wanted);
  // Blank lines count, so that row numbers match the spreadsheet.
  for (const cells of recordsOf(text, separator))
    add(++number, cells.length, (column) => cells[column] ?? '');
  finish();
  return { rows, ignoredColumns, ignoredSheets: [], hiddenSheets: [], ignoredRows, sheet: '' };
}

function* recordsOf(text: string, separator: string): Generator<string[]> {
  const readQuoted = quotedReader(text, separator);
  const end = new RegExp(`[${separator}\\r\\n]`, 'g');
  const endOfCell = (start: number) => {
    end.lastIndex = start;
    return end.exec(text)?.index ?? text.length;
  };
  let columns = 0;
  for (let at = 0; at < text.length; ) {
    const cells: string[] = [];
    for (let isOpen = true; isOpen; ) {
      const quoted = readQuoted(at, { columns, column: cells.length });
      const stop = quoted?.end ?? endOfCell(at);
      if (cells.length < MAX_COLUMNS) cells.push(quoted?.text ?? text.slice(at, stop));
      isOpen = text[stop] === separator;
      at = stop + (text[stop] === '\r' && text[stop + 1] === '\n' ? 2 : 1);
    }
    columns = Math.max(columns, cells.length);
    yield cells;
  }
}

/** A longer text is rather the rest of a file after an open quote. */
const QUOTED_MAX = 1_000_000;
/** So many characters in all are searched for the ends of quotes that have none. */
const SEARCH_MAX = 40_000_000;

/** The number of columns so far, and the index of the one that is read. */
type Place = { columns: number; column: number };
type Quoted = { text: string; end: number };

/**
 * Reads a cell in quotes; `end` is the separator or line end after it. Undefined for other cells, and for those whose
 * quote is never closed, or only after the beginning of another quote or another row.
 */
function quotedReader(text: string, separator: string) {
  const blanks = separator === '\t' ? / */y : /[ \t]*/y;
  const skipBlanks = (start: number) => {
    blanks.lastIndex = start;
    return start + (blanks.exec(text)?.[0].length ?? 0);
  };
  const isEnd = (index: number) =>
    index >= text.length || [separator, '\r', '\n'].includes(text[index] ?? '');
  let searched = 0;

  /** Texts have commas, too. */
  const mayBeRow = (line: string) => separator !== ',' || /^\s*"?\d/.test(line);
  const widthOf = (line = '') => line.split(separator).length;

  /** A whole row is inside, or the rest of this row and the beginning of another one. */
  function holdsRow(quoted: string, { columns, column }: Place): boolean {
    const [rest, ...others] = quoted.split(/[\r\n]+/);
    if (columns <= 2 || others.length === 0) return false;
    if (others.some((line) => widthOf(line) >= columns && mayBeRow(line))) return true;
    return (
      column + widthOf(rest) === columns &&
      column < columns - 1 &&
      mayBeRow(others[0] ?? '') &&
      widthOf(others.at(-1)) > 1
    );
  }

  function findEnd(open: number, place: Place): Quoted | undefined {
    let from = open + 1;
    for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', from)) {
      from = quote + 1;
      if (quote - open > QUOTED_MAX) break;
      if (text[from] === '"') {
        from++;
        continue;
      }
      const end = skipBlanks(from);
      if (isEnd(end)) {
        const quoted = text.slice(open + 1, quote);
        if (holdsRow(quoted, place)) break;
        return { text: quoted.replaceAll('""', '"'), end };
      }
      // Another cell begins here.
      if (quote > open + 1 && isEnd(quote - 1)) break;
    }
    searched += Math.min(from - open, QUOTED_MAX);
    return undefined;
  }

  return (start: number, place: Place): Quoted | undefined => {
    const open = skipBlanks(start);
    return text[open] === '"' && searched < SEARCH_MAX ? findEnd(open, place) : undefined;
  };
}
