import { and, eq, sql } from 'drizzle-orm';
import { accounts, announcements, events } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export function findMatchAlerts(db: Reader, userId: string, adId: string) {
  return atMostOne(
    db
      .select({
        order_number: announcements.order_number,
        event_name: sql<string | null>`coalesce(${events.event_name}, ${announcements.event_name})`,
        ad: sql<boolean>`coalesce(${announcements.match_alerts}, false)`,
        all: accounts.match_alerts,
      })
      .from(accounts)
      .leftJoin(announcements, and(eq(announcements.id, adId), eq(announcements.user_id, accounts.id)))
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(eq(accounts.id, userId)),
  );
}

export async function turnOffAdAlerts(db: Db, userId: string, adId: string): Promise<void> {
  await db
    .update(announcements)
    .set({ match_alerts: false, version: sql`version` as never })
    .where(and(eq(announcements.id, adId), eq(announcements.user_id, userId)));
}

export async function turnOffAlerts(db: Db, userId: string): Promise<void> {
  await db.update(accounts).set({ match_alerts: false }).where(eq(accounts.id, userId));
}

export async function hasAlerts(db: Reader, userId: string): Promise<boolean> {
  const account = await atMostOne(
    db.select({ match_alerts: accounts.match_alerts }).from(accounts).where(eq(accounts.id, userId)),
  );
  return account?.match_alerts ?? false;
}
