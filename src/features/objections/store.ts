import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, statementLinks, statements } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

type StatementRow = typeof statements.$inferSelect;

export function findByToken(db: Reader, tokenHash: string, now: string) {
  return atMostOne(
    db
      .select(getTableColumns(statements))
      .from(statementLinks)
      .innerJoin(statements, eq(statements.id, statementLinks.statement_id))
      .where(and(eq(statementLinks.token_hash, tokenHash), gt(statementLinks.expires_at, now))),
  );
}

export function findStatement(db: Reader, id: string): Promise<StatementRow | undefined> {
  return atMostOne(db.select().from(statements).where(eq(statements.id, id)));
}

/** Returns undefined if there is an objection already. */
export function storeObjection(
  db: Db,
  id: string,
  objection: string,
  objected_at: string,
): Promise<StatementRow | undefined> {
  return atMostOne(
    db
      .update(statements)
      .set({ objection, objected_at })
      .where(and(eq(statements.id, id), isNull(statements.objected_at)))
      .returning(),
  );
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

const isObjection = (id: string) => and(eq(statements.id, id), isNotNull(statements.objected_at));

export function findObjection(db: Reader, id: string) {
  return atMostOne(selectObjections(db).where(isObjection(id)));
}

/** Locks the account of the member, so that no statement about it or its ads is added until the transaction ends. */
export function findObjectionAndLockAccount(db: Db, id: string) {
  return atMostOne(selectObjections(db).where(isObjection(id)).for('update', { of: accounts }));
}

/** Whether the same was decided again about the member or the ad, and not reversed. */
export async function hasLaterDecision(db: Reader, id: string): Promise<boolean> {
  const later = alias(statements, 'later');
  const rows = await db
    .select({ id: later.id })
    .from(statements)
    .innerJoin(
      later,
      and(
        eq(later.user_id, statements.user_id),
        eq(later.kind, statements.kind),
        sql`${later.order_number} is not distinct from ${statements.order_number}`,
        sql`(${later.created_at}, ${later.id}) > (${statements.created_at}, ${statements.id})`,
        sql`${later.objection_decision} is distinct from 'reversed'`,
      ),
    )
    .where(eq(statements.id, id))
    .limit(1);
  return rows.length > 0;
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
