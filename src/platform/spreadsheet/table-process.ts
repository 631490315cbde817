/**
 * Reads a CSV or a workbook from standard input and writes its rows to standard output, a line of JSON each and then what was not
 * read, or one line with the code of what is wrong. A process of its own: what a hostile file costs in memory or time is
 * lost with it, and the server answers others meanwhile. The arguments are the kind of the file and the columns that are wanted.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { csvTable, decodeText } from './csv';
import { workbookTable } from './workbook';

const watch = new Worker(join(import.meta.dir, 'memory-watch.ts'));
await once(watch, 'open');
await Bun.write(Bun.stdout, `${(await answerTo(await Bun.stdin.bytes())).join('\n')}\n`);
process.exit(0);

async function answerTo(bytes: Uint8Array): Promise<string[]> {
  try {
    const [kind, ...wanted] = process.argv.slice(2);
    const { rows, ...rest } =
      kind === 'csv' ? csvTable(decodeText(bytes), wanted) : workbookTable(bytes, wanted);
    return [...rows.map(({ number, cells }) => JSON.stringify([number, ...cells])), JSON.stringify(rest)];
  } catch (error) {
    return [JSON.stringify({ code: error instanceof AppError ? error.code : 'import.unreadable' })];
  }
}
