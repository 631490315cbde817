import { and, eq, not, sql } from 'drizzle-orm';
import { accounts, announcements, events } from '#db/schema/index.ts';
import { isAdActive, lastDayByAge, lastDayOfAd } from '#src/features/events/service.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import { stockholmDay } from '#src/platform/database/stockholm-day.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { mayLogIn, recipientColumns } from '../store.ts';

/** Days before an ad expires. */
const REMINDER_DAYS = 7;

/** The first day on which its owner is reminded. */
const reminderDay = sql`((${lastDayOfAd})::date + 1 - ${sql.raw(`${REMINDER_DAYS}`)})`;

/**
 * Marks the ads that expire within a week as reminded, and returns them. Ads that were made or renewed within this week
 * are left out. Of concurrent callers only one gets each.
 */
export async function takeDueReminders(
  db: Db,
  now: string,
  today: string,
): Promise<{ id: string; user_id: string }[]> {
  const due = await db
    .select({ id: announcements.id })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .where(
      and(
        // Again if a renewal or the organizer has moved the last day since.
        sql`(${announcements.reminded_at} is null or ${stockholmDay(announcements.reminded_at)} < ${reminderDay})`,
        isAdActive(today),
        not(announcements.is_completed),
        not(announcements.is_paused),
        not(accounts.is_suspended),
        sql`${reminderDay} <= ${today}::date`,
        sql`${stockholmDay(announcements.renewed_at)} < ${reminderDay}`,
      ),
    )
    .for('no key update', { of: announcements, skipLocked: true });
  const reminded: { id: string; user_id: string }[] = [];
  for (const { id } of due) {
    const rows = await db
      .update(announcements)
      .set({ reminded_at: now, version: sql`version` as never })
      .where(eq(announcements.id, id))
      .returning({ id: announcements.id, user_id: announcements.user_id });
    reminded.push(...rows);
  }
  return reminded;
}

/** Undefined if the ad is closed, paused or renewed, or its owner may not log in. */
export function findReminder(db: Reader, id: string, today: string) {
  return atMostOne(
    db
      .select({
        ...recipientColumns,
        announcement_type: announcements.announcement_type,
        event_name: events.event_name,
        distance: announcements.distance,
        price: announcements.price,
        order_number: announcements.order_number,
        last_day: sql<string>`${lastDayOfAd}`,
        // Otherwise it ends with its event or the transfer period, and a renewal changes nothing.
        is_renewable: sql<boolean>`(${lastDayOfAd})::date = ${lastDayByAge}`,
      })
      .from(announcements)
      .innerJoin(events, eq(events.id, announcements.event_id))
      .innerJoin(accounts, eq(accounts.id, announcements.user_id))
      .where(
        and(
          eq(announcements.id, id),
          sql`${reminderDay} <= ${today}::date`,
          isAdActive(today),
          not(announcements.is_completed),
          not(announcements.is_paused),
          mayLogIn,
        ),
      ),
  );
}
