import { and, desc, eq, getTableColumns, gt, isNotNull, isNull } from 'drizzle-orm';
import { accounts, statementLinks, statements } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

type StatementRow = typeof statements.$inferSelect;

export async function findByToken(db: Reader, tokenHash: string, now: string) {
  const [statement] = await db
    .select(getTableColumns(statements))
    .from(statementLinks)
    .innerJoin(statements, eq(statements.id, statementLinks.statement_id))
    .where(and(eq(statementLinks.token_hash, tokenHash), gt(statementLinks.expires_at, now)));
  return statement;
}

export async function findStatement(db: Reader, id: string): Promise<StatementRow | undefined> {
  const [statement] = await db.select().from(statements).where(eq(statements.id, id));
  return statement;
}

/** Returns undefined if there is an objection already. */
export async function storeObjection(
  db: Db,
  id: string,
  objection: string,
  objected_at: string,
): Promise<StatementRow | undefined> {
  const [statement] = await db
    .update(statements)
    .set({ objection, objected_at })
    .where(and(eq(statements.id, id), isNull(statements.objected_at)))
    .returning();
  return statement;
}

const selectObjections = (db: Reader) =>
  db
    .select({
      ...getTableColumns(statements),
      user: { id: accounts.id, full_name: accounts.full_name },
    })
    .from(statements)
    .innerJoin(accounts, eq(accounts.id, statements.user_id));

export const findObjections = (db: Reader) =>
  selectObjections(db)
    .where(isNotNull(statements.objected_at))
    .orderBy(desc(statements.objected_at), desc(statements.id));

export async function findObjection(db: Reader, id: string) {
  const [objection] = await selectObjections(db).where(
    and(eq(statements.id, id), isNotNull(statements.objected_at)),
  );
  return objection;
}

/** Returns false if the objection is decided already. */
export async function storeObjectionDecision(
  db: Db,
  id: string,
  decision: Pick<StatementRow, 'objection_decision' | 'objection_answer' | 'objection_decided_at'>,
): Promise<boolean> {
  const rows = await db
    .update(statements)
    .set(decision)
    .where(and(eq(statements.id, id), isNull(statements.objection_decision)))
    .returning({ id: statements.id });
  return rows.length > 0;
}
