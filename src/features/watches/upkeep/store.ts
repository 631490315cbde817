import { and, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  accounts,
  events,
  watchedSearches,
  watchers,
  watches,
  watchNews,
  watchRequests,
} from '#db/schema/index.ts';
import { firstWatchedDay } from '#src/features/events/rules.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { selectWatchers } from '../store.ts';

/**
 * Joins visitors with the verified account of their address. The trigger that does it misses a watch that is confirmed
 * while the account is verified.
 */
export async function joinAccounts(db: Db): Promise<void> {
  await db.execute(sql`
    select join_watchers(${accounts.id}, ${accounts.email})
    from ${watchers} join ${accounts} on ${accounts.email} = ${watchers.email} where ${accounts.is_verified}`);
}

/** Watches of races that are over. */
export async function deleteFinishedWatches(db: Db, today: string): Promise<void> {
  await db.execute(sql`
    delete from ${watches} w using ${events} e
    where e.id = w.event_id and coalesce(e.event_end_date, e.event_date) <
      case e.status when 'postponed' then ${firstWatchedDay('postponed', today)}::date else ${today}::date end`);
}

/** Other searches have no end: "i sommar" is the next summer. */
export async function findQueriesWithYears(db: Reader): Promise<string[]> {
  const found = await db
    .select({ query: sql<string>`${watches.query}` })
    .from(watches)
    .where(sql`${watches.query} ~ '(^|&)to=|20[0-9][0-9]'`)
    .groupBy(watches.query);
  return found.map(({ query }) => query);
}

export async function deleteSearches(db: Db, queries: readonly string[]): Promise<void> {
  await db
    .delete(watches)
    .where(
      sql`${watches.query} in (select json_array_elements_text(${JSON.stringify(queries)}::text::json))`,
    );
}

/** Marks the endless watches that were not renewed since as asked, and returns their watchers. */
export async function takeWatchersToAsk(
  db: Db,
  { renewedBefore, now }: { renewedBefore: string; now: string },
): Promise<{ id: string; email: string }[]> {
  const asked = await db
    .update(watches)
    .set({ asked_at: now })
    .where(
      and(
        isNull(watches.event_id),
        lt(watches.renewed_at, renewedBefore),
        sql`(${watches.asked_at} is null or ${watches.asked_at} < ${watches.renewed_at})`,
      ),
    )
    .returning({ watcher_id: watches.watcher_id });
  const ids = [...new Set(asked.map(({ watcher_id }) => watcher_id))];
  return ids.length > 0 ? selectWatchers(db).where(inArray(watchers.id, ids)) : [];
}

export async function deleteUnansweredWatches(db: Db, askedBefore: string): Promise<void> {
  await db
    .delete(watches)
    .where(and(lt(watches.asked_at, askedBefore), sql`${watches.asked_at} > ${watches.renewed_at}`));
}

export async function sweep(db: Db, before: { request: string; news: string }): Promise<void> {
  await db.delete(watchRequests).where(lt(watchRequests.created_at, before.request));
  await db.delete(watchNews).where(lt(watchNews.created_at, before.news));
}

const isUnused = sql`not exists (select from ${watches} where ${watches.query} = ${watchedSearches.query})`;

/** Checks again once they are locked, because a watch may have been added meanwhile. */
export async function deleteUnusedSearches(db: Db): Promise<void> {
  const unused = await db
    .select({ query: watchedSearches.query })
    .from(watchedSearches)
    .where(isUnused)
    .limit(10_000)
    .for('update', { skipLocked: true });
  const queries = unused.map(({ query }) => query);
  if (queries.length > 0)
    await db.delete(watchedSearches).where(and(inArray(watchedSearches.query, queries), isUnused));
}

/** Members keep their row, so that mails about matching ads are tried again. */
export async function forgetRefusals(db: Db, before: string): Promise<void> {
  await db
    .update(watchers)
    .set({ refused_at: null })
    .where(and(isNotNull(watchers.user_id), lt(watchers.refused_at, before)));
}

const hasNoWatches = sql`not exists (select from ${watches} where ${watches.watcher_id} = ${watchers.id})`;

/**
 * Locks visitors without watches. Callers check again once they are locked, because a watch may have been added
 * meanwhile. A member without watches may have news about ads that match their own.
 */
async function lockIdleWatchers(db: Db, condition: SQL): Promise<string[]> {
  const idle = await db
    .select({ id: watchers.id })
    .from(watchers)
    .where(and(isNull(watchers.user_id), condition, hasNoWatches))
    .limit(10_000)
    .for('update', { skipLocked: true });
  return idle.map(({ id }) => id);
}

export async function markIdleWatchers(db: Db, idle_since: string): Promise<void> {
  const ids = await lockIdleWatchers(db, isNull(watchers.idle_since));
  if (ids.length > 0)
    await db
      .update(watchers)
      .set({ idle_since })
      .where(and(inArray(watchers.id, ids), hasNoWatches));
}

export async function deleteIdleWatchers(db: Db, idleBefore: string): Promise<void> {
  const ids = await lockIdleWatchers(db, lt(watchers.idle_since, idleBefore));
  if (ids.length > 0) await db.delete(watchers).where(and(inArray(watchers.id, ids), hasNoWatches));
}
