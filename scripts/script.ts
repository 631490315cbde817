// What the scripts of D3 have in common. Imported before packages are there, so nothing from one may be imported here
// but inside the functions.
import { parseArgs } from 'node:util';
import type { Context } from '../src/platform/context';
import { ensurePackages } from './ensure-packages';

export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

type Words<Flag extends string> = { word: string; flags: Record<Flag, boolean> };

/**
 * The one word that a script was given, and which of its flags; else the exit code, when its help was asked for or it was
 * misused. `missing` is what is said without a word, unless `otherwise` stands in for it.
 */
export function readWords<Flag extends string = never>(
  help: string,
  { missing, otherwise, flags = [] }: { missing: string; otherwise?: string; flags?: readonly Flag[] },
): Words<Flag> | number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
      },
    });
    if (values.help) {
      console.log(help);
      return DONE;
    }
    const [word = otherwise, ...more] = positionals;
    if (!word || more.length > 0) return misused(missing, help);
    const given = flags.map((flag) => [flag, (values as Record<string, unknown>)[flag] === true]);
    return { word, flags: Object.fromEntries(given) };
  } catch (error) {
    return misused(messageOf(error), help);
  }
}

export function misused(fault: string, help?: string): number {
  console.error(help ? `${fault}\n\n${help}` : fault);
  return MISUSED;
}

/** The exit code that `work` answers; what it throws is told behind `failure`, and is 1. */
export async function attempt(failure: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    console.error(`${failure} ${messageOf(error)}`.trim());
    return FAILED;
  }
}

/** Does `work` on the calendar that DATABASE_URL and DATA_DIR say, also while its server runs. */
export async function onCalendar<Result>(
  work: (context: Context) => Promise<Result>,
  environment: Record<string, string | undefined> = process.env,
): Promise<Result> {
  await ensurePackages('run');
  const { readConfig } = await import('../src/platform/config');
  const { createLog } = await import('../src/platform/log');
  const { openContext } = await import('../src/platform/open');
  const config = readConfig(environment);
  // What a server tells of itself in passing is nothing to somebody at a prompt.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const opened = await openContext(config, log);
  try {
    return await work(opened.context);
  } finally {
    await opened.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
