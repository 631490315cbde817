import { sql } from 'drizzle-orm';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';

/** Ages are in seconds. */
export type Figures = {
  outbox_waiting: number;
  outbox_due: number;
  outbox_failed: number;
  outbox_oldest: number;
  watches: number;
  watch_changes: number;
  watch_news: number;
  links_unchecked: number;
  links_ok: number;
  links_unknown: number;
  links_failing: number;
  links_dead: number;
  member_sessions: number;
  admin_sessions: number;
};

/** In one statement. Mails that wait and links are few, and the other counts are read from indexes. */
export function readFigures(db: Reader): Promise<Figures> {
  return exactlyOne(
    db.execute<Figures>(sql`
    select mails.*, links.*,
      (select count(*)::int from watches) as watches,
      (select count(*)::int from watch_changes) as watch_changes,
      (select count(*)::int from watch_news where mail_id is null) as watch_news,
      (select count(*)::int from marketplace_sessions where expires_at > now()) as member_sessions,
      (select count(*)::int from admin_sessions where expires_at > now()) as admin_sessions
    from (
      select
        count(*) filter (where failed_at is null)::int as outbox_waiting,
        count(*) filter (where failed_at is null and due_at <= now())::int as outbox_due,
        count(failed_at)::int as outbox_failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)::float8 as outbox_oldest
      from outbox
    ) mails, (
      select
        count(*) filter (where status = 'unchecked')::int as links_unchecked,
        count(*) filter (where status = 'ok')::int as links_ok,
        count(*) filter (where status = 'unknown')::int as links_unknown,
        count(*) filter (where status = 'failing')::int as links_failing,
        count(*) filter (where status = 'dead')::int as links_dead
      from link_checks
    ) links`),
  );
}
