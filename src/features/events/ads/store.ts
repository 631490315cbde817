import { and, eq, inArray, not, or } from 'drizzle-orm';
import { accounts, announcements, conversations } from '../../../../db/schema';
import type { Db } from '../../../platform/database';

const isOpen = and(announcements.is_active, not(announcements.is_completed));

/** Also waits for an ad that is being renewed. */
export async function pauseOpenAds(db: Db, eventId: string): Promise<void> {
  await db
    .update(announcements)
    .set({ is_paused: true })
    .where(and(eq(announcements.event_id, eventId), isOpen));
}

/** The ids of the members with an open ad for the event or a conversation about one of its ads. Not suspended ones. */
export async function findConcernedMembers(db: Db, eventId: string): Promise<string[]> {
  const isAdOfEvent = eq(announcements.event_id, eventId);
  const ownersOfOpenAds = db
    .select({ id: announcements.user_id })
    .from(announcements)
    .where(and(isAdOfEvent, isOpen));
  const participants = db
    .select({ id: conversations.participant_id })
    .from(conversations)
    .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isAdOfEvent);
  const ownersInConversations = db
    .select({ id: announcements.user_id })
    .from(conversations)
    .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isAdOfEvent);
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        not(accounts.is_suspended),
        or(
          inArray(accounts.id, ownersOfOpenAds),
          inArray(accounts.id, participants),
          inArray(accounts.id, ownersInConversations),
        ),
      ),
    )
    .orderBy(accounts.id);
  return rows.map(({ id }) => id);
}
