import { dayInStockholm } from '../../shared/dates';
import { CALL_LIMIT } from '../answered';
import type { Context } from '../context';
import { withDeadline } from '../deadline';
import { toAppError } from '../failures';
import { inTurn } from '../in-turn';
import { type Answer, type Snapshot, type Snapshots, type Version, versionOf } from './version';

/** The tables of which everybody may read something: a trigger tells, on commit, that one was written (migration 0008). */
type Written =
  | 'events'
  | 'announcements'
  | 'banners'
  | 'contact_info'
  | 'marketplace_settings'
  | 'marketplace_users';

/** What everybody may read without an input, and when it changes. */
export type SnapshotSource = {
  /** It is read again after a write to any of these. */
  of: readonly Written[];
  /** The answer as JSON, read in one statement. */
  read: (ctx: Context) => Promise<string>;
  /** It changes at midnight in Stockholm. */
  isOfToday?: true;
  /** It is still served while the database is away. Nothing of people is: they may have gone (D10, D36). */
  isKept?: true;
};

const CHANNEL = 'written';
/** Milliseconds that a writer, or a reader of what is kept, waits for a new version. */
const PATIENCE = 1000;

/** One answer in memory. */
function cached(name: string, source: SnapshotSource, context: Context) {
  let version: Version | undefined;
  /** Since when it may differ from the database; undefined when it does not. */
  let staleSince: number | undefined = performance.now();
  let reading: Promise<void> | undefined;
  const today = () => (source.isOfToday ? dayInStockholm(context.now()) : '');

  async function read(): Promise<void> {
    const since = staleSince ?? performance.now();
    // What is written from now on may not be in what is read.
    staleSince = undefined;
    try {
      const day = today();
      const json = await source.read(context);
      if (json === version?.json && day === version.day) return;
      const next = versionOf(json, day);
      // Encodings that somebody asked for are made before the first reader asks again.
      await Promise.all(version?.made().map(([door, encoding]) => next.make(door, encoding)) ?? []);
      version = next;
    } catch (err) {
      staleSince = since;
      // That the database is away is logged by who listens to it.
      if (toAppError(err).code !== 'server.unavailable')
        context.log.error({ err, read: name }, 'What everybody reads could not be read.');
      throw err;
    }
  }

  /** Reads it again, for all who ask meanwhile. */
  function reread(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const fresh = (): Version | undefined =>
    staleSince === undefined && version?.day === today() && context.notices.isListening()
      ? version
      : undefined;

  return {
    source,
    stale: () => {
      staleSince ??= performance.now();
    },
    /** Reads it until no write is missing that was told before. What nobody has asked for is not read. */
    async settle(): Promise<void> {
      const end = performance.now() + PATIENCE;
      while (version && staleSince !== undefined && performance.now() < end) await reread();
    },
    atOnce: fresh,
    async read(): Promise<Answer> {
      const known = fresh();
      if (known) return { version: known };
      const kept = source.isKept && version;
      const since = staleSince ?? performance.now();
      try {
        await withDeadline(reread(), kept ? PATIENCE : CALL_LIMIT);
        return { version: version as Version };
      } catch (error) {
        if (!kept) throw error;
        return { version: kept, age: Math.floor((performance.now() - since) / 1000) };
      }
    },
  } satisfies Snapshot & Record<string, unknown>;
}

/** What everybody reads, in memory: read again after a write to its tables commits, on whatever instance or by whatever program. */
export function createSnapshots(context: Context, sources: Record<string, SnapshotSource>): Snapshots {
  const all = new Map(Object.entries(sources).map(([name, source]) => [name, cached(name, source, context)]));
  const allStale = () => {
    for (const { stale } of all.values()) stale();
  };
  context.notices.follow(CHANNEL, {
    told: (table) => {
      for (const { source, stale } of all.values()) if (source.of.includes(table as Written)) stale();
    },
    missed: allStale,
    closed: allStale,
  });
  const hear = inTurn(() => context.notices.heard(CHANNEL).catch(allStale));

  return {
    find: (name) => all.get(name),
    async settle() {
      const settled = hear().then(() => Promise.all([...all.values()].map((one) => one.settle())));
      // Whatever becomes of it: what was written is stored.
      await withDeadline(settled, PATIENCE).catch(() => {});
    },
  };
}
