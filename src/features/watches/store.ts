import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { accounts, events, mergedWatchers, series, watchers, watches, watchNews } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { Cadence } from './contract.ts';

export type Watcher = { id: string; email: string; user_id: string | null; paused_until: string | null };

export const watcherEmail = sql<string>`coalesce(${accounts.email}, ${watchers.email})`;

const watcherColumns = {
  id: watchers.id,
  email: watcherEmail,
  user_id: watchers.user_id,
  paused_until: watchers.paused_until,
};

export const selectWatchers = (db: Reader) =>
  db.select(watcherColumns).from(watchers).leftJoin(accounts, eq(accounts.id, watchers.user_id)).$dynamic();

/** Links name a watcher by its id, also one that was merged into that of an account. */
export function findWatcher(
  db: Reader,
  by: { id: string } | { user_id: string },
): Promise<Watcher | undefined> {
  return atMostOne(
    selectWatchers(db).where(
      'id' in by
        ? sql`${watchers.id} = coalesce(
          (select watcher_id from ${mergedWatchers} where ${mergedWatchers.id} = ${by.id}), ${by.id}::uuid)`
        : eq(watchers.user_id, by.user_id),
    ),
  );
}

/** The watcher and the numbers that a link to a merged watcher means now. */
export async function currentWatches(
  db: Reader,
  link: { watcherId: string; numbers: number[] },
): Promise<{ watcherId: string; numbers: number[] }> {
  const merged = await atMostOne(
    db.select().from(mergedWatchers).where(eq(mergedWatchers.id, link.watcherId)),
  );
  if (!merged) return link;
  const same = new Map(merged.same_numbers);
  const numbers = link.numbers.map((number) => same.get(number) ?? number + merged.number_shift);
  return { watcherId: merged.watcher_id, numbers };
}

/** A queued mail may be to a visitor who was merged since. */
export const currentWatcherId = async (db: Reader, watcherId: string): Promise<string> =>
  (await currentWatches(db, { watcherId, numbers: [] })).watcherId;

/** Of the visitors that were merged into the watcher. */
export async function findMergedIds(db: Reader, watcherId: string): Promise<string[]> {
  const rows = await db
    .select({ id: mergedWatchers.id })
    .from(mergedWatchers)
    .where(eq(mergedWatchers.watcher_id, watcherId));
  return rows.map(({ id }) => id);
}

/** `email` in lower case. Also the watcher of a member with this verified address. */
export async function findWatcherByEmail(db: Reader, email: string): Promise<Watcher | undefined> {
  // No index serves an `or` of columns of two tables.
  const isMember = and(eq(accounts.email, email), eq(accounts.is_verified, true));
  const member = await atMostOne(selectWatchers(db).where(isMember));
  if (member) return member;
  return atMostOne(selectWatchers(db).where(eq(watchers.email, email)));
}

export async function findMemberName(db: Reader, id: string): Promise<string | null> {
  const member = await atMostOne(
    db.select({ name: accounts.full_name }).from(accounts).where(eq(accounts.id, id)),
  );
  return member?.name ?? null;
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

/** How many watch the market of a race for ads of this kind. */
export async function countMarketWatchers(
  db: Reader,
  eventId: string,
  kind: 'market_sale' | 'market_wanted',
): Promise<number> {
  const seriesId = db.select({ id: events.series_id }).from(events).where(eq(events.id, eventId));
  const row = await exactlyOne(
    db
      .select({ count: sql<number>`count(distinct ${watches.watcher_id})::int` })
      .from(watches)
      .where(
        and(
          eq(watches.kind, kind),
          sql`(${watches.event_id} = ${eventId} or ${watches.series_id} = ${seriesId})`,
        ),
      ),
  );
  return row.count;
}

export const findAskedWatches = (db: Reader, watcherId: string) =>
  selectWatches(db)
    .where(and(eq(watches.watcher_id, watcherId), sql`${watches.asked_at} > ${watches.renewed_at}`))
    .orderBy(asc(watches.created_at));

/** Ends all watches of an address that a mail server refused for good. */
export async function markRefused(db: Db, watcherId: string, refused_at: string): Promise<void> {
  await db.update(watchers).set({ refused_at }).where(eq(watchers.id, watcherId));
  await deleteWatches(db, watcherId);
}
