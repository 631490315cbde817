import { and, asc, count, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm';
import { events, submissions } from '#db/schema/index.ts';
import { RACE_FIELD_NAMES } from '#src/features/events/fields.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { pick } from '#src/shared/pick.ts';

export type SubmissionRow = typeof submissions.$inferInsert;
export type StoredSubmission = typeof submissions.$inferSelect;

export async function insertSubmission(db: Db, submission: SubmissionRow): Promise<void> {
  await db.insert(submissions).values(submission);
}

export async function countPending(db: Reader): Promise<number> {
  const row = await exactlyOne(
    db.select({ count: count() }).from(submissions).where(eq(submissions.status, 'pending')),
  );
  return row.count;
}

export function findSubmissions(db: Reader): Promise<StoredSubmission[]> {
  return db.select().from(submissions).orderBy(desc(submissions.submitted_at), desc(submissions.id));
}

const isPending = (id: string) => and(eq(submissions.id, id), eq(submissions.status, 'pending'));

export function findPendingSubmission(db: Reader, id: string): Promise<StoredSubmission | undefined> {
  return atMostOne(db.select().from(submissions).where(isPending(id)));
}

export function lockSubmission(db: Reader, id: string): Promise<StoredSubmission | undefined> {
  return atMostOne(db.select().from(submissions).where(eq(submissions.id, id)).for('update'));
}

type Decision = Pick<StoredSubmission, 'status' | 'admin_comments' | 'reviewed_at' | 'reviewed_by'>;

export function storeDecision(
  db: Db,
  id: string,
  decision: Decision & Partial<SubmissionRow>,
): Promise<StoredSubmission | undefined> {
  return atMostOne(db.update(submissions).set(decision).where(isPending(id)).returning());
}

export async function removeSubmission(db: Db, id: string): Promise<string | undefined> {
  const row = await atMostOne(
    db.delete(submissions).where(eq(submissions.id, id)).returning({ event_name: submissions.event_name }),
  );
  return row?.event_name;
}

export function findEventsOnPendingDays(db: Reader) {
  const days = db
    .select({ day: submissions.event_date })
    .from(submissions)
    .where(eq(submissions.status, 'pending'));
  return db
    .select(pick(getTableColumns(events), ['id', ...RACE_FIELD_NAMES]))
    .from(events)
    .where(inArray(events.event_date, days))
    .orderBy(events.id);
}

/** `emails` must be in lower case. */
export function findSubmissionsFrom(db: Reader, emails: string[]): Promise<StoredSubmission[]> {
  return db
    .select()
    .from(submissions)
    .where(inArray(sql`lower(${submissions.submitter_email})`, emails))
    .orderBy(asc(submissions.submitted_at), asc(submissions.id));
}

export async function deleteReviewedBefore(db: Db, instant: string): Promise<void> {
  await db
    .delete(submissions)
    .where(and(ne(submissions.status, 'pending'), lt(submissions.reviewed_at, instant)));
}
