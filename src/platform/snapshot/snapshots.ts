import * as v from 'valibot';
import { dayInStockholm } from '../../shared/dates';
import { answered, CALL_LIMIT } from '../answered';
import type { Context } from '../context';
import { withDeadline } from '../deadline';
import { inTurn } from '../in-turn';
import { type Answer, type Snapshots, type Version, versionOf } from './version';

/** The tables of which everybody may read something: a trigger tells, on commit, that one was written (migration 0008). */
export type Written =
  | 'events'
  | 'announcements'
  | 'banners'
  | 'contact_info'
  | 'marketplace_settings'
  | 'marketplace_users';

/** What everybody may read without an input, and when it is another. */
export type SnapshotSource = {
  /** Written to any of these, it is read anew. */
  of: readonly Written[];
  /** The answer as JSON, read in one statement. */
  read: (ctx: Context) => Promise<string>;
  /** Another day in Stockholm, another answer. */
  isOfToday?: true;
  /** It goes on being served while the database is away. Nothing of people does: they may have gone (D10, D36). */
  isKept?: true;
};

/** Milliseconds; together less than the second after which nobody reads what was. */
export type Freshness = {
  /** How long it holds that everything was heard that instances were told. */
  heardFor: number;
  /** How long the old is served while the new is read and compressed. */
  oldFor: number;
};
export const FRESHNESS: Freshness = { heardFor: 350, oldFor: 400 };

const CHANNEL = 'written';
/** So long a reading may take: of 100,000 events it takes some seconds. Who waits is told sooner when the database is away. */
const READ_LIMIT = CALL_LIMIT;
/** A writer waits no longer until it can be read; it is stored. */
const SETTLE_LIMIT = 1000;

/**
 * What everybody reads, in memory: read anew when a write to its tables commits, on whatever instance or by whatever
 * program, and compressed off the main thread. Whether everything that was told has been heard is asked at most each
 * `heardFor` milliseconds, by whoever reads then: a listener that has gone deaf is known by that, and the database is read.
 */
export function createSnapshots(
  context: Context,
  sources: Record<string, SnapshotSource>,
  freshness: Freshness,
): Snapshots {
  const { notices, database } = context;
  let heardAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  const hear = inTurn(async () => {
    const begun = performance.now();
    await notices.heard(CHANNEL);
    for (const { lookAtDay } of all.values()) lookAtDay();
    heardAt = begun;
  });
  let isAsked = false;
  /** Asked about in good time: while many read, nobody waits for it. */
  function isHeard(): boolean {
    const passed = performance.now() - heardAt;
    if (isClosed || passed >= freshness.heardFor) return false;
    if (passed > freshness.heardFor / 2 && !isAsked) {
      isAsked = true;
      const asked = () => {
        isAsked = false;
      };
      hear().then(asked, asked);
    }
    return true;
  }

  const all = new Map(Object.entries(sources).map(([name, source]) => [name, snapshotOf(source)]));

  notices.follow(CHANNEL, {
    told: (table) => {
      for (const { source, stale } of all.values()) if (source.of.includes(table as Written)) stale();
    },
    missed: () => {
      for (const { stale } of all.values()) stale();
    },
    // Nothing lies ready for who comes as the process ends: requests wait until the door is shut (`drain.ts`).
    closed: () => {
      isClosed = true;
    },
  });

  function snapshotOf(source: SnapshotSource) {
    let current: Version | undefined;
    /** When the last successful reading of it began. */
    let freshAt = Number.NEGATIVE_INFINITY;
    /** Since when the current one is not what the database has, as far as is heard. */
    let staleSince: number | undefined = Number.NEGATIVE_INFINITY;
    /** Since when something was told that the renewal under way may not have read. */
    let toldSince: number | undefined = Number.NEGATIVE_INFINITY;
    let renewal: Promise<void> | undefined;
    const today = () => (source.isOfToday ? dayInStockholm(context.now()) : '');
    const stale = () => {
      staleSince ??= performance.now();
      toldSince ??= performance.now();
    };

    const lookAtDay = () => {
      if (current && current.day !== today()) stale();
    };

    async function renew(): Promise<void> {
      toldSince = undefined;
      const begun = performance.now();
      try {
        const day = today();
        const json = await withDeadline(source.read(context), READ_LIMIT);
        if (json !== current?.json || day !== current.day) {
          const version = versionOf(json, day);
          // What was asked for of the last is made first: nobody then waits for it.
          await Promise.all(current?.made().map(([door, encoding]) => version.make(door, encoding)) ?? []);
          current = version;
        }
        freshAt = begun;
        staleSince = toldSince;
      } catch (error) {
        toldSince ??= begun;
        throw error;
      } finally {
        renewal = undefined;
      }
    }
    const begin = () => {
      renewal ??= renew();
      return renewal;
    };

    /** Resolves when everything that was told until now has been read. */
    async function caughtUp(): Promise<void> {
      if (renewal && toldSince !== undefined) await renewal;
      if (staleSince !== undefined) await begin();
    }

    /** Whether the old may still be served, while the new is read. */
    function mayBeOld(): boolean {
      if (!current || staleSince === undefined || performance.now() - staleSince >= freshness.oldFor)
        return false;
      begin().catch(() => {});
      return true;
    }

    async function refresh(): Promise<void> {
      const isDeaf = !isHeard() && (await hear().then(no, yes));
      // Who is deaf has to look, as often as it would else be asked whether all is heard.
      if (isDeaf && current && performance.now() - freshAt < freshness.heardFor) return;
      if (isDeaf) stale();
      if (isDeaf || !mayBeOld()) await caughtUp();
    }

    const kept = (): Answer | undefined =>
      source.isKept && current
        ? { version: current, age: Math.floor((performance.now() - freshAt) / 1000) }
        : undefined;

    return {
      source,
      stale,
      lookAtDay,
      isUsed: () => current !== undefined,
      caughtUp,
      atOnce: () => (isHeard() && (staleSince === undefined || mayBeOld()) ? current : undefined),
      async read(): Promise<Answer> {
        const away = database.pulse.isAway() ? kept() : undefined;
        if (away) return away;
        try {
          await answered(database, refresh);
          return { version: current as Version };
        } catch (error) {
          const answer = kept();
          if (!answer) throw error;
          return answer;
        }
      },
    };
  }

  async function settleAll(): Promise<void> {
    await hear();
    const used = [...all.values()].filter(({ isUsed }) => isUsed());
    await Promise.all(used.map(({ caughtUp }) => caughtUp()));
  }

  return {
    find: (name) => all.get(name),
    // Whatever becomes of it: what was written is stored.
    settle: () => withDeadline(settleAll(), SETTLE_LIMIT).catch(() => {}),
  };
}

const yes = () => true;
const no = () => false;

/** What is small is read as its procedure declares it, and written as JSON. */
export const asJson =
  <Schema extends v.GenericSchema>(contract: Schema, read: (ctx: Context) => Promise<v.InferInput<Schema>>) =>
  async (ctx: Context): Promise<string> =>
    JSON.stringify(v.parse(contract, await read(ctx)));
