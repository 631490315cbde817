import { notices, statements } from '#db/schema/index.ts';
import { issueStatementLink } from '#src/features/statements/service.ts';
import type { Db } from '#src/platform/database.ts';
import type { TestApp } from './app.ts';
import { makeAnnouncement, makeMember } from './content.ts';

/** Undecided, and by default about a new ad. */
export async function makeNotice(db: Db, row: Partial<typeof notices.$inferInsert> = {}) {
  const ad = await makeAnnouncement(db);
  const [notice] = await db
    .insert(notices)
    .values({
      url: `/marketplace/annons/${ad.order_number}`,
      announcement_id: ad.id,
      explanation: 'Platsen finns inte.',
      name: 'Karin Hedlund',
      email: 'karin@example.se',
      good_faith: true,
      ...row,
    })
    .returning();
  if (!notice) throw new Error('No notice was made.');
  return notice;
}

/** By default about the suspension of a new member. */
export async function makeStatement(db: Db, row: Partial<typeof statements.$inferInsert> = {}) {
  const user_id = row.user_id ?? (await makeMember(db, { is_suspended: true })).id;
  const [statement] = await db
    .insert(statements)
    .values({ kind: 'account_suspended', ...row, user_id })
    .returning();
  if (!statement) throw new Error('No statement was made.');
  return statement;
}

export const OBJECTION = { objection: 'Det var inte jag.', objected_at: '2027-01-14T08:00:00.000Z' };

export async function newStatementToken({ context }: TestApp): Promise<string> {
  const { id } = await makeStatement(context.database.db);
  return issueStatementLink(context, id);
}
