/**
 * What runs in a reader process: it reads foreign content from standard input and writes JSON lines to standard output.
 * It is separate, so that a hostile file cannot exhaust the server's memory or block its event loop.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '#src/shared/errors.ts';

/** `lines` are lists. `end` is the last line. */
type ReaderOutput = { lines: Iterable<readonly unknown[]>; end: Record<string, unknown> };

const LINES_PER_WRITE = 500;

/** Never returns. A failure is a line with its error code. */
export async function runAsReader(
  read: (bytes: Uint8Array, args: readonly string[]) => ReaderOutput | Promise<ReaderOutput>,
): Promise<never> {
  const resourceWatch = new Worker(join(import.meta.dir, 'resource-watch.ts'));
  await once(resourceWatch, 'open');
  const output = Bun.stdout.writer();
  try {
    const { lines, end } = await read(await Bun.stdin.bytes(), process.argv.slice(2));
    let count = 0;
    for (const line of lines) {
      output.write(`${JSON.stringify(line)}\n`);
      if (++count % LINES_PER_WRITE === 0) await output.flush();
    }
    output.write(`${JSON.stringify(end)}\n`);
  } catch (error) {
    output.write(`${JSON.stringify({ code: error instanceof AppError ? error.code : null })}\n`);
  }
  await output.end();
  process.exit(0);
}
