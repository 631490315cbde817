import type { LocatedEvent } from '#src/features/events/contract.ts';
import type { Feed } from '#src/features/events/feeds/feed.ts';
import type { Config } from '#src/platform/config.ts';
import type { WorkBudget } from '#src/platform/limits/work-budget.ts';
import type { Snapshots, Version } from '#src/platform/snapshot/version.ts';
import { READS } from '#src/shared/rendering.ts';

/** `budget` is charged for each file that is made. */
export type FileSources = { config: Config; snapshots: Snapshots; now: () => Date; budget: WorkBudget };

/** What feeds and calendar files are made of. Both are parsed. */
export type EventVersions = { events: Version; located: Version };

export async function readEventVersions(snapshots: Snapshots): Promise<EventVersions> {
  const read = async (name: string) => {
    const snapshot = snapshots.find(name);
    if (!snapshot) throw new Error(`There is no cached read ${name}.`);
    const { version } = await snapshot.read();
    await version.parse();
    return version;
  };
  const [events, located] = await Promise.all([read(READS.events), read(READS.located)]);
  return { events, located };
}

type Located = Pick<LocatedEvent, 'id' | 'latitude' | 'longitude' | 'is_approximate'>;

export const exactPositions = (located: readonly Located[]): Feed['positions'] =>
  new Map(located.filter(({ is_approximate }) => !is_approximate).map((event) => [event.id, event]));
