// Imported before packages are installed, so packages may only be imported inside the function.
import type { Context } from '#src/platform/context.ts';
import { helpIfAsked } from './help.ts';
import { DONE, MISUSED, onCalendar, runOrReport } from './script.ts';

/**
 * For scripts without arguments except `--help`, which may create the calendar. Exits with 0, 1 if it failed, or 2 for
 * wrong arguments.
 */
export async function withCalendar(
  help: string,
  work: (context: Context) => Promise<string>,
): Promise<never> {
  helpIfAsked(help);
  const parameters = process.argv.slice(2);
  if (parameters.length > 0) {
    console.error(`${help}\n\nUnknown arguments: ${parameters.join(' ')}`);
    process.exit(MISUSED);
  }

  process.exit(
    await runOrReport('', async () => {
      console.log(await onCalendar(work, { mayCreate: true }));
      return DONE;
    }),
  );
}
