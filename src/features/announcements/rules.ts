import type { PublicAnnouncement } from './contract';

/** How many places are sold and sought for one event. */
export type AnnouncementCounts = { sale: number; wanted: number };

type Counted = Pick<PublicAnnouncement, 'event_id' | 'announcement_type' | 'is_active' | 'is_completed'>;

/** Counts by event id; an ad counts only when active and not completed (section 4). */
export function countByEvent(ads: readonly Counted[]): Map<string, AnnouncementCounts> {
  const counts = new Map<string, AnnouncementCounts>();
  for (const ad of ads) {
    if (!ad.event_id || !ad.is_active || ad.is_completed) continue;
    const count = counts.get(ad.event_id) ?? { sale: 0, wanted: 0 };
    count[ad.announcement_type]++;
    counts.set(ad.event_id, count);
  }
  return counts;
}
