import { asc, eq, sql } from 'drizzle-orm';
import {
  announcements,
  deletedAccounts,
  events,
  watchers,
  watchNews,
  watchRequests,
} from '#db/schema/index.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { Watcher } from '../store.ts';

export async function deleteWatcher(db: Db, { id, email }: Pick<Watcher, 'id' | 'email'>): Promise<void> {
  await db.delete(watchers).where(eq(watchers.id, id));
  await db.delete(watchRequests).where(eq(watchRequests.email, email));
}

/** Records that an address was erased, so that no later import restores it. */
export async function recordErasure(db: Db, id_hash: string, deleted_at: string): Promise<void> {
  await db.insert(deletedAccounts).values({ id_hash, deleted_at, by_self: true }).onConflictDoNothing();
}

/** Addresses that an older backup has brought back. */
export async function deleteErasedWatchers(db: Db): Promise<void> {
  await db.execute(sql`
    delete from ${watchers} using ${deletedAccounts}
    where ${deletedAccounts.id_hash} = encode(sha256(convert_to(${watchers.id}::text, 'UTF8')), 'hex')`);
}

/** Returns what the watcher was or will be mailed, with the name of the event or ad if it still exists. */
export const findNews = (db: Reader, watcherId: string) =>
  db
    .select({
      title: sql<string>`coalesce(${events.event_name}, ${announcements.order_number}, '')`,
      change: watchNews.change,
      created_at: watchNews.created_at,
      is_mailed: sql<boolean>`${watchNews.mail_id} is not null`,
    })
    .from(watchNews)
    .leftJoin(events, eq(events.id, watchNews.subject_id))
    .leftJoin(announcements, eq(announcements.id, watchNews.subject_id))
    .where(eq(watchNews.watcher_id, watcherId))
    .orderBy(asc(watchNews.created_at), asc(watchNews.change));
