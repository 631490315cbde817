import { and, eq, gt } from 'drizzle-orm';
import { accounts, sessions } from '../../../db/schema';
import type { Db } from '../../platform/database';

/** Who is logged in with that token at that instant; a suspended account is logged in nowhere (D8). */
export async function findMember(db: Db, tokenHash: string, now: string) {
  const [member] = await db
    .select({ id: accounts.id, email: accounts.email, full_name: accounts.full_name })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.user_id))
    .where(
      and(eq(sessions.token_hash, tokenHash), gt(sessions.expires_at, now), eq(accounts.is_suspended, false)),
    );
  return member;
}

/** Whether the account is there; if so nobody deletes it until the caller's transaction ends. */
export async function holdAccount(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('key share');
  return rows.length > 0;
}
