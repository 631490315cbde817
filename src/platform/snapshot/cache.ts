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
/** How long a stale version is served while it is read again. */
const SERVED_STALE = 400;

/** One answer in memory. */
function cached(name: string, source: SnapshotSource, context: Context) {
  let version: Version | undefined;
  /**
   * Since when it may differ from the database; undefined when it does not. Every write makes another object: so a reading
   * that ends knows whether it may lack one.
   */
  let stale: { since: number } | undefined = { since: performance.now() };
  let reading: Promise<void> | undefined;
  const today = () => (source.isOfToday ? dayInStockholm(context.now()) : '');

  async function read(): Promise<void> {
    const begun = { stale, at: performance.now() };
    try {
      const day = today();
      const json = await source.read(context);
      if (json !== version?.json || day !== version.day) {
        const next = versionOf(json, day);
        // Encodings that somebody asked for are made before the first reader asks again.
        await Promise.all(version?.made().map(([door, encoding]) => next.make(door, encoding)) ?? []);
        version = next;
      }
      stale = stale === begun.stale ? undefined : { since: begun.at };
    } catch (err) {
      stale ??= { since: begun.at };
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

  const isCurrent = () => !stale && version?.day === today() && context.notices.isListening();

  /** Resolves when a reading that began from now on has ended; one that is under way may lack a write. */
  async function renew(): Promise<void> {
    await reading?.catch(() => {});
    if (!isCurrent()) await reread();
  }

  /** The version if it is current, or became stale only just now: then it is read again meanwhile. */
  function atOnce(): Version | undefined {
    if (isCurrent()) return version;
    const isJustStale = stale && performance.now() - stale.since < SERVED_STALE;
    if (!isJustStale || version?.day !== today() || !context.notices.isListening()) return undefined;
    reread().catch(() => {});
    return version;
  }

  return {
    source,
    markStale: () => {
      stale = { since: stale?.since ?? performance.now() };
    },
    /** Reads again until every write notified so far is included. Does nothing if nobody has read it yet. */
    async settle(): Promise<void> {
      const end = performance.now() + PATIENCE;
      while ((version || reading) && stale && performance.now() < end) await reread();
    },
    atOnce,
    async read(): Promise<Answer> {
      const known = atOnce();
      if (known) return { version: known };
      const kept = source.isKept && version;
      const since = stale?.since ?? performance.now();
      try {
        await withDeadline(renew(), kept ? PATIENCE : CALL_LIMIT);
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
    for (const { markStale } of all.values()) markStale();
  };
  context.notices.follow(CHANNEL, {
    told: (table) => {
      for (const { source, markStale } of all.values()) if (source.of.includes(table as Written)) markStale();
    },
    missed: allStale,
    closed: allStale,
  });
  const hear = inTurn(() => context.notices.heard(CHANNEL).catch(allStale));

  return {
    find: (name) => all.get(name),
    async settle(limit = PATIENCE) {
      const settled = hear().then(() => Promise.allSettled([...all.values()].map((one) => one.settle())));
      // Whatever becomes of it: what was written is stored.
      await withDeadline(settled, Math.max(0, Math.min(limit, PATIENCE))).catch(() => {});
    },
  };
}
