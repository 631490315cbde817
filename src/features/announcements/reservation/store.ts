import { and, eq, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, events } from '#db/schema/index.ts';
import { isAdActive } from '#src/features/events/service.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { mayLogIn, recipientColumns } from '../store.ts';

/** Whether the member has written to the owner about the ad. */
export async function hasConversation(db: Reader, id: string, memberId: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.announcement_id, id), eq(conversations.participant_id, memberId)));
  return rows.length > 0;
}

export type Lapsed = { id: string; owner_id: string; buyer_id: string };

/** Ends the reservations that are over. Of concurrent callers only one gets each. */
export async function endReservations(db: Db, now: string): Promise<Lapsed[]> {
  const rows = await db.execute<Lapsed>(sql`
    with due as materialized (
      select id, user_id, reserved_for from ${announcements}
      where reserved_for is not null and reserved_until <= ${now}
      order by id for no key update skip locked
    )
    update ${announcements} a
    set reserved_for = null, reserved_until = null, is_reservation_prolonged = false, version = a.version + 1
    from due where due.id = a.id
    returning a.id, due.user_id as owner_id, due.reserved_for as buyer_id`);
  return [...rows];
}

/** For a mail to one of the two members. Undefined if the ad or the member is gone, or the member may not log in. */
export function findReservation(db: Reader, id: string, userId: string, today: string) {
  return atMostOne(
    db
      .select({
        ...recipientColumns,
        event_name: sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`,
        distance: announcements.distance,
        order_number: announcements.order_number,
        owner_id: announcements.user_id,
        reserved_for: announcements.reserved_for,
        reserved_until: announcements.reserved_until,
        is_completed: announcements.is_completed,
        is_open: sql<boolean>`${isAdActive(today)} and not ${announcements.is_paused}`,
      })
      .from(announcements)
      .innerJoin(accounts, eq(accounts.id, userId))
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(and(eq(announcements.id, id), mayLogIn)),
  );
}
