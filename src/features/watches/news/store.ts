import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts, announcements, events, series, watchers, watches, watchNews } from '#db/schema/index.ts';
import { isListedAd } from '#src/features/announcements/service.ts';
import { isBlockedPair } from '#src/features/blocks/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { EventStateKey, WatchedEvent } from '../matching/rules.ts';

/** Without those that a mail server refused or deferred: they may wait for days. */
export async function countQueuedMails(db: Reader, kind: string): Promise<number> {
  const row = await exactlyOne(
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from outbox where kind = ${kind} and failed_at is null and refusals = 0`,
    ),
  );
  return row.count;
}

type Times = {
  now: string;
  /** In seconds, between two mails to one address. */
  pause: number;
  /** In seconds, between two mails about matching ads. */
  matchPause: number;
};

type DueWatcher = { id: string; email: string; user_id: string | null };

/**
 * Locks watchers with due news, and returns those whose latest mail is long enough ago. The news of the others becomes
 * due when it is. Concurrent callers never get the same watcher.
 */
export async function takeDueWatchers(
  db: Db,
  times: Times,
  limit: number,
): Promise<{ due: DueWatcher[]; isDone: boolean }> {
  const { now, pause, matchPause } = times;
  const isDue = sql`${watchNews.mail_id} is null and ${watchNews.due_at} <= ${now}::timestamptz`;
  const locked = await db.execute<DueWatcher & { wait: string | null; match_wait: string | null }>(sql`
    select ${watchers.id}, coalesce(${accounts.email}, ${watchers.email}) as email, ${watchers.user_id},
      case when ${watchers.mailed_at} > ${now}::timestamptz - make_interval(secs => ${pause})
        then ${watchers.mailed_at} + make_interval(secs => ${pause}) end as wait,
      case when ${watchers.match_mailed_at} > ${now}::timestamptz - make_interval(secs => ${matchPause})
        then ${watchers.match_mailed_at} + make_interval(secs => ${matchPause}) end as match_wait
    from ${watchers} left join ${accounts} on ${accounts.id} = ${watchers.user_id}
    where ${watchers.id} in (select distinct watcher_id from (
      select ${watchNews.watcher_id} from ${watchNews} where ${isDue} order by ${watchNews.due_at} limit ${10 * limit}) due)
    limit ${limit} for no key update of ${watchers} skip locked`);
  const rows = JSON.stringify([...locked]);
  await db.execute(sql`
    update ${watchNews} set due_at = own.wait
    from json_to_recordset(${rows}::text::json) own(id uuid, wait timestamptz)
    where own.wait is not null and ${watchNews.watcher_id} = own.id and ${isDue}`);
  await db.execute(sql`
    update ${watchNews} set due_at = own.match_wait
    from json_to_recordset(${rows}::text::json) own(id uuid, match_wait timestamptz)
    where own.match_wait is not null and ${watchNews.watcher_id} = own.id and ${watchNews.own_ad_id} is not null
      and cardinality(${watchNews.numbers}) = 0 and ${isDue}`);
  const due = [...locked].filter(({ wait }) => !wait);
  return { due: due.map(({ id, email, user_id }) => ({ id, email, user_id })), isDone: locked.length === 0 };
}

/**
 * Returns the mails that have news. News that is not due yet goes along with other news of the same event: later it
 * would repeat the state that the mail has.
 */
export async function assignMails(
  db: Db,
  mails: readonly { watcher_id: string; mail_id: string }[],
  now: string,
): Promise<Set<string>> {
  const assigned = await db.execute<{ mail_id: string; is_match: boolean }>(sql`
    update ${watchNews} set mail_id = own.mail_id
    from json_to_recordset(${JSON.stringify(mails)}::text::json) own(watcher_id uuid, mail_id uuid)
    where ${watchNews.watcher_id} = own.watcher_id and ${watchNews.mail_id} is null
      and (${watchNews.due_at} <= ${now}::timestamptz or exists (
        select from ${watchNews} due where due.watcher_id = own.watcher_id and due.subject_id = ${watchNews.subject_id}
          and due.mail_id is null and due.due_at <= ${now}::timestamptz))
    returning own.mail_id, ${watchNews.own_ad_id} is not null as is_match`);
  const ids = new Set([...assigned].map(({ mail_id }) => mail_id));
  const matchIds = new Set([...assigned].filter(({ is_match }) => is_match).map(({ mail_id }) => mail_id));
  const mailed = mails
    .filter(({ mail_id }) => ids.has(mail_id))
    .map(({ watcher_id, mail_id }) => ({ watcher_id, is_match: matchIds.has(mail_id) }));
  await db.execute(sql`
    update ${watchers} set mailed_at = ${now}::timestamptz,
      match_mailed_at = case when own.is_match then ${now}::timestamptz else ${watchers.match_mailed_at} end
    from json_to_recordset(${JSON.stringify(mailed)}::text::json) own(watcher_id uuid, is_match boolean)
    where ${watchers.id} = own.watcher_id`);
  return ids;
}

export type NewsEvent = WatchedEvent & { url: string | null };

export type NewsAd = {
  id: string;
  announcement_type: 'sale' | 'wanted';
  event_name: string;
  event_date: string;
  distance: string;
  price: number;
  order_number: string;
};

export type News = {
  subject: 'event' | 'ad';
  subject_id: string;
  change: string;
  was: string | null;
  numbers: number[];
  own_ad_id: string | null;
  created_at: string;
  /** The state of the event in the latest other mail since this came up. */
  told: Record<EventStateKey, string> | null;
  /** As it is now. Null if it is gone, or an ad that must not be mailed any more. */
  event: NewsEvent | null;
  ad: NewsAd | null;
};

/** As `toISOString` writes it. */
const instantText = (column: SQLWrapper) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Stores the state of each event that a mail has. */
export async function storeTold(
  db: Db,
  watcherId: string,
  mailId: string,
  told: readonly { subject_id: string; told: Record<EventStateKey | 'at', string> }[],
): Promise<void> {
  await db.execute(sql`
    update ${watchNews} set told = own.told
    from json_to_recordset(${JSON.stringify(told)}::text::json) own(subject_id uuid, told jsonb)
    where ${watchNews.watcher_id} = ${watcherId} and ${watchNews.mail_id} = ${mailId}
      and ${watchNews.subject_id} = own.subject_id`);
}

/** The news of a mail, the newest first, about watches that still exist, or ads of the member that asks for it. */
export async function findNewsOfMail(
  db: Reader,
  watcherId: string,
  mailId: string,
  today: string,
): Promise<News[]> {
  const adColumns = sql`jsonb_build_object(
    'id', ${announcements.id},
    'announcement_type', ${announcements.announcement_type},
    'event_name', ${events.event_name},
    'event_date', ${events.event_date},
    'distance', ${announcements.distance},
    'price', ${announcements.price},
    'order_number', ${announcements.order_number})`;
  const mayHear = sql`${announcements.user_id} is distinct from ${watchers.user_id}
    and not exists (select from ${accounts} own where own.id = ${watchers.user_id} and own.is_suspended)
    and not ${isBlockedPair(announcements.user_id, watchers.user_id)}`;
  const ad = sql`(
    select ${adColumns} from ${announcements}
    join ${events} on ${events.id} = ${announcements.event_id}
    join ${accounts} on ${accounts.id} = ${announcements.user_id}
    where ${announcements.id} = ${watchNews.subject_id} and ${isListedAd(today)} and ${announcements.reserved_for} is null
      and ${mayHear})`;
  const event = sql`(
    select event_for_watches(e) || jsonb_build_object('id', e.id, 'url', '/lopp/' || s.slug || '/' || e.edition)
    from ${events} e left join ${series} s on s.id = e.series_id where e.id = ${watchNews.subject_id})`;
  const rows = await db
    .select({
      subject: watchNews.subject,
      subject_id: watchNews.subject_id,
      change: watchNews.change,
      was: sql<string | null>`${watchNews.was} #>> '{}'`,
      numbers: sql<number[]>`array(
        select number from ${watches} where ${watches.watcher_id} = ${watchNews.watcher_id}
          and ${watches.number} = any(${watchNews.numbers}) order by number)`,
      own_ad_id: sql<string | null>`(
        select own_ad.id from ${announcements} own_ad join ${accounts} owner on owner.id = own_ad.user_id
        where own_ad.id = ${watchNews.own_ad_id} and own_ad.match_alerts and owner.match_alerts
          and not own_ad.is_completed and own_ad.reserved_for is null)`,
      created_at: watchNews.created_at,
      told: sql<News['told']>`(
        select other.told from ${watchNews} other
        where other.watcher_id = ${watchNews.watcher_id} and other.subject_id = ${watchNews.subject_id}
          and other.mail_id <> ${watchNews.mail_id} and other.told ->> 'at' > ${instantText(watchNews.created_at)}
        order by other.told ->> 'at' desc limit 1)`,
      event: sql<NewsEvent | null>`case when ${watchNews.subject} = 'event' then ${event} end`,
      ad: sql<NewsAd | null>`case when ${watchNews.subject} = 'ad' then ${ad} end`,
    })
    .from(watchNews)
    .innerJoin(watchers, eq(watchers.id, watchNews.watcher_id))
    .where(and(eq(watchNews.watcher_id, watcherId), eq(watchNews.mail_id, mailId)))
    .orderBy(desc(watchNews.created_at), desc(watchNews.change));
  return rows.filter(({ numbers, own_ad_id }) => numbers.length > 0 || own_ad_id !== null);
}

export function findRecipient(db: Reader, watcherId: string) {
  return atMostOne(
    db
      .select({
        email: sql<string>`coalesce(${accounts.email}, ${watchers.email})`,
        full_name: sql<string>`coalesce(${accounts.full_name}, '')`,
        username: sql<string>`coalesce(${accounts.username}, '')`,
        is_verified: sql<boolean>`coalesce(${accounts.is_verified}, false)`,
        user_id: watchers.user_id,
        paused_until: watchers.paused_until,
        composed_mail_id: watchers.composed_mail_id,
      })
      .from(watchers)
      .leftJoin(accounts, eq(accounts.id, watchers.user_id))
      .where(eq(watchers.id, watcherId)),
  );
}

/** Records that a mail is composed. Returns when it may be, if another was less than `pause` seconds ago. */
export async function startMail(
  db: Db,
  watcherId: string,
  mailId: string,
  { now, pause }: Pick<Times, 'now' | 'pause'>,
): Promise<Date | undefined> {
  const mayStart = sql`(${watchers.composed_mail_id} is not distinct from ${mailId}
    or coalesce(${watchers.composed_at} <= ${now}::timestamptz - make_interval(secs => ${pause}), true))`;
  const started = await db
    .update(watchers)
    .set({ composed_mail_id: mailId, composed_at: now })
    .where(and(eq(watchers.id, watcherId), mayStart))
    .returning({ id: watchers.id });
  if (started.length > 0) return undefined;
  const watcher = await atMostOne(
    db.select({ composed_at: watchers.composed_at }).from(watchers).where(eq(watchers.id, watcherId)),
  );
  return new Date(Date.parse(watcher?.composed_at ?? now) + pause * 1000);
}

/** Takes news off a mail that must not have it now. It waits until `due_at` for another one. */
export async function releaseMail(db: Db, watcherId: string, mailId: string, due_at: string): Promise<void> {
  await db
    .update(watchNews)
    .set({ mail_id: null, due_at })
    .where(and(eq(watchNews.watcher_id, watcherId), eq(watchNews.mail_id, mailId)));
}

/** Forgets ads that are not shown now, so that they are news again when they are. */
export async function forgetNews(db: Db, watcherId: string, subjectIds: readonly string[]): Promise<void> {
  await db
    .delete(watchNews)
    .where(
      and(
        eq(watchNews.watcher_id, watcherId),
        eq(watchNews.subject, 'ad'),
        sql`${watchNews.subject_id}::text = any(array(select json_array_elements_text(${JSON.stringify(subjectIds)}::text::json)))`,
      ),
    );
}

/** The mail was not needed, so the next one need not wait. */
export async function clearMailedAt(db: Db, watcherId: string): Promise<void> {
  await db.update(watchers).set({ mailed_at: null }).where(eq(watchers.id, watcherId));
}
