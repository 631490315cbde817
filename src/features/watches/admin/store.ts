import { count, countDistinct, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  accounts,
  events,
  outbox,
  series,
  watchChanges,
  watchers,
  watches,
  watchNews,
} from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import type { WatchKind } from '../contract.ts';
import { watcherEmail } from '../store.ts';

const numberOf = async (rows: Promise<{ count: number }[]>): Promise<number> =>
  (await exactlyOne(rows)).count;

export const countAddresses = (db: Reader): Promise<number> =>
  numberOf(db.select({ count: countDistinct(watches.watcher_id) }).from(watches));

export const countByKind = (db: Reader): Promise<{ kind: WatchKind; watches: number }[]> =>
  db.select({ kind: watches.kind, watches: count() }).from(watches).groupBy(watches.kind);

const MOST_WATCHED = 10;

/** Watches of an edition count for its series. */
export async function findMostWatched(db: Reader) {
  return db.execute<{ name: string; url: string | null; addresses: number }>(sql`
    select coalesce(s.name, top.name) as name, '/lopp/' || s.slug as url, top.addresses
    from (
      select coalesce(w.series_id, e.series_id) as series_id, min(e.event_name) as name,
        count(distinct w.watcher_id)::int as addresses
      from ${watches} w left join ${events} e on e.id = w.event_id
      where w.query is null
      group by coalesce(w.series_id, e.series_id, w.event_id), 1
      order by addresses desc, 1 limit ${MOST_WATCHED}) top
    left join ${series} s on s.id = top.series_id
    order by top.addresses desc, name`);
}

export async function findQueue(db: Reader) {
  const changes = await exactlyOne(
    db
      .select({ count: count(), oldest: sql<string | null>`min(${watchChanges.changed_at})` })
      .from(watchChanges),
  );
  const mails = await exactlyOne(
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${outbox.failed_at} is null)::int`,
        failed: sql<number>`count(${outbox.failed_at})::int`,
      })
      .from(outbox)
      .where(sql`starts_with(${outbox.kind}, 'watch.')`),
  );
  const news = db.select({ count: count() }).from(watchNews).where(isNull(watchNews.mail_id));
  return {
    changes: changes.count,
    oldest_change: changes.oldest ? new Date(changes.oldest).toISOString() : null,
    news: await numberOf(news),
    mails: mails.waiting,
    failed_mails: mails.failed,
  };
}

const REFUSALS_SHOWN = 20;

export async function findRefusals(db: Reader) {
  const rows = await db
    .select({ email: watcherEmail, refused_at: watchers.refused_at })
    .from(watchers)
    .leftJoin(accounts, eq(accounts.id, watchers.user_id))
    .where(isNotNull(watchers.refused_at))
    .orderBy(desc(watchers.refused_at))
    .limit(REFUSALS_SHOWN);
  const refused = await numberOf(
    db.select({ count: count() }).from(watchers).where(isNotNull(watchers.refused_at)),
  );
  return {
    refused,
    refusals: rows.map(({ email, refused_at }) => ({ email, refused_at: refused_at ?? '' })),
  };
}

export async function findRefusedAt(db: Reader, watcherId: string): Promise<string | null> {
  const watcher = await atMostOne(
    db.select({ refused_at: watchers.refused_at }).from(watchers).where(eq(watchers.id, watcherId)),
  );
  return watcher?.refused_at ?? null;
}
