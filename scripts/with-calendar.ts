// Imported before packages are there, so nothing from one may be imported here but inside the function.
import type { Context } from '../src/platform/context';
import { ensurePackages } from './ensure-packages';
import { helpIfAsked } from './help';

/**
 * A script without arguments but `--help`, on the calendar that DATABASE_URL and DATA_DIR say (D3): prints what `work`
 * answers and ends with exit code 0, 1 when it failed, 2 when it was misused.
 */
export async function withCalendar(
  help: string,
  work: (context: Context) => Promise<string>,
): Promise<never> {
  helpIfAsked(help);
  const words = process.argv.slice(2);
  if (words.length > 0) {
    console.error(`${help}\n\nNot understood: ${words.join(' ')}`);
    process.exit(2);
  }

  await ensurePackages('run');
  const { readConfig } = await import('../src/platform/config');
  const { createLog } = await import('../src/platform/log');
  const { openContext } = await import('../src/platform/open');
  try {
    const opened = await openContext(readConfig(process.env), createLog('warn'));
    try {
      console.log(await work(opened.context));
    } finally {
      await opened.close();
    }
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
