import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { accounts, announcements, events } from '../../../db/schema';
import type { Db } from '../../platform/database';

/**
 * The ads that everyone may see, newest first (D10): active, not completed, owner not suspended, event not
 * passed on the day `today`. Name and date are the event's as they are now (D12).
 */
export function findPublicAnnouncements(db: Db, today: string) {
  return db
    .select({
      id: announcements.id,
      announcement_type: announcements.announcement_type,
      event_id: announcements.event_id,
      event_name: events.event_name,
      event_date: events.event_date,
      distance: announcements.distance,
      price: announcements.price,
      has_name_change_fee: sql<boolean>`${announcements.name_change_fee} is not null`,
      name_change_fee: announcements.name_change_fee,
      description: announcements.description,
      order_number: announcements.order_number,
      user_id: announcements.user_id,
      user_name: accounts.full_name,
      is_active: announcements.is_active,
      is_completed: announcements.is_completed,
      created_at: announcements.created_at,
    })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .where(
      and(
        eq(announcements.is_active, true),
        eq(announcements.is_completed, false),
        eq(accounts.is_suspended, false),
        gte(sql`coalesce(${events.event_end_date}, ${events.event_date})`, today),
      ),
    )
    .orderBy(desc(announcements.created_at), desc(announcements.id));
}
