import type { Context } from '../../../src/platform/context';
import type { Db } from '../../../src/platform/database';
import { type doorsOf, type TestApp, testApp } from '../../support/app';
import type { OwnPostgres } from '../../support/own-postgres';

export type Instance = ReturnType<typeof doorsOf>;

/** Two instances on one database; that database and its clock for what a test sets up by itself. */
export type Pair = {
  instances: [Instance, Instance];
  db: Db;
  context: Pick<Context, 'database' | 'now'>;
};

/** What went otherwise than it may, and how much was tried. */
export type Result = { tried: number; faults: string[] };

type Options = NonNullable<Parameters<typeof testApp>[0]>;
type Second = Omit<Options, 'on'> & { settings?: Record<string, string> };

/**
 * Two instances in this process. The second may be given what the first is not; `prepare` is run on the database before
 * there is a second one.
 */
export async function openPair(
  postgres: OwnPostgres,
  first: Options = {},
  { settings, ...second }: Second = first,
  prepare: (app: TestApp) => Promise<unknown> = async () => {},
) {
  const { target, drop } = await postgres.open();
  const one = await testApp({ ...first, on: { target } });
  await prepare(one);
  const other = await testApp({ ...second, on: { target, ...(settings && { settings }) } });
  return {
    instances: [patient(one), patient(other)] as [Instance, Instance],
    db: one.context.database.db,
    context: one.context,
    close: async () => {
      await other.stop();
      await one.stop();
      await drop();
    },
  };
}

/** How often, and how many milliseconds apart, somebody tries again who is told to. */
const TRIES = 20;
const PAUSE = 250;

/** An instance whose callers do what its answer 503 asks of them (D5): nothing was done, and they try again. */
export function patient({ url, api, trpc }: Instance): Instance {
  const again = <Ask extends (...words: never[]) => Promise<{ status: number }>>(ask: Ask) =>
    (async (...words: never[]) => {
      for (let tries = 1; ; tries++) {
        const answer = await ask(...words);
        if (answer.status !== 503 || tries === TRIES) return answer;
        await Bun.sleep(PAUSE);
      }
    }) as Ask;
  return { url, api: again(api), trpc: again(trpc) };
}

/** The instances as they take turns: who acts, and who is asked afterwards. */
export const turnOf = ({ instances: [one, other] }: Pair, turn: number): [Instance, Instance] =>
  turn % 2 === 0 ? [one, other] : [other, one];
