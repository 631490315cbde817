import { submissions } from '../../../db/schema';
import type { Db } from '../../platform/database';

export type SubmissionRow = typeof submissions.$inferInsert;

export async function insertSubmission(db: Db, submission: SubmissionRow): Promise<void> {
  await db.insert(submissions).values(submission);
}
