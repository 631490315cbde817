import { distanceKey } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import type { EventStatus } from '../events/fields';
import { isUpcoming } from '../events/rules';
import type { OwnAnnouncement, PublicAnnouncement } from './contract';

type AdState = Pick<PublicAnnouncement, 'is_active' | 'is_completed'>;

// These return why an action is not allowed, or undefined if it is. The client uses them for its buttons too.

export const editError = (ad: Pick<AdState, 'is_completed'>): ErrorCode | undefined =>
  ad.is_completed ? 'announcement.completed' : undefined;

export const completeError = (ad: AdState): ErrorCode | undefined =>
  editError(ad) ?? (ad.is_active ? undefined : 'announcement.inactive');

/** An ad whose event has passed can be activated, but is not listed. */
export const toggleError = (
  ad: Pick<PublicAnnouncement, 'is_completed' | 'event_id'>,
  isActive: boolean,
): ErrorCode | undefined =>
  editError(ad) ?? (isActive && ad.event_id === null ? 'announcement.event_gone' : undefined);

/** Why a race gets no new ads and no new conversations. */
export const eventError = (status: EventStatus | undefined): ErrorCode | undefined =>
  status === 'cancelled'
    ? 'announcement.event_cancelled'
    : status === 'postponed'
      ? 'announcement.event_postponed'
      : undefined;

/** Whether the owner of an ad is asked if it is still valid: its race takes place after all, perhaps on another day. */
export const needsRenewal = (
  ad: Pick<OwnAnnouncement, 'is_active' | 'is_completed' | 'is_paused' | 'event_state'>,
): boolean => ad.is_paused && ad.is_active && !ad.is_completed && ad.event_state?.status === 'scheduled';

/** `event` is null if the event was deleted. */
export type OpenState = AdState & {
  is_paused: boolean;
  owner_is_suspended: boolean;
  event: { event_date: string; event_end_date: string | null; status: EventStatus } | null;
};

/** Whether the ad is public on the day `today` and accepts new conversations. */
export function isOpenToContact(ad: OpenState, today: string): boolean {
  return (
    ad.is_active &&
    !ad.is_completed &&
    !ad.is_paused &&
    !ad.owner_is_suspended &&
    ad.event !== null &&
    !eventError(ad.event.status) &&
    isUpcoming(ad.event, today)
  );
}

/** Returns the distance as the event spells it. Ignores spaces and case. */
export function distanceOf(event: { distances: readonly string[] }, distance: string): string | undefined {
  const key = distanceKey(distance);
  return event.distances.find((candidate) => distanceKey(candidate) === key);
}

export type AnnouncementCounts = { sale: number; wanted: number };

type CountedAd = AdState & Pick<PublicAnnouncement, 'event_id' | 'announcement_type'>;

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
