import { and, asc, count, eq, lt, sql } from 'drizzle-orm';
import { accounts, events, series, watchers, watches, watchRequests } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { WatchTarget } from '../contract.ts';

export async function findVerifiedAccountId(db: Reader, email: string): Promise<string | undefined> {
  const account = await atMostOne(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.email, email), accounts.is_verified)),
  );
  return account?.id;
}

/** Adds the watcher if there is none, and locks it. Returns its id and its highest number. */
export async function lockWatcher(
  db: Db,
  owner: { email: string } | { user_id: string },
): Promise<{ id: string; last_number: number }> {
  await db.insert(watchers).values(owner).onConflictDoNothing();
  const isOwner = 'email' in owner ? eq(watchers.email, owner.email) : eq(watchers.user_id, owner.user_id);
  const watcher = await atMostOne(
    db
      .update(watchers)
      .set({ refused_at: null, idle_since: null })
      .where(isOwner)
      .returning({ id: watchers.id, last_number: watchers.last_number }),
  );
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
  const watch = await atMostOne(
    db
      .select({ id: watches.id })
      .from(watches)
      .where(and(eq(watches.watcher_id, watcherId), isTarget(target))),
  );
  return watch?.id;
}

export async function countWatches(db: Reader, watcherId: string): Promise<number> {
  const row = await exactlyOne(
    db.select({ count: count() }).from(watches).where(eq(watches.watcher_id, watcherId)),
  );
  return row.count;
}

export async function insertWatch(db: Db, watch: typeof watches.$inferInsert): Promise<void> {
  await db.insert(watches).values(watch);
  await db.update(watchers).set({ last_number: watch.number }).where(eq(watchers.id, watch.watcher_id));
}

export const findRequestsOf = (db: Reader, email: string) =>
  db
    .select()
    .from(watchRequests)
    .where(eq(watchRequests.email, email))
    .orderBy(asc(watchRequests.created_at), asc(watchRequests.id));

export function findEvent(db: Reader, id: string) {
  const { event_name, event_date, event_end_date, status, series_id } = events;
  return atMostOne(
    db
      .select({ event_name, event_date, event_end_date, status, series_id })
      .from(events)
      .where(eq(events.id, id)),
  );
}

/** Of the race, or of all editions of the series. */
export function findDistances(
  db: Reader,
  { event_id, series_id }: Pick<WatchTarget, 'event_id' | 'series_id'>,
): Promise<{ sport_type: string; distances: string }[]> {
  const { sport_type, distances } = events;
  return db
    .select({ sport_type, distances: sql<string>`array_to_string(${distances}, ', ')` })
    .from(events)
    .where(event_id ? eq(events.id, event_id) : eq(events.series_id, series_id ?? ''));
}

export async function findSeriesName(db: Reader, id: string): Promise<string | undefined> {
  const found = await atMostOne(db.select({ name: series.name }).from(series).where(eq(series.id, id)));
  return found?.name;
}

/** One request for each address and target. A repeated one has the newest cadence. */
export async function storeRequest(db: Db, request: typeof watchRequests.$inferInsert): Promise<string> {
  const stored = await exactlyOne(
    db
      .insert(watchRequests)
      .values(request)
      .onConflictDoUpdate({
        target: [watchRequests.email, watchRequests.target],
        set: { cadence: request.cadence, confirmed_at: null },
      })
      .returning({ id: watchRequests.id }),
  );
  return stored.id;
}

export function findRequest(db: Reader, id: string) {
  return atMostOne(db.select().from(watchRequests).where(eq(watchRequests.id, id)));
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
