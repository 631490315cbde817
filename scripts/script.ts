// Imported before packages are installed, so packages may only be imported inside the functions.
import { access, constants, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { BackgroundContext } from '#src/platform/context.ts';
import { ensurePackages } from './ensure-packages.ts';

export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

type Arguments<Flag extends string> = { word: string; flags: Record<Flag, boolean> };

/**
 * Returns the exit code instead if the help was printed or the arguments are wrong. `missingMessage` is the error if
 * there is no word and no `defaultWord`.
 */
export function readArguments<Flag extends string = never>(
  help: string,
  {
    missingMessage,
    defaultWord,
    flags = [],
  }: { missingMessage: string; defaultWord?: string; flags?: readonly Flag[] },
): Arguments<Flag> | number {
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
    const [word = defaultWord, ...more] = positionals;
    if (!word || more.length > 0) return reportMisuse(missingMessage, help);
    const parsedFlags = flags.map((flag) => [flag, (values as Record<string, unknown>)[flag] === true]);
    return { word, flags: Object.fromEntries(parsedFlags) };
  } catch (error) {
    return reportMisuse(messageOf(error), help);
  }
}

export function reportMisuse(message: string, help?: string): number {
  console.error(help ? `${message}\n\n${help}` : message);
  return MISUSED;
}

/** If `work` throws, prints `failure` and the message, and returns 1. */
export async function runOrReport(failure: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    console.error(`${failure} ${messageOf(error)}`.trim());
    return FAILED;
  }
}

/** Throws an error for the operator unless `path` is a file that can be read. */
export async function expectFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${path}.`);
  if (found.isDirectory()) throw new Error(`${path} is a folder. Name a file.`);
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isReadable) throw new Error(`The file ${path} may not be read. Check its permissions.`);
}

type CalendarOptions = {
  environment?: Record<string, string | undefined>;
  /** Otherwise a script fails if there is no calendar: most often its environment is not that of the server. */
  mayCreate?: boolean;
};

/**
 * DATABASE_URL and DATA_DIR select the calendar. Its server may be running. All work has the limits of long work: on a
 * busy machine with many races even a small statement may wait for seconds.
 */
export async function onCalendar<Result>(
  work: (context: BackgroundContext) => Promise<Result>,
  { environment = process.env, mayCreate = false }: CalendarOptions = {},
): Promise<Result> {
  await ensurePackages('run');
  const { readConfig } = await import('#src/platform/config.ts');
  const { createLog } = await import('#src/platform/log.ts');
  const { openContext } = await import('#src/platform/open.ts');
  const config = readConfig(environment);
  // The server's info messages are of no use at a prompt.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const calendar = await openContext(config, log, { mustExist: !mayCreate });
  const { database } = calendar.context;
  try {
    return await work({ ...calendar.context, database: { ...database, db: database.longRunning } });
  } finally {
    await calendar.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
