import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { isReserved } from '#src/features/announcements/rules.ts';
import { DAY_MS } from '#src/shared/dates.ts';

/** If true, their phone number is shown to the other party. */
export const hasWritten = (messages: readonly { sender_id: string }[], userId: string): boolean =>
  messages.some(({ sender_id }) => sender_id === userId);

/** Whether the reader pays the other party for the place, rather than being paid. */
export const isPayer = (
  { announcement_type, user_id }: Pick<PublicAnnouncement, 'announcement_type' | 'user_id'>,
  readerId: string,
): boolean => (announcement_type === 'wanted') === (user_id === readerId);

/** The most messages in a conversation, because it is always loaded whole. */
export const MESSAGES_MAX = 500;

/** Only one mail until the receiver has read the messages. `unreadCount` does not include the new one. */
export const needsMail = (unreadCount: number): boolean => unreadCount === 0;

/** How long the thread of a deal is kept whole after one of the two deleted their account. */
export const DEAL_KEPT_DAYS = 180;

export const dealKeptUntil = (leftAt: string): string =>
  new Date(Date.parse(leftAt) + DEAL_KEPT_DAYS * DAY_MS).toISOString();

/** Threads that were left before this instant lose the words of the one who left. */
export const dealsKeptSince = (now: Date): string =>
  new Date(now.getTime() - DEAL_KEPT_DAYS * DAY_MS).toISOString();

/** The length of the latest message in the inbox, which has no pages. */
export const EXCERPT_CHARACTERS = 200;

type Reservation = { reserved_for: string | null; reserved_until: string | null };

type ShownReservation = {
  reserved: boolean;
  reserved_for: { id: string; name: string } | null;
  reserved_until: string | null;
};

/** Only the owner of the ad and the member it is reserved for know for whom and how long it is. */
export function shownReservation(
  reservation: Reservation & { reserved_name: string | null },
  { ownerId, readerId, now }: { ownerId: string; readerId: string; now: Date },
): ShownReservation {
  const { reserved_for: id, reserved_name, reserved_until } = reservation;
  const reserved = isReserved(reservation, now);
  return reserved && id !== null && [ownerId, id].includes(readerId)
    ? { reserved, reserved_for: { id, name: reserved_name ?? '' }, reserved_until }
    : { reserved, reserved_for: null, reserved_until: null };
}
