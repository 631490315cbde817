import { distanceKey } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import { isUpcoming } from '../events/rules';
import type { AnnouncementType, PublicAnnouncement } from './contract';

type State = Pick<PublicAnnouncement, 'is_active' | 'is_completed'>;

// Each tells why an act is refused, or undefined when it is not. Buttons and the server ask the same.

/** A completed ad is not edited any more (section 4). */
export const editFault = (ad: Pick<State, 'is_completed'>): ErrorCode | undefined =>
  ad.is_completed ? 'announcement.completed' : undefined;

/** Only an active ad is completed, and once (section 4). */
export const completeFault = (ad: State): ErrorCode | undefined =>
  editFault(ad) ?? (ad.is_active ? undefined : 'announcement.inactive');

/**
 * An admin does not change whether a completed ad is active (section 4), and does not activate one whose event is deleted
 * (D12). An ad whose event has passed may be active; it is not listed.
 */
export const toggleFault = (
  ad: Pick<PublicAnnouncement, 'is_completed' | 'event_id'>,
  isActive: boolean,
): ErrorCode | undefined =>
  editFault(ad) ?? (isActive && ad.event_id === null ? 'announcement.event_gone' : undefined);

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

/** What the list of the market is narrowed to (section 2); `event` is an {@link eventKey}, or empty for all. */
export type AnnouncementFilter = { event: string; type: AnnouncementType | 'all' };

export const ALL_ANNOUNCEMENTS: AnnouncementFilter = { event: '', type: 'all' };

type Listed = Pick<PublicAnnouncement, 'event_id' | 'event_name' | 'event_date' | 'announcement_type'>;

/** What ads of one event have in common; an event that is gone has only its name left (D12). */
export const eventKey = (ad: Pick<Listed, 'event_id' | 'event_name'>): string => ad.event_id ?? ad.event_name;

const isOfEvent = (ad: Listed, event: string) => event === '' || eventKey(ad) === event;
const isOfType = (ad: Listed, type: AnnouncementFilter['type']) =>
  type === 'all' || ad.announcement_type === type;

/** The ads that both filters let through, in the same order. */
export function filterAnnouncements<Ad extends Listed>(ads: readonly Ad[], filter: AnnouncementFilter): Ad[] {
  return ads.filter((ad) => isOfEvent(ad, filter.event) && isOfType(ad, filter.type));
}

/** How many ads each type has, under the chosen event: what a press on it would show. */
export function countByType(
  ads: readonly Listed[],
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

/**
 * Each event that has ads, by name in Swedish order and then by date, and how many of them are counted. One that has none
 * of those stays, with 0: the choices do not come and go under the hand.
 */
export function choicesOf<Ad extends Listed>(
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

/** The events of the market's list, and how many ads each has of the chosen type. */
export const eventChoices = (ads: readonly Listed[], type: AnnouncementFilter['type']): EventChoice[] =>
  choicesOf(ads, (ad) => isOfType(ad, type));
