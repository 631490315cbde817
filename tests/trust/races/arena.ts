import { rateLimits } from '../../../db/schema';
import { type TestApp, testApp } from '../../support/app';
import { call } from '../../support/call';
import { makeAdmin } from '../../support/content';
import type { OwnPostgres } from '../../support/own-postgres';
import { TRANSPORTS } from '../../support/transports';
import type { CallResponse, Verdict } from './verdict';
import { SHAM_SETTINGS, WITHOUT_GUARDS } from './without-guards';

export const CROWD = 20;

export type Caller = { id: string; headers: Record<string, string> };
export type ConcurrentCall = { name: string; who: Partial<Caller>; input: Record<string, unknown> };
export type Arena = Awaited<ReturnType<typeof openArena>>;
/** Some kinds have variants by `turn`. */
export type Round = (arena: Arena, verdict: Verdict, turn: number) => Promise<void>;

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
    appOf: (place: number) => (place % 2 === 0 ? apps[0] : apps[1]),
    /** Alternates between instances and transports. Keeps the order of the calls. */
    sendAtOnce: async (asks: ConcurrentCall[], turn: number): Promise<CallResponse[]> => {
      await db.delete(rateLimits);
      return Promise.all(
        asks.map(async ({ name, who, input }, place) => {
          // In odd rounds the calls start at different times, so that they collide at other points.
          if (turn % 2) await Bun.sleep(Math.random() * 8);
          const transport = TRANSPORTS[(place >> 1) % 2] ?? 'rest';
          return call<Record<string, unknown>>(place % 2 ? apps[1] : apps[0], transport, name, who, input);
        }),
      );
    },
    close: async () => {
      for (const app of apps) await app.stop();
      const found = { deadlocks: await deadlocks() };
      await drop();
      return found;
    },
  };
}

export const repeatCall = (
  count: number,
  name: string,
  who: Partial<Caller>,
  input: ConcurrentCall['input'],
): ConcurrentCall[] => Array.from({ length: count }, () => ({ name, who, input }));

export function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
