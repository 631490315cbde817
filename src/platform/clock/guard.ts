import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/database.ts';
import type { Log } from '#src/platform/log.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { bringBackMoments } from './moments.ts';
import { type Doubt, doubtAbout, JUMP_MS, PROBATION_MS, SKEW_MS } from './rules.ts';
import * as store from './store.ts';

export type ClockState = {
  doubt: Doubt | null;
  now: string;
  database_now: string;
  /** The latest time that was trusted. Null before the first. */
  latest_seen: string | null;
};

export type ClockGuard = {
  /** Whether work that cannot be undone may rely on the time. False until the first check. */
  isTrusted: () => boolean;
  /** Reads the clocks, and brings moments back that a wrong clock has stored. */
  check: () => Promise<ClockState>;
  /** An operator says that the clock is right, also where the database's differs. It holds from the next check. */
  accept: (tx: Db) => Promise<void>;
};

type Dependencies = {
  db: Db;
  now: () => Date;
  log: Log;
  config: Pick<Config, 'acceptsClock'>;
  /** Monotonic, in milliseconds. */
  elapsed?: () => number;
};

const WARNING =
  'The clock may be wrong: nothing is deleted, ended or announced until it has run steadily for six hours. Set the clock, or ' +
  'confirm it in the portal or with ACCEPT_CLOCK=1.';
/** While the clock goes evenly, moments are brought back this often: another instance may have had a wrong clock. */
const BRING_BACK_MS = 3_600_000;

export function createClockGuard({
  db,
  now,
  log,
  config,
  elapsed = () => performance.now(),
}: Dependencies): ClockGuard {
  let isTrusted = false;
  /** Since when the clock has gone on after a jump, by the monotonic clock. */
  let probationSince: number | undefined;
  let broughtBackAt: number | undefined;
  let before: { at: number; now: number } | undefined;
  let logged: Doubt | undefined;

  const readNow = () => ({ at: elapsed(), now: now().getTime() });

  /** Whether the clock was moved since the last check. */
  const wasMoved = ({ at, now }: { at: number; now: number }): boolean =>
    before !== undefined && Math.abs(now - before.now - (at - before.at)) > SKEW_MS;

  async function check(): Promise<ClockState> {
    const reading = readNow();
    const isMoved = wasMoved(reading);
    before = reading;
    if (isMoved) probationSince = undefined;
    const row = await store.readClock(db);
    const databaseNow = Date.parse(row.database_now);
    const latestSeen = row.latest_seen === null ? undefined : Date.parse(row.latest_seen);
    let doubt = doubtAbout({
      now: reading.now,
      databaseNow,
      latestSeen,
      acceptedDifference: row.accepted_difference,
    });
    if (doubt) {
      probationSince ??= reading.at;
      if (reading.at - probationSince >= PROBATION_MS) doubt = undefined;
    } else probationSince = undefined;
    const state = { doubt: doubt ?? null, now: new Date(reading.now).toISOString(), ...shown(row) };
    if (doubt !== logged && doubt) log.warn({ ...state }, WARNING);
    if (doubt !== logged && !doubt && logged) log.info({ ...state }, 'The clock is trusted again.');
    logged = doubt;
    isTrusted = !doubt;
    if (doubt) {
      broughtBackAt = undefined;
      return state;
    }
    await store.storeLatest(db, state.now, JUMP_MS);
    if (isMoved || broughtBackAt === undefined || reading.at - broughtBackAt >= BRING_BACK_MS) {
      await bringBackMoments(db, state.now, dayInStockholm(new Date(reading.now)));
      broughtBackAt = reading.at;
    }
    return state;
  }

  const shown = ({ database_now, latest_seen }: Awaited<ReturnType<typeof store.readClock>>) => ({
    database_now,
    latest_seen,
  });

  async function accept(tx: Db): Promise<void> {
    const { database_now } = await store.readClock(tx);
    const time = now();
    await store.acceptClock(tx, time.toISOString(), time.getTime() - Date.parse(database_now));
    broughtBackAt = undefined;
  }

  let mustAccept = config.acceptsClock;
  return {
    // A clock that was moved since the last check is not trusted before the next one.
    isTrusted: () => isTrusted && !wasMoved(readNow()),
    accept,
    check: async () => {
      if (mustAccept) await accept(db);
      mustAccept = false;
      return check();
    },
  };
}
