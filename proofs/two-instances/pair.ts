import type { OwnPostgres } from '#proofs/support/own-postgres.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { type TestApp, testApp, type transportsOf } from '#tests/support/app.ts';

export type Instance = ReturnType<typeof transportsOf>;

export type Pair = {
  instances: [Instance, Instance];
  db: Db;
  context: Pick<Context, 'database' | 'now'>;
};

export type Result = { attempts: number; faults: string[] };

type Options = NonNullable<Parameters<typeof testApp>[0]>;
type SecondOptions = Omit<Options, 'on'> & { settings?: Record<string, string> };

export async function openPair(
  postgres: OwnPostgres,
  first: Options = {},
  { settings, ...second }: SecondOptions = first,
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

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 250;

/** Repeats calls that return 503, which means that nothing was done. */
export function withRetries({ url, api, trpc }: Instance): Instance {
  const retry = <Call extends (...parameters: never[]) => Promise<{ status: number }>>(call: Call) =>
    (async (...parameters: never[]) => {
      for (let attempt = 1; ; attempt++) {
        const response = await call(...parameters);
        if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response;
        await Bun.sleep(PAUSE_MS);
      }
    }) as Call;
  return { url, api: retry(api), trpc: retry(trpc) };
}

export const alternate = ({ instances: [one, other] }: Pair, turn: number): [Instance, Instance] =>
  turn % 2 === 0 ? [one, other] : [other, one];
