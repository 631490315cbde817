import { asc, eq, lte } from 'drizzle-orm';
import { statementLinks, statements } from '#db/schema/index.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const statementColumns = {
  kind: statements.kind,
  order_number: statements.order_number,
  event_name: statements.event_name,
  ground: statements.ground,
  facts: statements.facts,
  created_at: statements.created_at,
  objection: statements.objection,
  objected_at: statements.objected_at,
  objection_decision: statements.objection_decision,
  objection_answer: statements.objection_answer,
  objection_decided_at: statements.objection_decided_at,
};

export async function insertStatement(db: Db, statement: typeof statements.$inferInsert): Promise<string> {
  const id = Bun.randomUUIDv7();
  await db.insert(statements).values({ ...statement, id });
  return id;
}

export async function insertLink(db: Db, link: typeof statementLinks.$inferInsert): Promise<void> {
  await db.insert(statementLinks).values(link);
}

export async function deleteExpiredLinks(db: Db, now: string): Promise<void> {
  await db.delete(statementLinks).where(lte(statementLinks.expires_at, now));
}

export const findStatementsOf = (db: Reader, userId: string) =>
  db
    .select(statementColumns)
    .from(statements)
    .where(eq(statements.user_id, userId))
    .orderBy(asc(statements.created_at), asc(statements.id));
