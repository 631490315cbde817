import { dayInStockholm } from '../../shared/dates';
import { answered } from '../answered';
import type { Context } from '../context';
import { type Answer, type Snapshot, type Version, versionOf } from './version';

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

/** Whether everything was heard that instances were told, which all snapshots of an instance find out together. */
export type Ear = {
  /** Known to have been heard within `heardFor`. */
  isHeard: () => boolean;
  /** Finds it out. Rejects when nobody can tell. */
  hear: () => Promise<void>;
  /** When what was heard last was asked about. */
  heardAt: () => number;
};

type Needs = { context: Context; freshness: Freshness; ear: Ear };

/** One of them, as the others see to it. */
export type Kept = Snapshot & {
  source: SnapshotSource;
  /** What is kept may be another by now. */
  stale: () => void;
  /** The same when the day is. */
  lookAtDay: () => void;
  isUsed: () => boolean;
  /** Resolves when everything that was told until now has been read. */
  caughtUp: () => Promise<void>;
};

export function snapshotOf(name: string, source: SnapshotSource, { context, freshness, ear }: Needs): Kept {
  let current: Version | undefined;
  /** When the last successful reading of it began. */
  let freshAt = Number.NEGATIVE_INFINITY;
  /** Until when it was known to be what the database has. */
  let knownAt = Number.NEGATIVE_INFINITY;
  /** Since when it is not, as far as is heard. */
  let staleSince: number | undefined = Number.NEGATIVE_INFINITY;
  /** Since when something was told that the renewal under way may not have read. */
  let toldSince: number | undefined = Number.NEGATIVE_INFINITY;
  let renewal: Promise<void> | undefined;
  let hasFailed = false;
  const today = () => (source.isOfToday ? dayInStockholm(context.now()) : '');

  function stale(): void {
    if (staleSince === undefined) {
      knownAt = Math.max(freshAt, ear.heardAt());
      staleSince = performance.now();
    }
    toldSince ??= performance.now();
  }

  async function read(): Promise<void> {
    const day = today();
    const json = await source.read(context);
    if (json === current?.json && day === current.day) return;
    const version = versionOf(json, day);
    // What was asked for of the last is made first: nobody then waits for it.
    await Promise.all(current?.made().map(([door, encoding]) => version.make(door, encoding)) ?? []);
    current = version;
  }

  /** As long as the database takes: begun once more before that, it would never be done. Who waits is told in time. */
  async function renew(): Promise<void> {
    toldSince = undefined;
    const begun = performance.now();
    try {
      await read();
      freshAt = begun;
      knownAt = begun;
      staleSince = toldSince;
      hasFailed = false;
    } catch (error) {
      toldSince ??= begun;
      if (!hasFailed) context.log.warn({ err: error, read: name }, 'What everybody reads could not be read.');
      hasFailed = true;
      throw error;
    } finally {
      renewal = undefined;
    }
  }

  function begin(): Promise<void> {
    renewal ??= renew();
    return renewal;
  }

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
    const isDeaf = !ear.isHeard() && (await ear.hear().then(no, yes));
    // Who is deaf has to look, as often as it would else be asked whether all is heard.
    if (isDeaf && current && performance.now() - freshAt < freshness.heardFor) return;
    if (isDeaf) stale();
    if (isDeaf || !mayBeOld()) await caughtUp();
  }

  function kept(): Answer | undefined {
    if (!source.isKept || !current) return undefined;
    const known = staleSince === undefined ? Math.max(knownAt, ear.heardAt()) : knownAt;
    return { version: current, age: Math.floor((performance.now() - known) / 1000) };
  }

  return {
    source,
    stale,
    lookAtDay: () => {
      if (current && current.day !== today()) stale();
    },
    isUsed: () => current !== undefined,
    caughtUp,
    atOnce: () => (ear.isHeard() && (staleSince === undefined || mayBeOld()) ? current : undefined),
    async read() {
      const away = context.database.pulse.isAway() ? kept() : undefined;
      if (away) return away;
      try {
        await answered(context.database, refresh);
        return { version: current as Version };
      } catch (error) {
        const answer = kept();
        if (!answer) throw error;
        return answer;
      }
    },
  };
}

const yes = () => true;
const no = () => false;
