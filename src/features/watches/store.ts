import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import {
  accounts,
  announcements,
  deletedAccounts,
  events,
  series,
  watchedSearches,
  watchers,
  watches,
  watchNews,
  watchRequests,
} from '../../../db/schema';
import type { Db, Reader } from '../../platform/database';
import type { Bounds } from '../../shared/geo';
import type { Cadence, WatchTarget } from './contract';

export type Watcher = { id: string; email: string; user_id: string | null; paused_until: string | null };

export const watcherEmail = sql<string>`coalesce(${accounts.email}, ${watchers.email})`;

const watcherColumns = {
  id: watchers.id,
  email: watcherEmail,
  user_id: watchers.user_id,
  paused_until: watchers.paused_until,
};

const selectWatchers = (db: Reader) =>
  db.select(watcherColumns).from(watchers).leftJoin(accounts, eq(accounts.id, watchers.user_id)).$dynamic();

export async function findWatcher(
  db: Reader,
  by: { id: string } | { user_id: string },
): Promise<Watcher | undefined> {
  const [watcher] = await selectWatchers(db).where(
    'id' in by ? eq(watchers.id, by.id) : eq(watchers.user_id, by.user_id),
  );
  return watcher;
}

/** `email` in lower case. Also the watcher of a member with this verified address. */
export async function findWatcherByEmail(db: Reader, email: string): Promise<Watcher | undefined> {
  const [watcher] = await selectWatchers(db).where(
    sql`${watchers.email} = ${email} or (${accounts.email} = ${email} and ${accounts.is_verified})`,
  );
  return watcher;
}

export async function findMemberName(db: Reader, id: string): Promise<string | null> {
  const [member] = await db.select({ name: accounts.full_name }).from(accounts).where(eq(accounts.id, id));
  return member?.name ?? null;
}

export async function findVerifiedAccountId(db: Reader, email: string): Promise<string | undefined> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), accounts.is_verified));
  return account?.id;
}

/** Locks the watcher, and adds it if there is none. Returns its id and its highest number. */
export async function lockWatcher(
  db: Db,
  owner: { email: string } | { user_id: string },
): Promise<{ id: string; last_number: number }> {
  await db.insert(watchers).values(owner).onConflictDoNothing();
  const isOwner = 'email' in owner ? eq(watchers.email, owner.email) : eq(watchers.user_id, owner.user_id);
  const [watcher] = await db
    .update(watchers)
    .set({ refused_at: null })
    .where(isOwner)
    .returning({ id: watchers.id, last_number: watchers.last_number });
  if (!watcher) throw new Error('The watcher was deleted meanwhile.');
  return watcher;
}

const isTarget = (target: WatchTarget) =>
  sql`(${watches.kind}, ${watches.query}, ${watches.event_id}, ${watches.series_id}, ${watches.distance},
    ${watches.min_price}, ${watches.max_price}) is not distinct from (${target.kind}::text, ${target.query}::text,
    ${target.event_id}::uuid, ${target.series_id}::uuid, ${target.distance}::text, ${target.min_price}::int,
    ${target.max_price}::int)`;

export async function findSame(
  db: Reader,
  watcherId: string,
  target: WatchTarget,
): Promise<string | undefined> {
  const [watch] = await db
    .select({ id: watches.id })
    .from(watches)
    .where(and(eq(watches.watcher_id, watcherId), isTarget(target)));
  return watch?.id;
}

export async function countWatches(db: Reader, watcherId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(watches).where(eq(watches.watcher_id, watcherId));
  return row?.count ?? 0;
}

export async function insertWatch(db: Db, watch: typeof watches.$inferInsert): Promise<void> {
  await db.insert(watches).values(watch);
  await db.update(watchers).set({ last_number: watch.number }).where(eq(watchers.id, watch.watcher_id));
}

export async function insertSearch(
  db: Db,
  { query, key, area }: { query: string; key: string | null; area: Bounds | null },
): Promise<void> {
  await db
    .insert(watchedSearches)
    .values({ query, key, area: area && `(${area.east},${area.north}),(${area.west},${area.south})` })
    .onConflictDoNothing();
}

/** The queries of watches that have no row in `watched_searches`, such as after a backup was imported. */
export async function findUnindexedQueries(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .select({ query: sql<string>`distinct ${watches.query}` })
    .from(watches)
    .leftJoin(watchedSearches, eq(watchedSearches.query, watches.query))
    .where(and(isNotNull(watches.query), isNull(watchedSearches.query)))
    .limit(limit);
  return rows.map(({ query }) => query);
}

const watchColumns = {
  ...getTableColumns(watches),
  event_name: events.event_name,
  event_date: events.event_date,
  event_url: sql<string | null>`'/lopp/' || event_series.slug || '/' || ${events.edition}`,
  series_name: series.name,
  series_url: sql<string | null>`'/lopp/' || ${series.slug}`,
};

const selectWatches = (db: Reader) =>
  db
    .select(watchColumns)
    .from(watches)
    .leftJoin(events, eq(events.id, watches.event_id))
    .leftJoin(sql`series event_series`, sql`event_series.id = ${events.series_id}`)
    .leftJoin(series, eq(series.id, watches.series_id))
    .$dynamic();

export type StoredWatch = Awaited<ReturnType<typeof findWatches>>[number];

/** The newest first. */
export const findWatches = (db: Reader, watcherId: string) =>
  selectWatches(db)
    .where(eq(watches.watcher_id, watcherId))
    .orderBy(desc(watches.created_at), desc(watches.number));

export const findWatchesByNumber = (db: Reader, watcherId: string, numbers: readonly number[]) =>
  selectWatches(db)
    .where(and(eq(watches.watcher_id, watcherId), inArray(watches.number, [...numbers])))
    .orderBy(asc(watches.number));

/** Returns false if the watcher has no such watch. */
export async function updateCadence(
  db: Db,
  watcherId: string,
  { id, cadence, renewed_at }: { id: string; cadence: Cadence; renewed_at: string },
): Promise<boolean> {
  const rows = await db
    .update(watches)
    .set({ cadence, renewed_at })
    .where(and(eq(watches.id, id), eq(watches.watcher_id, watcherId)))
    .returning({ id: watches.id });
  return rows.length > 0;
}

export async function renewWatches(db: Db, watcherId: string, renewed_at: string): Promise<void> {
  await db.update(watches).set({ renewed_at }).where(eq(watches.watcher_id, watcherId));
}

/** Returns false if the watcher has no such watch. */
export async function deleteWatch(db: Db, watcherId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(watches)
    .where(and(eq(watches.id, id), eq(watches.watcher_id, watcherId)))
    .returning({ id: watches.id });
  return rows.length > 0;
}

export async function deleteWatchesByNumber(
  db: Db,
  watcherId: string,
  numbers: readonly number[],
): Promise<void> {
  await db
    .delete(watches)
    .where(and(eq(watches.watcher_id, watcherId), inArray(watches.number, [...numbers])));
}

export async function deleteWatches(db: Db, watcherId: string): Promise<void> {
  await db.delete(watches).where(eq(watches.watcher_id, watcherId));
}

export async function deleteWatcher(db: Db, { id, email }: Pick<Watcher, 'id' | 'email'>): Promise<void> {
  await db.delete(watchers).where(eq(watchers.id, id));
  await db.delete(watchRequests).where(eq(watchRequests.email, email));
}

export const findRequestsOf = (db: Reader, email: string) =>
  db
    .select()
    .from(watchRequests)
    .where(eq(watchRequests.email, email))
    .orderBy(asc(watchRequests.created_at), asc(watchRequests.id));

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

/** News that waits becomes due no earlier than `until`. Null ends the pause: what it held back is due `now`. */
export async function storePause(
  db: Db,
  watcherId: string,
  { until, now }: { until: string | null; now: string },
): Promise<void> {
  const due = until
    ? sql`greatest(${watchNews.due_at}, ${until}::timestamptz)`
    : sql`case when ${watchNews.due_at} = (select paused_until from ${watchers} where id = ${watcherId})
        then ${now}::timestamptz else ${watchNews.due_at} end`;
  await db
    .update(watchNews)
    .set({ due_at: due as never })
    .where(and(eq(watchNews.watcher_id, watcherId), isNull(watchNews.mail_id)));
  await db.update(watchers).set({ paused_until: until }).where(eq(watchers.id, watcherId));
}

export async function findEventName(db: Reader, id: string) {
  const [event] = await db
    .select({
      name: events.event_name,
      last_day: sql<string>`coalesce(${events.event_end_date}, ${events.event_date})`,
    })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

export async function findSeriesName(db: Reader, id: string): Promise<string | undefined> {
  const [found] = await db.select({ name: series.name }).from(series).where(eq(series.id, id));
  return found?.name;
}

/** One request for each address and target. A repeated one has the newest cadence. */
export async function storeRequest(db: Db, request: typeof watchRequests.$inferInsert): Promise<string> {
  const [stored] = await db
    .insert(watchRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [watchRequests.email, watchRequests.target],
      set: { cadence: request.cadence },
    })
    .returning({ id: watchRequests.id });
  if (!stored) throw new Error('A request of a watch was not stored.');
  return stored.id;
}

export async function findRequest(db: Reader, id: string) {
  const [request] = await db.select().from(watchRequests).where(eq(watchRequests.id, id));
  return request;
}

export async function markConfirmed(db: Db, id: string, confirmed_at: string): Promise<void> {
  await db.update(watchRequests).set({ confirmed_at }).where(eq(watchRequests.id, id));
}

/** Counts a confirmation mail. Returns false if `max` were sent. */
export async function countRequestMail(db: Db, id: string, max: number): Promise<boolean> {
  const rows = await db
    .update(watchRequests)
    .set({ mail_count: sql`${watchRequests.mail_count} + 1` as never })
    .where(and(eq(watchRequests.id, id), lt(watchRequests.mail_count, max)))
    .returning({ id: watchRequests.id });
  return rows.length > 0;
}

/** How many watch the market of a race for ads of this kind. */
export async function countMarketWatchers(
  db: Reader,
  eventId: string,
  kind: 'market_sale' | 'market_wanted',
): Promise<number> {
  const seriesId = db.select({ id: events.series_id }).from(events).where(eq(events.id, eventId));
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${watches.watcher_id})::int` })
    .from(watches)
    .where(
      and(
        eq(watches.kind, kind),
        sql`(${watches.event_id} = ${eventId} or ${watches.series_id} = ${seriesId})`,
      ),
    );
  return row?.count ?? 0;
}

export async function findMatchAlerts(db: Reader, userId: string, adId: string) {
  const [found] = await db
    .select({
      order_number: announcements.order_number,
      event_name: sql<string | null>`coalesce(${events.event_name}, ${announcements.event_name})`,
      ad: sql<boolean>`coalesce(${announcements.match_alerts}, false)`,
      all: accounts.match_alerts,
    })
    .from(accounts)
    .leftJoin(announcements, and(eq(announcements.id, adId), eq(announcements.user_id, accounts.id)))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(accounts.id, userId));
  return found;
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
  const [account] = await db
    .select({ match_alerts: accounts.match_alerts })
    .from(accounts)
    .where(eq(accounts.id, userId));
  return account?.match_alerts ?? false;
}

/** Returns what the watcher was or will be told, with the name of the event or ad if it still exists. */
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

/** Watches of races that were run. Searches of a period that is over have `to` in their query. */
export async function deleteFinishedWatches(db: Db, today: string): Promise<void> {
  await db.execute(sql`
    delete from ${watches} w using ${events} e
    where e.id = w.event_id and coalesce(e.event_end_date, e.event_date) < ${today}`);
  await db
    .delete(watches)
    .where(
      sql`${watches.query} ~ '(^|&)to=' and substring(${watches.query} from '(?:^|&)to=([0-9-]{10})') < ${today}`,
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

export const findAskedWatches = (db: Reader, watcherId: string) =>
  selectWatches(db)
    .where(and(eq(watches.watcher_id, watcherId), sql`${watches.asked_at} > ${watches.renewed_at}`))
    .orderBy(asc(watches.created_at));

export async function deleteUnansweredWatches(db: Db, askedBefore: string): Promise<void> {
  await db
    .delete(watches)
    .where(and(lt(watches.asked_at, askedBefore), sql`${watches.asked_at} > ${watches.renewed_at}`));
}

export async function sweep(db: Db, before: { request: string; news: string }): Promise<void> {
  await db.delete(watchRequests).where(lt(watchRequests.created_at, before.request));
  await db.delete(watchNews).where(lt(watchNews.created_at, before.news));
  await db
    .delete(watchedSearches)
    .where(sql`not exists (select from ${watches} where ${watches.query} = ${watchedSearches.query})`);
}

const hasNoWatches = sql`not exists (select from ${watches} where ${watches.watcher_id} = ${watchers.id})`;

/**
 * Deletes the addresses of visitors without watches. Checks again once they are locked, because a watch may have been added
 * meanwhile. A member without watches may have news about ads that match their own.
 */
export async function deleteIdleWatchers(db: Db, refusedBefore: string): Promise<void> {
  const idle = await db
    .select({ id: watchers.id })
    .from(watchers)
    .where(
      and(
        isNull(watchers.user_id),
        sql`coalesce(${watchers.refused_at} < ${refusedBefore}, true)`,
        hasNoWatches,
      ),
    )
    .limit(10_000)
    .for('update', { skipLocked: true });
  const ids = idle.map(({ id }) => id);
  if (ids.length > 0) await db.delete(watchers).where(and(inArray(watchers.id, ids), hasNoWatches));
}

/** Ends all watches of an address that a mail server refused for good. */
export async function markRefused(db: Db, watcherId: string, refused_at: string): Promise<void> {
  await db.update(watchers).set({ refused_at }).where(eq(watchers.id, watcherId));
  await deleteWatches(db, watcherId);
}
