import { rateLimits } from '#db/schema/index.ts';
import type { OwnPostgres } from '#proofs/support/own-postgres.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';
import type { CallResponse, Verdict } from './verdict.ts';
import { SHAM_SETTINGS, WITHOUT_GUARDS } from './without-guards.ts';

/** Concurrent calls of a round. */
export const CROWD = 20;

export type Caller = { id: string; headers: Record<string, string> };
export type ConcurrentCall = { name: string; caller: Partial<Caller>; input: Record<string, unknown> };
export type Arena = Awaited<ReturnType<typeof openArena>>;
/** One race. `turn` counts the rounds; some kinds have variants for odd turns. */
export type Round = (arena: Arena, verdict: Verdict, turn: number) => Promise<void>;

const MAX_START_DELAY_MS = 8;
const CLOCK_START_MS = Date.parse('2027-03-01T08:00:00Z');

export async function openArena(postgres: OwnPostgres, { isGuarded = true } = {}) {
  const { target, database, drop, deadlocks } = await postgres.open();
  if (!isGuarded) await database.sql.unsafe(WITHOUT_GUARDS);
  // Each reading of the clock is unique, so that the order of events is known.
  let ticks = 0;
  const options = {
    on: { target, ...(!isGuarded && { settings: SHAM_SETTINGS }) },
    now: () => new Date(CLOCK_START_MS + ticks++),
  };
  const apps: [TestApp, TestApp] = [await testApp(options), await testApp(options)];
  const { db } = database;
  const admins = [await makeAdmin(db), await makeAdmin(db)] as const;

  return {
    db,
    admins,
    appOf: (index: number) => (index % 2 === 0 ? apps[0] : apps[1]),
    /** Alternates between instances and transports. The responses are in the order of the calls. */
    sendAtOnce: async (calls: ConcurrentCall[], turn: number): Promise<CallResponse[]> => {
      await db.delete(rateLimits);
      return Promise.all(
        calls.map(async ({ name, caller, input }, index) => {
          // In odd rounds the calls start at different times, so that they collide at other points.
          if (turn % 2) await Bun.sleep(Math.random() * MAX_START_DELAY_MS);
          const transport = TRANSPORTS[(index >> 1) % 2] ?? 'rest';
          return call<Record<string, unknown>>(index % 2 ? apps[1] : apps[0], transport, name, caller, input);
        }),
      );
    },
    close: async () => {
      for (const app of apps) await app.stop();
      const counts = { deadlocks: await deadlocks() };
      await drop();
      return counts;
    },
  };
}

export const repeatCall = (
  count: number,
  name: string,
  caller: Partial<Caller>,
  input: ConcurrentCall['input'],
): ConcurrentCall[] => Array.from({ length: count }, () => ({ name, caller, input }));

export function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
