import type { Context } from '#src/platform/context.ts';
import { CALL_DEADLINE_MS } from '#src/platform/limits/call-deadline.ts';
import { coalesce } from '#src/platform/limits/coalesce.ts';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { JsonList } from './json-rows.ts';
import { createRetries, wallClock } from './retries.ts';
import {
  createVersion,
  type Snapshot,
  type SnapshotResult,
  type Snapshots,
  type StaleRead,
  type Version,
} from './version.ts';

/** The tables with public content. A trigger sends a notification when a write to one commits (migration 0008). */
type PublicTable =
  | 'events'
  | 'series'
  | 'announcements'
  | 'banners'
  | 'contact_info'
  | 'marketplace_settings'
  | 'marketplace_users';

/** A public read, and when its result changes. */
export type SnapshotSource = {
  tables: readonly PublicTable[];
  /**
   * The only field of the input, if there is one, and its values. Each has a snapshot of its own, whose name has the value
   * after a space. The {@link MAX_INPUTS} that were asked for last are kept.
   */
  input?: { field: string; pattern: RegExp };
  /** Returns the result as JSON, from one snapshot. The database of `ctx` has the limits of refreshes, not of calls. */
  read: (ctx: Context, input: string) => Promise<string | JsonList>;
  changesDaily?: true;
  /**
   * Reads a long list again only when a reader asks for it. The reader waits; a write does not.
   */
  isMadeOnDemand?: true;
  /** Whether it is served while the database is unavailable. Not for personal data, which may be deleted. */
  isServedWhenUnavailable?: true;
};

const MAX_INPUTS = 100;
const CHANNEL = 'written';
/** How long a writer waits for a new version. So does a reader if an old version may be served. */
const WAIT_LIMIT_MS = 1000;
/** How long a version is served after it became stale, while it is read again. */
const SERVE_STALE_MS = 400;

/** Called after each read from the database. */
type OnRefresh = (name: string, isOk: boolean) => void;

/** Of a snapshot: the name of the procedure, and its input. */
function partsOf(name: string): [operation: string, input: string] {
  const [operation = '', ...input] = name.split(' ');
  return [operation, input.join(' ')];
}

function createSnapshot(name: string, source: SnapshotSource, context: Context, onRefresh: OnRefresh) {
  const [operation, input] = partsOf(name);
  const refreshContext = { ...context, database: { ...context.database, db: context.database.refreshes } };
  let version: Version | undefined;
  /**
   * When the version became stale; undefined while it is current. Each write creates a new object. A read compares the
   * object before and after, to detect writes that it may have missed.
   */
  let stale: { since: number } | undefined = { since: performance.now() };
  let reading: Promise<void> | undefined;
  const retries = createRetries(name, context, reread);
  const today = () => (source.changesDaily ? dayInStockholm(context.now()) : '');

  async function read(): Promise<void> {
    const atStart = { stale, at: performance.now() };
    try {
      const day = today();
      const next = await createVersion(await source.read(refreshContext, input), day);
      if (next.id !== version?.id) {
        // Make the encodings in use now, so that no reader has to wait for them.
        if (!source.isMadeOnDemand)
          await Promise.all([
            ...(version?.encodings().map(([transport, encoding]) => next.encode(transport, encoding)) ?? []),
            version?.isParsed() && next.parse(),
          ]);
        version = next;
      }
      stale = stale === atStart.stale ? undefined : { since: atStart.at };
      retries.succeeded();
      onRefresh(operation, true);
    } catch (err) {
      stale ??= { since: atStart.at };
      onRefresh(operation, false);
      // The next reader of a snapshot with an input reads it again.
      if (!source.input) retries.failed(err, stale.since);
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

  /** Returns the current version. One that just became stale is returned too, and read again meanwhile. */
  function current(): Version | undefined {
    if (isCurrent()) return version;
    const isJustStale = stale && performance.now() - stale.since < SERVE_STALE_MS;
    // Writers do not wait for lists that are made on demand, so an old version would hide their write.
    if (
      source.isMadeOnDemand ||
      !isJustStale ||
      version?.day !== today() ||
      !context.notifications.isListening()
    )
      return undefined;
    reread().catch(() => {});
    return version;
  }

  return {
    source,
    markStale: () => {
      stale = { since: stale?.since ?? performance.now() };
    },
    /** Since when an old version is served because refreshes fail. */
    staleSince: () => (stale && retries.areReported() ? wallClock(context, stale.since) : undefined),
    close: retries.close,
    /** Reads again until every write notified so far is included. Does nothing before the first read. */
    async waitUntilCurrent(): Promise<void> {
      if (source.isMadeOnDemand) return;
      const deadline = performance.now() + WAIT_LIMIT_MS;
      while ((version || reading) && stale && performance.now() < deadline) await reread();
    },
    current,
    async read(): Promise<SnapshotResult> {
      const fresh = current();
      if (fresh) return { version: fresh };
      const oldVersion = source.isServedWhenUnavailable && version;
      const since = stale?.since ?? performance.now();
      try {
        await withDeadline(renew(), oldVersion ? WAIT_LIMIT_MS : CALL_DEADLINE_MS);
        return { version: version as Version };
      } catch (error) {
        if (!oldVersion) throw error;
        return { version: oldVersion, age: Math.floor((performance.now() - since) / 1000) };
      }
    },
  } satisfies Snapshot & Record<string, unknown>;
}

/** Caches public reads in memory. They are read again after any program commits a write to their tables. */
export function createSnapshots(
  context: Context,
  sources: Record<string, SnapshotSource>,
  onRefresh: OnRefresh = () => {},
): Snapshots {
  const create = (name: string, source: SnapshotSource) => createSnapshot(name, source, context, onRefresh);
  const snapshots = new Map(
    Object.entries(sources).flatMap(([name, source]) => (source.input ? [] : [[name, create(name, source)]])),
  );

  /** Those with an input. The one that was asked for last is the last. */
  const ofInputs = new Map<string, ReturnType<typeof create>>();

  function find(name: string): ReturnType<typeof create> | undefined {
    const [operation, input] = partsOf(name);
    const source = sources[operation];
    if (!source?.input?.pattern.test(input)) return snapshots.get(name);
    const found = ofInputs.get(name) ?? create(name, source);
    ofInputs.delete(name);
    ofInputs.set(name, found);
    const [oldest] = ofInputs.keys();
    if (ofInputs.size > MAX_INPUTS && oldest !== undefined) ofInputs.delete(oldest);
    return found;
  }
  const everySnapshot = () => [...snapshots.values(), ...ofInputs.values()];

  const markAllStale = () => {
    for (const { markStale } of everySnapshot()) markStale();
  };
  context.notifications.listen(CHANNEL, {
    onNotify: (table) => {
      for (const { source, markStale } of everySnapshot())
        if (source.tables.includes(table as PublicTable)) markStale();
    },
    onGap: markAllStale,
    onClose: () => {
      markAllStale();
      for (const { close } of snapshots.values()) close();
    },
  });
  const receiveNotifications = coalesce(() => context.notifications.catchUp(CHANNEL).catch(markAllStale));

  const findStale = () =>
    [...snapshots].flatMap(([name, { staleSince }]): StaleRead[] => {
      const since = staleSince();
      return since ? [{ name, since }] : [];
    });

  return {
    find,
    stale: findStale,
    staleSince: () =>
      findStale()
        .map(({ since }) => since.toISOString())
        .sort()[0] ?? null,
    async waitForFresh(limitMs = WAIT_LIMIT_MS) {
      const settled = receiveNotifications().then(() =>
        Promise.allSettled([...snapshots.values()].map((one) => one.waitUntilCurrent())),
      );
      // Errors and timeouts are ignored: the write is already stored.
      await withDeadline(settled, Math.max(0, Math.min(limitMs, WAIT_LIMIT_MS))).catch(() => {});
    },
  };
}
