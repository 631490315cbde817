import type { Context } from '../../../src/platform/context';
import type { Db } from '../../../src/platform/database';
import { type TestApp, testApp, type transportsOf } from '../../support/app';
import type { OwnPostgres } from '../../support/own-postgres';

export type Instance = ReturnType<typeof transportsOf>;

/** Two instances with one database, and the database and clock for the setup of tests. */
export type Pair = {
  instances: [Instance, Instance];
  db: Db;
  context: Pick<Context, 'database' | 'now'>;
};

/** The number of attempts and the faults. */
export type Result = { attempts: number; faults: string[] };

type Options = NonNullable<Parameters<typeof testApp>[0]>;
type Second = Omit<Options, 'on'> & { settings?: Record<string, string> };

/**
 * Starts two instances in this process. The second may have other options. `prepare` runs on the database before the
 * second instance starts.
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
    instances: [withRetries(one), withRetries(other)] as [Instance, Instance],
    db: one.context.database.db,
    context: one.context,
    close: async () => {
      await other.stop();
      await one.stop();
      await drop();
    },
  };
}

/** Number of attempts after a 503, and milliseconds between them. */
const TRIES = 20;
const PAUSE = 250;

/** An instance whose callers retry after a 503, which means that nothing was done. */
export function withRetries({ url, api, trpc }: Instance): Instance {
  const retry = <Call extends (...parameters: never[]) => Promise<{ status: number }>>(call: Call) =>
    (async (...parameters: never[]) => {
      for (let tries = 1; ; tries++) {
        const response = await call(...parameters);
        if (response.status !== 503 || tries === TRIES) return response;
        await Bun.sleep(PAUSE);
      }
    }) as Call;
  return { url, api: retry(api), trpc: retry(trpc) };
}

/** The two instances in alternating order: the one that makes a change, and the one that is checked. */
export const turnOf = ({ instances: [one, other] }: Pair, turn: number): [Instance, Instance] =>
  turn % 2 === 0 ? [one, other] : [other, one];
