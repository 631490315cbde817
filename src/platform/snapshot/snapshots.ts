import type { Context } from '../context';
import { withDeadline } from '../deadline';
import { inTurn } from '../in-turn';
import { type Freshness, type SnapshotSource, snapshotOf, type Written } from './snapshot';
import type { Snapshots } from './version';

export const FRESHNESS: Freshness = { heardFor: 350, oldFor: 400 };

const CHANNEL = 'written';
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
  const { notices } = context;
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

  const ear = { isHeard, hear, heardAt: () => heardAt };
  const all = new Map(
    Object.entries(sources).map(([name, source]) => [
      name,
      snapshotOf(name, source, { context, freshness, ear }),
    ]),
  );

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

  async function settleAll(): Promise<void> {
    // Who does not hear what was written looks: the writer is to read it.
    await hear().catch(() => {
      for (const { stale } of all.values()) stale();
    });
    const used = [...all.values()].filter(({ isUsed }) => isUsed());
    await Promise.all(used.map(({ caughtUp }) => caughtUp()));
  }

  return {
    find: (name) => all.get(name),
    // Whatever becomes of it: what was written is stored.
    settle: () => withDeadline(settleAll(), SETTLE_LIMIT).catch(() => {}),
  };
}
