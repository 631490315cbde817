import { rateLimits } from '../../../db/schema';
import { type TestApp, testApp } from '../../support/app';
import { call } from '../../support/call';
import { makeAdmin } from '../../support/content';
import { DOORS } from '../../support/doors';
import type { OwnPostgres } from '../../support/own-postgres';
import type { Told, Verdict } from './verdict';
import { SHAM, WITHOUT_GUARDS } from './without-guards';

/** So many come at once. */
export const CROWD = 20;

export type Who = { id: string; headers: Record<string, string> };
export type Ask = { name: string; who: Partial<Who>; input: Record<string, unknown> };
export type Arena = Awaited<ReturnType<typeof openArena>>;
/** One round of one kind; `turn` counts them, for those that go now this way, now that. */
export type Round = (arena: Arena, verdict: Verdict, turn: number) => Promise<void>;

const MORNING = Date.parse('2027-03-01T08:00:00Z');

/** Two instances on one database of their own, from which `isGuarded: false` takes its guards. */
export async function openArena(postgres: OwnPostgres, { isGuarded = true } = {}) {
  const { target, database, drop, deadlocks } = await postgres.open();
  if (!isGuarded) await database.sql.unsafe(WITHOUT_GUARDS);
  // A clock that never shows the same time twice: what came first can be told.
  let ticks = 0;
  const options = {
    on: { target, ...(!isGuarded && { settings: SHAM }) },
    now: () => new Date(MORNING + ticks++),
  };
  const apps: [TestApp, TestApp] = [await testApp(options), await testApp(options)];
  const { db } = database;
  const admins = [await makeAdmin(db), await makeAdmin(db)] as const;

  return {
    db,
    admins,
    /** The instance of whoever is that many-th. */
    appOf: (place: number) => (place % 2 === 0 ? apps[0] : apps[1]),
    /** All at once: one after the other to either instance and through either door; the answers in their order. */
    rush: async (asks: Ask[], turn: number): Promise<Told[]> => {
      await db.delete(rateLimits);
      return Promise.all(
        asks.map(async ({ name, who, input }, place) => {
          // In every other round not in the same tick, for other meetings on the way.
          if (turn % 2) await Bun.sleep(Math.random() * 8);
          const door = DOORS[(place >> 1) % 2] ?? 'rest';
          return call<Record<string, unknown>>(place % 2 ? apps[1] : apps[0], door, name, who, input);
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

/** The same call so many times. */
export const times = (count: number, name: string, who: Partial<Who>, input: Ask['input']): Ask[] =>
  Array.from({ length: count }, () => ({ name, who, input }));

/** In an order of chance. */
export function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
