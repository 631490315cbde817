import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import type { EventStatus } from '../fields/choices.ts';
import * as store from './store.ts';

/**
 * Pauses the open ads of an event that no longer takes place as planned, and tells everyone who may be counting on a
 * place. The mail is composed in `announcements/mails.ts`. It is about `mailedId` if the event is merged into that one.
 */
export async function pauseAds(
  db: Db,
  eventId: string,
  status: Exclude<EventStatus, 'scheduled'>,
  mailedId = eventId,
): Promise<void> {
  for (const user_id of await store.findConcernedMembers(db, eventId))
    await enqueueMail(db, { kind: `announcement.event_${status}`, about: { event_id: mailedId, user_id } });
  await store.pauseOpenAds(db, eventId);
}

/**
 * Tells the owners of open ads that the organizer forbids transfers. Nothing is stored on the ads: the policy makes
 * them inactive. The mail is composed in `announcements/mails.ts`. It is about `mailedId` if the event is merged into
 * that one.
 */
export async function reportForbiddenTransfer(
  db: Db,
  eventId: string,
  today: string,
  mailedId = eventId,
): Promise<void> {
  for (const user_id of await store.findOwnersOfOpenAds(db, eventId, today))
    await enqueueMail(db, {
      kind: 'announcement.transfer_forbidden',
      about: { event_id: mailedId, user_id },
    });
}
