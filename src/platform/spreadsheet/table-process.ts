/** Reads a CSV or workbook in its own process. Arguments: kind of file, required columns, wanted columns. */
import { AppError } from '#src/shared/errors.ts';
import { otherKindOf } from './content-kind.ts';
import { decodeText } from './decode.ts';
import { runAsReader } from './reader-process.ts';
import type { Table } from './table.ts';

await runAsReader(async (bytes, args) => {
  const { rows, ...ignored } = await tableOf(bytes, args);
  return { lines: rows.map(({ number, cells }) => [number, ...cells]), end: ignored };
});

async function tableOf(
  bytes: Uint8Array,
  [kind, required = '', ...wanted]: readonly string[],
): Promise<Table> {
  // Load only the parser that is needed: loading takes some 40 ms.
  if (kind === 'workbook')
    return (await import('./workbook.ts')).workbookTable(bytes, wanted, required.split(',').filter(Boolean));
  // A page or a document may contain lines that look like a table.
  if (otherKindOf(bytes)) throw new AppError('import.unreadable');
  const { csvTable } = await import('./csv.ts');
  const { text, replacements } = decodeText(bytes);
  return { ...csvTable(text, wanted), replacements };
}
