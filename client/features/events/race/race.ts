import type { AnnouncementCounts } from '#src/features/announcements/filter/counts.ts';
import type { RacePage } from '#src/features/events/race/contract.ts';

/** What the page of a race shows. */
export type Race = RacePage & { counts: AnnouncementCounts | undefined };
