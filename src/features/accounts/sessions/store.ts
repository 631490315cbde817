import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { accounts, sessions } from '#db/schema/index.ts';
import { wasMadeBefore } from '#src/platform/clock/sessions.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { CallDatabase, Db, Reader, Sql } from '#src/platform/database.ts';
import { ownAccountColumns } from '../store.ts';

/**
 * `name` is in lower case. E-mails contain an @ and user names do not. Unverified accounts cannot log in by user name,
 * because a registration of a known address creates no user name either.
 */
export function findByLogin(db: Reader, name: string) {
  return atMostOne(
    db
      .select({
        id: accounts.id,
        email: accounts.email,
        password_hash: accounts.password_hash,
        stranger_password_hash: accounts.stranger_password_hash,
        is_verified: accounts.is_verified,
        is_suspended: accounts.is_suspended,
      })
      .from(accounts)
      .where(or(eq(accounts.email, name), and(eq(accounts.username, name), eq(accounts.is_verified, true)))),
  );
}

/** The row stays locked until the session is stored, so that a concurrent `endSessions` also ends this one. */
export function recordLogin(db: Db, id: string, password_hash: string, now: string) {
  return atMostOne(
    db
      .update(accounts)
      .set({ last_login: now })
      .where(
        and(
          eq(accounts.id, id),
          eq(accounts.password_hash, password_hash),
          eq(accounts.is_verified, true),
          eq(accounts.is_suspended, false),
        ),
      )
      .returning(ownAccountColumns),
  );
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

const memberBySession = (db: Reader) =>
  db
    .select({ id: accounts.id, email: accounts.email, full_name: accounts.full_name })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.user_id))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('token_hash')),
        gt(sessions.expires_at, sql.placeholder('now')),
        wasMadeBefore(sessions.created_at, sql.placeholder('now')),
        eq(accounts.is_verified, true),
        eq(accounts.is_suspended, false),
      ),
    )
    .prepare('member_by_session');

/** Prepared once per database: it runs at every call, and building it takes longer than running it. */
const memberStatements = new WeakMap<Sql, ReturnType<typeof memberBySession>>();

export function findMember(database: CallDatabase, token_hash: string, now: string) {
  const statement = memberStatements.get(database.sql) ?? memberBySession(database.db);
  memberStatements.set(database.sql, statement);
  return atMostOne(statement.execute({ token_hash, now }));
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expires_at, now));
}
