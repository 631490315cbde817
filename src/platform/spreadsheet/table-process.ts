/**
 * Reads a file from standard input and writes its rows to standard output, a line of JSON each and then what was not
 * read, or one line with the code of what is wrong. A process of its own: what a hostile file costs in memory or time is
 * lost with it, and the server answers others meanwhile. The arguments are its kind and the columns that are wanted.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';

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

/** Each kind brings its own reader: the one for workbooks takes a while to load. */
async function tableOf(bytes: Uint8Array) {
  const [kind, ...wanted] = process.argv.slice(2);
  if (kind === 'csv') {
    const { csvTable, decodeText } = await import('./csv');
    return csvTable(decodeText(bytes), wanted);
  }
  const { workbookTable } = await import('./workbook');
  return workbookTable(bytes, wanted);
}
