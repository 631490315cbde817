import { distanceKey } from '../../shared/distances';
import { isUpcoming } from '../events/rules';
import type { PublicAnnouncement } from './contract';

type State = Pick<PublicAnnouncement, 'is_active' | 'is_completed'>;

/** A completed ad is not edited any more (section 4). */
export const canEdit = (ad: Pick<State, 'is_completed'>): boolean => !ad.is_completed;

/** Active and not completed goes to completed (section 4). */
export const canComplete = (ad: State): boolean => ad.is_active && !ad.is_completed;

/** An ad with what of its owner and event decides whether it is open; no event, it is gone (D12). */
export type Standing = State & {
  owner_is_suspended: boolean;
  event: { event_date: string; event_end_date: string | null } | null;
};

/** Whether the public sees the ad on the day `today`, and may write to its owner for the first time (D10, D11). */
export function isOpenToContact(ad: Standing, today: string): boolean {
  return (
    ad.is_active &&
    !ad.is_completed &&
    !ad.owner_is_suspended &&
    ad.event !== null &&
    isUpcoming(ad.event, today)
  );
}

/** The distance as the event spells it, or undefined when it has none such; spaces and case make no difference (D16). */
export function distanceOf(event: { distances: readonly string[] }, distance: string): string | undefined {
  const key = distanceKey(distance);
  return event.distances.find((one) => distanceKey(one) === key);
}

/** How many places are sold and sought for one event. */
export type AnnouncementCounts = { sale: number; wanted: number };

type Counted = State & Pick<PublicAnnouncement, 'event_id' | 'announcement_type'>;

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
