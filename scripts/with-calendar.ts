// Imported before packages are there, so nothing from one may be imported here but inside the function.
import type { Context } from '../src/platform/context';
import { helpIfAsked } from './help';
import { attempt, DONE, MISUSED, onCalendar } from './script';

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
    process.exit(MISUSED);
  }

  process.exit(
    await attempt('', async () => {
      console.log(await onCalendar(work));
      return DONE;
    }),
  );
}
