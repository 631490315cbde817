/**
 * Reads a CSV, a workbook or a calendar from standard input. Writes one line of JSON per row to standard output, then a line with
 * the ignored columns and sheets. On failure it writes one line with the error code. It runs as a separate process, so
 * that a hostile file cannot exhaust the server's memory or block its event loop. Arguments: the kind of the file and
 * the wanted columns.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import type { Table } from './table';

const memoryWatch = new Worker(join(import.meta.dir, 'memory-watch.ts'));
await once(memoryWatch, 'open');
await Bun.write(Bun.stdout, `${(await linesFor(await Bun.stdin.bytes())).join('\n')}\n`);
process.exit(0);

async function linesFor(bytes: Uint8Array): Promise<string[]> {
  try {
    const { rows, ...ignored } = await tableOf(bytes);
    return [...rows.map(({ number, cells }) => JSON.stringify([number, ...cells])), JSON.stringify(ignored)];
  } catch (error) {
    return [JSON.stringify({ code: error instanceof AppError ? error.code : 'import.unreadable' })];
  }
}

async function tableOf(bytes: Uint8Array): Promise<Table> {
  const [kind, ...wanted] = process.argv.slice(2);
  // Load only the parser that is needed: loading takes some 40 ms.
  if (kind === 'workbook') return (await import('./workbook')).workbookTable(bytes, wanted);
  const { csvTable, decodeText } = await import('./csv');
  if (kind === 'icalendar') return (await import('./icalendar')).icalendarTable(decodeText(bytes));
  return csvTable(decodeText(bytes), wanted);
}
