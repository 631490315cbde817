/**
 * Reads a CSV or a workbook from standard input. Writes its rows to standard output, a line of JSON each, and then what was
 * not read, or one line with the code of what is wrong. It is a process of its own: what a hostile file costs in memory or
 * time is lost with it, and the server answers others meanwhile. The arguments are the kind of the file and the columns that
 * are wanted.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import type { Table } from './table';

const watch = new Worker(join(import.meta.dir, 'memory-watch.ts'));
await once(watch, 'open');
await Bun.write(Bun.stdout, `${(await answerTo(await Bun.stdin.bytes())).join('\n')}\n`);
process.exit(0);

async function answerTo(bytes: Uint8Array): Promise<string[]> {
  try {
    const { rows, ...rest } = await tableOf(bytes);
    return [...rows.map(({ number, cells }) => JSON.stringify([number, ...cells])), JSON.stringify(rest)];
  } catch (error) {
    return [JSON.stringify({ code: error instanceof AppError ? error.code : 'import.unreadable' })];
  }
}

async function tableOf(bytes: Uint8Array): Promise<Table> {
  const [kind, ...wanted] = process.argv.slice(2);
  // Only the reader that is needed is loaded: that takes some 40 ms.
  if (kind !== 'csv') return (await import('./workbook')).workbookTable(bytes, wanted);
  const { csvTable, decodeText } = await import('./csv');
  return csvTable(decodeText(bytes), wanted);
}
