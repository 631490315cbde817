import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import {
  accounts,
  announcements,
  events,
  watchChanges,
  watchDays,
  watchedSearches,
  watchers,
  watches,
  watchNews,
} from '#db/schema/index.ts';
import { isListedAd } from '#src/features/announcements/service.ts';
import { isBlockedPair } from '#src/features/blocks/service.ts';
import { distanceKeyOf } from '#src/features/events/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { Bounds } from '#src/shared/geo.ts';
import type { Cadence, WatchKind } from '../contract.ts';
import type { WatchedAd, WatchedEvent } from './rules.ts';

export type Change = { subject: 'event' | 'ad'; subject_id: string; before: unknown };

/** Locks the change that waits longest, so that no other instance takes it. */
export function takeChange(db: Db): Promise<Change | undefined> {
  return atMostOne(
    db
      .select({
        subject: watchChanges.subject,
        subject_id: watchChanges.subject_id,
        before: watchChanges.before,
      })
      .from(watchChanges)
      .where(sql`${watchChanges.changed_at} <= now()`)
      .orderBy(watchChanges.changed_at)
      .limit(1)
      .for('update', { skipLocked: true }),
  );
}

const isChange = ({ subject, subject_id }: Change) =>
  and(eq(watchChanges.subject, subject), eq(watchChanges.subject_id, subject_id));

export async function deleteChange(db: Db, change: Change): Promise<void> {
  await db.delete(watchChanges).where(isChange(change));
}

/** Tries it again in a minute, after the others. */
export async function postponeChange(db: Db, change: Change): Promise<void> {
  await db
    .update(watchChanges)
    .set({ changed_at: sql`now() + interval '1 minute'` as never })
    .where(isChange(change));
}

export async function findWatchedEvent(db: Reader, id: string): Promise<WatchedEvent | undefined> {
  const row = await atMostOne(
    db.execute<{ event: Omit<WatchedEvent, 'id'> }>(
      sql`select event_for_watches(e) as event from ${events} e where id = ${id}`,
    ),
  );
  return row && { ...row.event, id };
}

/** As one parameter: hundreds of placeholders are slow to parse. */
const anyOf = (texts: readonly string[]) =>
  sql`any(array(select json_array_elements_text(${JSON.stringify(texts)}::text::json)))`;

/** The queries that may match an event with these keys, or at this position. */
export async function findCandidates(
  db: Reader,
  keys: readonly string[],
  positions: readonly { latitude: number; longitude: number }[],
): Promise<string[]> {
  // As boxes: the index knows no points.
  const points = positions.map(
    ({ latitude, longitude }) => sql`${watchedSearches.area} @> box(point(${longitude}, ${latitude}))`,
  );
  const isNear = points.length > 0 ? sql`or ${sql.join(points, sql` or `)}` : sql``;
  const rows = await db
    .select({ query: watchedSearches.query })
    .from(watchedSearches)
    .where(sql`${watchedSearches.key} = ${anyOf(keys)} ${isNear}`);
  return rows.map(({ query }) => query);
}

/** When news is due, by the cadence of its watch. */
export type Due = Record<Cadence, string>;

const dueOf = (due: Due) => sql`min(case ${watches.cadence}
    when 'direct' then ${due.direct}::timestamptz
    when 'daily' then ${due.daily}::timestamptz
    else ${due.weekly}::timestamptz end)`;

/** News of a queued mail stays as it is. Other news is due at the earliest time of the watches it matches. */
const addToWaiting = sql`
  on conflict (watcher_id, subject_id, change) do update set
    numbers = array(select distinct unnest(watch_news.numbers || excluded.numbers) order by 1),
    due_at = least(watch_news.due_at, excluded.due_at)
  where watch_news.mail_id is null`;

type EventNews = { eventId: string; change: string; was: string | null };
/** The watches that are notified: of the event, of its series, and of these queries. */
export type EventAudience = { isForEvent: boolean; seriesId: string | null; queries: readonly string[] };

export async function insertEventNews(
  db: Db,
  { eventId, change, was }: EventNews,
  { isForEvent, seriesId, queries }: EventAudience,
  due: Due,
  now: string,
): Promise<void> {
  const matches = [
    ...(isForEvent ? [sql`(${watches.kind} = 'event' and ${watches.event_id} = ${eventId})`] : []),
    ...(seriesId ? [sql`(${watches.kind} = 'series' and ${watches.series_id} = ${seriesId})`] : []),
    ...(queries.length > 0 ? [sql`${watches.query} = ${anyOf(queries)}`] : []),
  ];
  if (matches.length === 0) return;
  await db.execute(sql`
    insert into ${watchNews} (watcher_id, subject, subject_id, change, was, numbers, due_at, created_at)
    select ${watches.watcher_id}, 'event', ${eventId}::uuid, ${change}::text, to_jsonb(${was}::text),
      array_agg(${watches.number} order by ${watches.number}),
      greatest(${dueOf(due)}, max(${watchers.paused_until})), ${now}::timestamptz
    from ${watches} join ${watchers} on ${watchers.id} = ${watches.watcher_id}
    where ${sql.join(matches, sql` or `)}
    group by ${watches.watcher_id}
    ${addToWaiting}`);
}

/** Never the owner's own watches, nor those of a member who is suspended, blocked by or has blocked the owner. */
const mayHearOf = (ownerId: string) => sql`
  ${watchers.user_id} is distinct from ${ownerId}
  and not exists (select from ${accounts} where ${accounts.id} = ${watchers.user_id} and ${accounts.is_suspended})
  and not ${isBlockedPair(ownerId, watchers.user_id)}`;

export type ListedAd = {
  id: string;
  user_id: string;
  announcement_type: 'sale' | 'wanted';
  event_id: string;
  series_id: string | null;
  distance: string;
  price: number;
};

/** Undefined if the ad is not shown to everybody, or is reserved. */
export function findListedAd(db: Reader, id: string, today: string): Promise<ListedAd | undefined> {
  return atMostOne(
    db
      .select({
        id: announcements.id,
        user_id: announcements.user_id,
        announcement_type: announcements.announcement_type,
        event_id: events.id,
        series_id: events.series_id,
        distance: announcements.distance,
        price: announcements.price,
      })
      .from(announcements)
      .innerJoin(events, eq(events.id, announcements.event_id))
      .innerJoin(accounts, eq(accounts.id, announcements.user_id))
      .where(and(eq(announcements.id, id), isListedAd(today), sql`${announcements.reserved_for} is null`)),
  );
}

const keyOfDistance = (distance: string) => distanceKeyOf(sql`${distance}::text`);

/** What the ad was before, if it was shown then. It is no news for a watch that it matched already. */
type FormerAd = Pick<WatchedAd, 'event_id' | 'distance' | 'price'>;

const matchesWatch = (ad: FormerAd, seriesId: string | null) => sql`(
  (${watches.event_id} = ${ad.event_id}::uuid or ${watches.series_id} = ${seriesId}::uuid)
  and (${watches.distance} is null or ${distanceKeyOf(watches.distance)} = ${keyOfDistance(ad.distance)})
  and coalesce(${watches.min_price} <= ${ad.price}, true)
  and coalesce(${watches.max_price} >= ${ad.price}, true))`;

export async function insertAdNews(
  db: Db,
  ad: ListedAd,
  former: FormerAd | undefined,
  due: Due,
  now: string,
): Promise<void> {
  const kind: WatchKind = `market_${ad.announcement_type}`;
  const isNew = former
    ? sql`not coalesce(${matchesWatch(former, former.event_id === ad.event_id ? ad.series_id : null)}, false)`
    : sql`true`;
  await db.execute(sql`
    insert into ${watchNews} (watcher_id, subject, subject_id, change, numbers, due_at, created_at)
    select ${watches.watcher_id}, 'ad', ${ad.id}::uuid, 'new',
      array_agg(${watches.number} order by ${watches.number}),
      greatest(${dueOf(due)}, max(${watchers.paused_until})), ${now}::timestamptz
    from ${watches} join ${watchers} on ${watchers.id} = ${watches.watcher_id}
    where ${watches.kind} = ${kind} and ${matchesWatch(ad, ad.series_id)} and ${isNew} and ${mayHearOf(ad.user_id)}
    group by ${watches.watcher_id}
    ${addToWaiting}`);
}

/** Owners of open ads of the other kind for the same race and distance, who get a watcher if they have none. */
export async function insertMatchAlerts(
  db: Db,
  ad: ListedAd,
  { today, due, now, pauseSeconds }: { today: string; due: string; now: string; pauseSeconds: number },
): Promise<void> {
  const matching = await db
    .select({ id: announcements.id, user_id: announcements.user_id })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .where(
      and(
        eq(announcements.event_id, ad.event_id),
        ne(announcements.user_id, ad.user_id),
        sql`${announcements.announcement_type} <> ${ad.announcement_type}`,
        sql`${distanceKeyOf(announcements.distance)} = ${keyOfDistance(ad.distance)}`,
        isListedAd(today),
        sql`${announcements.reserved_for} is null`,
        announcements.match_alerts,
        accounts.match_alerts,
      ),
    )
    .orderBy(announcements.user_id, announcements.created_at);
  if (matching.length === 0) return;
  const pairs = JSON.stringify(matching);
  const own = sql`json_to_recordset(${pairs}::text::json) own(id uuid, user_id uuid)`;
  await db.execute(sql`
    insert into ${watchers} (id, user_id) select gen_random_uuid(), user_id from (select distinct user_id from ${own}) owners
    order by user_id on conflict do nothing`);
  await db.execute(sql`
    insert into ${watchNews} (watcher_id, subject, subject_id, change, numbers, own_ad_id, due_at, created_at)
    select distinct on (${watchers.id}) ${watchers.id}, 'ad', ${ad.id}::uuid, 'new', '{}'::int[], own.id,
      greatest(${due}::timestamptz, ${watchers.match_mailed_at} + make_interval(secs => ${pauseSeconds}), ${watchers.paused_until}),
      ${now}::timestamptz
    from ${own} join ${watchers} on ${watchers.user_id} = own.user_id
    where ${watchers.refused_at} is null and ${mayHearOf(ad.user_id)}
    order by ${watchers.id}
    on conflict (watcher_id, subject_id, change) do update set
      own_ad_id = excluded.own_ad_id, due_at = least(watch_news.due_at, excluded.due_at)
    where watch_news.mail_id is null`);
}

/** The last day whose openings were announced. */
export async function findLastDay(db: Reader): Promise<string | null> {
  const row = await exactlyOne(
    db.execute<{ day: string | null }>(sql`select max(day)::text as day from ${watchDays}`),
  );
  return row.day;
}

/** Returns false if the day was announced already. */
export async function markDay(db: Db, day: string): Promise<boolean> {
  const rows = await db.insert(watchDays).values({ day }).onConflictDoNothing().returning();
  return rows.length > 0;
}

/** The ids of the events whose registration opens on one of the days. */
export async function findOpeningEvents(db: Reader, days: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(sql`${events.registration_opens_on}::text = ${anyOf(days)}`);
  return rows.map(({ id }) => id);
}

/** Locks a stored search, so that a concurrent sweep keeps it for the watch that is about to be stored. */
export async function insertSearch(
  db: Db,
  { query, key, area }: { query: string; key: string | null; area: Bounds | null },
): Promise<void> {
  await db
    .insert(watchedSearches)
    .values({ query, key, area: area && `(${area.east},${area.north}),(${area.west},${area.south})` })
    .onConflictDoUpdate({ target: watchedSearches.query, set: { query } });
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
