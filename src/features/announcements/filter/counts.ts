import type { PublicAnnouncement } from '../contract.ts';

export type AnnouncementCounts = { sale: number; wanted: number };

type CountedAd = Pick<PublicAnnouncement, 'event_id' | 'announcement_type' | 'is_active' | 'is_completed'>;

export function countByEvent(ads: readonly CountedAd[]): Map<string, AnnouncementCounts> {
  const counts = new Map<string, AnnouncementCounts>();
  for (const ad of ads) {
    if (!ad.event_id || !ad.is_active || ad.is_completed) continue;
    const count = counts.get(ad.event_id) ?? { sale: 0, wanted: 0 };
    count[ad.announcement_type]++;
    counts.set(ad.event_id, count);
  }
  return counts;
}
