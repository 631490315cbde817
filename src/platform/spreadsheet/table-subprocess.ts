import { join } from 'node:path';
import { AppError } from '#src/shared/errors.ts';
import { inPieces, readLines, runReader } from './reader.ts';
import { type Columns, MAX_ROWS, type Table, type TableKind, type TableRow } from './table.ts';

export const READER_SCRIPT = join(import.meta.dir, 'table-process.ts');

/** Reads a table in a separate process. Throws `import.*`, or the reason of the abort. */
export async function readTableInSubprocess(
  bytes: Uint8Array,
  kind: TableKind,
  { wanted, required }: Columns,
  signal?: AbortSignal,
): Promise<Table> {
  const { rows, onLine } = collect();
  const end = await runReader({
    script: READER_SCRIPT,
    args: [kind, required.join(), ...wanted],
    content: inPieces(bytes),
    onLine,
    signal,
  });
  return tableOf(rows, end);
}

/** Throws `import.*`. */
export async function readOutput(stream: ReadableStream<Uint8Array>): Promise<Table> {
  const { rows, onLine } = collect();
  return tableOf(rows, await readLines(stream, { onLine, failure: 'import.unreadable' }));
}

function collect() {
  const rows: TableRow[] = [];
  return {
    rows,
    onLine: (line: unknown[]) => {
      if (rows.length > MAX_ROWS + 1) throw new AppError('import.unreadable');
      const [number, ...cells] = line as [number, ...string[]];
      rows.push({ number, cells });
    },
  };
}

/** The last line contains the ignored columns, sheets and rows. */
function tableOf(rows: TableRow[], end: Record<string, unknown>): Table {
  const { ignoredColumns, ignoredSheets, ignoredRows, ...rest } = end as Partial<Omit<Table, 'rows'>>;
  if (!ignoredColumns || !ignoredSheets || !ignoredRows) throw new AppError('import.unreadable');
  const { sheet = '', hiddenSheets = [], unsearchedSheets = [], isFrom1904 = false, replacements = 0 } = rest;
  return {
    rows,
    ignoredColumns,
    ignoredSheets,
    ignoredRows,
    sheet,
    hiddenSheets,
    unsearchedSheets,
    isFrom1904,
    replacements,
  };
}
