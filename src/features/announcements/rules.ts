import { distanceKey } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import { isUpcoming } from '../events/rules';
import type { AnnouncementType, PublicAnnouncement } from './contract';

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

/** `event` is null if the event was deleted. */
export type OpenState = AdState & {
  owner_is_suspended: boolean;
  event: { event_date: string; event_end_date: string | null } | null;
};

/** Whether the ad is public on the day `today` and accepts new conversations. */
export function isOpenToContact(ad: OpenState, today: string): boolean {
  return (
    ad.is_active &&
    !ad.is_completed &&
    !ad.owner_is_suspended &&
    ad.event !== null &&
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

/** `event` is an {@link eventKey}, or empty for all events. */
export type AnnouncementFilter = { event: string; type: AnnouncementType | 'all' };

export const ALL_ANNOUNCEMENTS: AnnouncementFilter = { event: '', type: 'all' };

type ListedAd = Pick<PublicAnnouncement, 'event_id' | 'event_name' | 'event_date' | 'announcement_type'>;

/** Ads of deleted events only have the event's name. */
export const eventKey = (ad: Pick<ListedAd, 'event_id' | 'event_name'>): string =>
  ad.event_id ?? ad.event_name;

const isOfEvent = (ad: ListedAd, event: string) => event === '' || eventKey(ad) === event;
const isOfType = (ad: ListedAd, type: AnnouncementFilter['type']) =>
  type === 'all' || ad.announcement_type === type;

export function filterAnnouncements<Ad extends ListedAd>(
  ads: readonly Ad[],
  filter: AnnouncementFilter,
): Ad[] {
  return ads.filter((ad) => isOfEvent(ad, filter.event) && isOfType(ad, filter.type));
}

/** For each type, the number of results if that type were chosen. */
export function countByType(
  ads: readonly ListedAd[],
  event: string,
): Record<AnnouncementFilter['type'], number> {
  const counts = { all: 0, sale: 0, wanted: 0 };
  for (const ad of ads) {
    if (!isOfEvent(ad, event)) continue;
    counts.all++;
    counts[ad.announcement_type]++;
  }
  return counts;
}

export type EventChoice = { key: string; name: string; date: string; count: number };

/** Keeps events with 0 counted ads, so that the list of choices does not change while the user filters. */
export function countEventChoices<Ad extends ListedAd>(
  ads: readonly Ad[],
  isCounted: (ad: Ad) => boolean,
): EventChoice[] {
  const choices = new Map<string, EventChoice>();
  for (const ad of ads) {
    const key = eventKey(ad);
    const choice = choices.get(key) ?? { key, name: ad.event_name, date: ad.event_date, count: 0 };
    if (isCounted(ad)) choice.count++;
    choices.set(key, choice);
  }
  const swedish = new Intl.Collator('sv', { numeric: true });
  return [...choices.values()].sort(
    (a, b) => swedish.compare(a.name, b.name) || a.date.localeCompare(b.date) || a.key.localeCompare(b.key),
  );
}

export const eventChoices = (ads: readonly ListedAd[], type: AnnouncementFilter['type']): EventChoice[] =>
  countEventChoices(ads, (ad) => isOfType(ad, type));
