import { byName, sorted } from '#src/shared/sort.ts';
import { fold } from '#src/shared/text.ts';
import type { PublicAnnouncement } from '../contract.ts';
import type { AnnouncementType } from '../fields.ts';
import { countEventChoices, type EventChoice, eventKey } from '../filter/rules.ts';
import type { AdminAnnouncement } from './contract.ts';

export const AD_STATUSES = ['active', 'expired', 'inactive', 'completed'] as const;
export type AdStatus = (typeof AD_STATUSES)[number];

export const STATUS_LABELS: Record<AdStatus, string> = {
  active: 'Aktiv',
  expired: 'Utgången',
  inactive: 'Inaktiv',
  completed: 'Slutförd',
};

export function statusOf(
  ad: Pick<PublicAnnouncement, 'is_active' | 'is_completed'> & { is_expired?: boolean },
): AdStatus {
  if (ad.is_completed) return 'completed';
  if (ad.is_expired) return 'expired';
  return ad.is_active ? 'active' : 'inactive';
}

/** Empty strings match everything. `event` is an {@link eventKey}. */
type AdminAdFilter = {
  q: string;
  event: string;
  type: AnnouncementType | '';
  status: AdStatus | '';
};

/** The text is folded once for all searches. */
type SearchableAd = { ad: AdminAnnouncement; text: string };

export const searchable = (ads: readonly AdminAnnouncement[]): SearchableAd[] =>
  ads.map((ad) => ({
    ad,
    text: fold(
      [
        ad.order_number,
        ad.event_name,
        ad.distance,
        ad.user_details.full_name,
        ad.user_details.email,
        ad.description ?? '',
      ].join('\n'),
    ),
  }));

const matches = (ad: AdminAnnouncement, { event, type, status }: Omit<AdminAdFilter, 'q'>) =>
  (event === '' || eventKey(ad) === event) &&
  (type === '' || ad.announcement_type === type) &&
  (status === '' || statusOf(ad) === status);

export function findAds(ads: readonly SearchableAd[], filter: AdminAdFilter): AdminAnnouncement[] {
  const query = fold(filter.q);
  return ads.filter(({ ad, text }) => matches(ad, filter) && text.includes(query)).map(({ ad }) => ad);
}

/** Counts the ads that match the other filters. */
export const adminEventChoices = (
  ads: readonly AdminAnnouncement[],
  { type, status }: Pick<AdminAdFilter, 'type' | 'status'>,
): EventChoice[] => countEventChoices(ads, (ad) => matches(ad, { event: '', type, status })).choices;

/** Ads that compare equal keep the order of the input, newest first. */
const COMPARATORS = {
  number: (a: AdminAnnouncement, b: AdminAnnouncement) => byName(a.order_number, b.order_number),
  event: (a: AdminAnnouncement, b: AdminAnnouncement) => byName(a.event_name, b.event_name),
  price: (a: AdminAnnouncement, b: AdminAnnouncement) => a.price - b.price,
  owner: (a: AdminAnnouncement, b: AdminAnnouncement) =>
    byName(a.user_details.full_name, b.user_details.full_name),
  messages: (a: AdminAnnouncement, b: AdminAnnouncement) => a.message_count - b.message_count,
  created: (a: AdminAnnouncement, b: AdminAnnouncement) => a.created_at.localeCompare(b.created_at),
} satisfies Record<string, (a: AdminAnnouncement, b: AdminAnnouncement) => number>;
export type SortKey = keyof typeof COMPARATORS;
export const SORT_KEYS = Object.keys(COMPARATORS) as SortKey[];

export const sortAds = (ads: readonly AdminAnnouncement[], sort: { key: SortKey; descending: boolean }) =>
  sorted(ads, COMPARATORS, sort);

/** `messages` must be sorted oldest first. Conversations with the latest message come first. */
export function groupByConversation<Message extends { conversation_id: string; created_at: string }>(
  messages: readonly Message[],
): { id: string; messages: Message[] }[] {
  const groups = new Map<string, Message[]>();
  for (const message of messages) {
    const group = groups.get(message.conversation_id);
    if (group) group.push(message);
    else groups.set(message.conversation_id, [message]);
  }
  return [...groups]
    .map(([id, group]) => ({ id, messages: group }))
    .sort((a, b) => (b.messages.at(-1)?.created_at ?? '').localeCompare(a.messages.at(-1)?.created_at ?? ''));
}
