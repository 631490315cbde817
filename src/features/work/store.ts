import { type SQL, sql } from 'drizzle-orm';
import {
  contactMessages,
  eventProposals,
  evidence,
  linkChecks,
  notices,
  reports,
  sourceChanges,
  statements,
  submissions,
} from '#db/schema/index.ts';
import type { Reader } from '#src/platform/database.ts';
import { WORK_COUNT_MAX, type WorkKind } from './contract.ts';

/** Since when each one waits. */
export const WAITING: Record<Exclude<WorkKind, 'duplicates'>, SQL> = {
  submissions: sql`select submitted_at as at from ${submissions} where status = 'pending'`,
  proposals: sql`select created_at as at from ${eventProposals} where status = 'pending'`,
  notices: sql`select created_at as at from ${notices} where decision is null`,
  objections: sql`select objected_at as at from ${statements} where objected_at is not null and objection_decision is null`,
  // Those about deleted members are kept as evidence.
  reports: sql`select created_at as at from ${reports} where status = 'new' union all
    select created_at from ${evidence} where content ->> 'status' = 'new' and not exists (select from ${reports} where id = report_id)`,
  contact_messages: sql`select created_at as at from ${contactMessages} where not is_read`,
  source_changes: sql`select found_at as at from ${sourceChanges} where status = 'pending'`,
  dead_links: sql`select failing_since as at from ${linkChecks} where status = 'dead'`,
};

/** One statement, so that all counts are from the same moment. */
export function countWaiting(db: Reader) {
  const counts = Object.entries(WAITING).map(
    ([kind, waiting]) => sql`(
      select ${kind}::text as kind, count(*)::int as count, min(at) as oldest
      from (${waiting} order by at limit ${WORK_COUNT_MAX}) waiting)`,
  );
  return db.execute<{ kind: WorkKind; count: number; oldest: string | null }>(
    sql`select kind, count, oldest from (${sql.join(counts, sql` union all `)}) counts`,
  );
}
