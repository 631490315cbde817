import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Columns of moments, and how many seconds a right clock can put them ahead: nothing for what has happened, the longest
 * interval for what is due. A moment that lies further ahead was stored by a wrong clock. It counts as now, so that
 * nothing waits until then.
 */
const AHEAD: Record<string, Record<string, number>> = {
  watch_changes: { changed_at: MINUTE },
  watch_news: { due_at: 40 * DAY, created_at: 0 },
  watchers: {
    paused_until: 31 * DAY,
    mailed_at: 0,
    composed_at: 0,
    match_mailed_at: 0,
    refused_at: 0,
    idle_since: 0,
  },
  watches: { renewed_at: 0, asked_at: 0 },
  watch_requests: { created_at: 0 },
  sources: { due_at: DAY },
  link_checks: { due_at: 7 * DAY, claimed_until: 10 * MINUTE, failing_since: 0 },
  events: { geocode_due: HOUR },
  announcements: { reserved_until: 5 * DAY, renewed_at: 0, reminded_at: 0 },
  conversations: { left_at: 0 },
  evidence: { created_at: 0 },
  marketplace_login_addresses: { last_login: 0 },
  admin_login_addresses: { last_login: 0 },
};
/** These columns are set and compared by the database's clock. */
const OF_DATABASE: Record<string, Record<string, number>> = {
  outbox: { due_at: DAY, failed_at: 0 },
};
/** Days in Stockholm, which are today at the latest. */
const DAYS: Record<string, string> = { admins: 'digest_sent_on' };

/** Two machines may differ so much. */
const SKEW_SECONDS = MINUTE;

/** Sets moments that a wrong clock stored to now. `now` is the process's time, `today` its day in Stockholm. */
export async function bringBackMoments(db: Db, now: string, today: string): Promise<void> {
  for (const [tables, reading] of [
    [AHEAD, sql`${now}::timestamptz`],
    [OF_DATABASE, sql`now()`],
  ] as const)
    for (const [table, columns] of Object.entries(tables))
      for (const [column, seconds] of Object.entries(columns)) {
        const name = sql.identifier(column);
        await db.execute(sql`
          update ${sql.identifier(table)} set ${name} = ${reading}
          where ${name} > ${reading} + make_interval(secs => ${seconds + SKEW_SECONDS})`);
      }
  for (const [table, column] of Object.entries(DAYS))
    await db.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = ${today}::date
      where ${sql.identifier(column)} > ${today}::date`);
  // Openings were announced up to this day.
  await db.execute(sql`delete from watch_days where day > ${today}::date`);
  await db.execute(sql`
    update rate_limits set hits = array(select least(hit, now()) from unnest(hits) hit order by 1)
    where exists (select from unnest(hits) hit where hit > now() + make_interval(secs => ${SKEW_SECONDS}))`);
}
