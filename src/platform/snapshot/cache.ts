import { dayInStockholm } from '../../shared/dates';
import { CALL_DEADLINE_MS } from '../call-deadline';
import { coalesce } from '../coalesce';
import type { Context } from '../context';
import { withDeadline } from '../deadline';
import { toAppError } from '../failures';
import { type Snapshot, type SnapshotResult, type Snapshots, type Version, versionOf } from './version';

/** The tables with public content. A trigger sends a notification when a write to one commits (migration 0008). */
type Written =
  | 'events'
  | 'announcements'
  | 'banners'
  | 'contact_info'
  | 'marketplace_settings'
  | 'marketplace_users';

/** A public read without input, and when its result changes. */
export type SnapshotSource = {
  tables: readonly Written[];
  /** Returns the result as JSON. Reads it in one statement. */
  read: (ctx: Context) => Promise<string>;
  changesDaily?: true;
  /**
   * Whether it is served while the database is unavailable. Not for personal data, which may have been deleted
   * meanwhile.
   */
  isServedWhenUnavailable?: true;
};

const CHANNEL = 'written';
/** How long, in milliseconds, a writer waits for a new version. So does a reader if an old version may be served. */
const PATIENCE = 1000;
/** How long, in milliseconds, a stale version is served while it is read again. */
const SERVED_STALE = 400;

function cached(name: string, source: SnapshotSource, context: Context) {
  let version: Version | undefined;
  /**
   * When the version became stale; undefined while it is current. Each write creates a new object. A read compares the
   * object before and after, to detect writes that it may have missed.
   */
  let stale: { since: number } | undefined = { since: performance.now() };
  let reading: Promise<void> | undefined;
  const today = () => (source.changesDaily ? dayInStockholm(context.now()) : '');

  async function read(): Promise<void> {
    const before = { stale, at: performance.now() };
    try {
      const day = today();
      const json = await source.read(context);
      if (json !== version?.json || day !== version.day) {
        const next = versionOf(json, day);
        // Make the encodings in use now, so that no reader has to wait for them.
        await Promise.all(
          version?.encodings().map(([transport, encoding]) => next.encode(transport, encoding)) ?? [],
        );
        version = next;
      }
      stale = stale === before.stale ? undefined : { since: before.at };
    } catch (err) {
      stale ??= { since: before.at };
      // An unavailable database is logged by `notify.ts`.
      if (toAppError(err).code !== 'server.unavailable')
        context.log.error(
          { err, read: name },
          'The cache could not read public content; the next request retries.',
        );
      throw err;
    }
  }

  function reread(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const isCurrent = () => !stale && version?.day === today() && context.notifications.isListening();

  /** Resolves after a read that starts now or later. A read in progress may miss a write. */
  async function renew(): Promise<void> {
    await reading?.catch(() => {});
    if (!isCurrent()) await reread();
  }

  /**
   * Returns the version if it is current. A version that just became stale is returned too, and read again meanwhile.
   */
  function current(): Version | undefined {
    if (isCurrent()) return version;
    const isJustStale = stale && performance.now() - stale.since < SERVED_STALE;
    if (!isJustStale || version?.day !== today() || !context.notifications.isListening()) return undefined;
    reread().catch(() => {});
    return version;
  }

  return {
    source,
    markStale: () => {
      stale = { since: stale?.since ?? performance.now() };
    },
    /** Reads again until every write notified so far is included. Does nothing before the first read. */
    async settle(): Promise<void> {
      const end = performance.now() + PATIENCE;
      while ((version || reading) && stale && performance.now() < end) await reread();
    },
    current,
    async read(): Promise<SnapshotResult> {
      const fresh = current();
      if (fresh) return { version: fresh };
      const kept = source.isServedWhenUnavailable && version;
      const since = stale?.since ?? performance.now();
      try {
        await withDeadline(renew(), kept ? PATIENCE : CALL_DEADLINE_MS);
        return { version: version as Version };
      } catch (error) {
        if (!kept) throw error;
        return { version: kept, age: Math.floor((performance.now() - since) / 1000) };
      }
    },
  } satisfies Snapshot & Record<string, unknown>;
}

/** Caches public reads in memory. They are read again after any program commits a write to their tables. */
export function createSnapshots(context: Context, sources: Record<string, SnapshotSource>): Snapshots {
  const all = new Map(Object.entries(sources).map(([name, source]) => [name, cached(name, source, context)]));
  const allStale = () => {
    for (const { markStale } of all.values()) markStale();
  };
  context.notifications.listen(CHANNEL, {
    onNotify: (table) => {
      for (const { source, markStale } of all.values())
        if (source.tables.includes(table as Written)) markStale();
    },
    onGap: allStale,
    onClose: allStale,
  });
  const receiveNotifications = coalesce(() => context.notifications.catchUp(CHANNEL).catch(allStale));

  return {
    find: (name) => all.get(name),
    async waitForFresh(limit = PATIENCE) {
      const settled = receiveNotifications().then(() =>
        Promise.allSettled([...all.values()].map((one) => one.settle())),
      );
      // Errors and timeouts are ignored: the write is already stored.
      await withDeadline(settled, Math.max(0, Math.min(limit, PATIENCE))).catch(() => {});
    },
  };
}
