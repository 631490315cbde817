import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { accounts, accountTokens, sessions } from '../../../db/schema';
import type { Db } from '../../platform/database';

type AccountRow = typeof accounts.$inferInsert;
type TokenRow = typeof accountTokens.$inferInsert;
type Purpose = TokenRow['purpose'];

/** What a member sees of their own account. */
const own = {
  id: accounts.id,
  email: accounts.email,
  username: accounts.username,
  full_name: accounts.full_name,
  phone_number: accounts.phone_number,
  is_verified: accounts.is_verified,
  created_at: accounts.created_at,
  last_login: accounts.last_login,
};

export async function findAccount(db: Db, by: { user_id: string } | { email: string }) {
  const [account] = await db
    .select(own)
    .from(accounts)
    .where('email' in by ? eq(accounts.email, by.email) : eq(accounts.id, by.user_id));
  return account;
}

/** Who logs in with that e-mail or user name, in lower case. An address has an @ and a user name has none. */
export async function findByLogin(db: Db, name: string) {
  const [account] = await db
    .select({
      id: accounts.id,
      password_hash: accounts.password_hash,
      is_verified: accounts.is_verified,
      is_suspended: accounts.is_suspended,
    })
    .from(accounts)
    .where(or(eq(accounts.email, name), eq(accounts.username, name)));
  return account;
}

/** The first of `name`, `name2`, `name3` and so on that nobody has. */
const firstFree = (name: string) => sql<string>`(
  with recursive tried (name, n) as (
    select ${name}::text, 1
    union all
    select ${name}::text || (n + 1), n + 1 from tried
      where exists (select from ${accounts} taken where taken.username = tried.name)
  ) select name from tried order by n desc limit 1)`;

/** Stores an account under the first free number of its user name; undefined when e-mail or user name was just taken. */
export async function insertAccount(db: Db, account: AccountRow): Promise<string | undefined> {
  const [made] = await db
    .insert(accounts)
    .values({ ...account, username: firstFree(account.username) as never })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return made?.id;
}

export async function updateAccount(
  db: Db,
  id: string,
  change: Pick<AccountRow, 'full_name' | 'phone_number'>,
) {
  const [account] = await db.update(accounts).set(change).where(eq(accounts.id, id)).returning(own);
  return account;
}

export async function updatePassword(db: Db, id: string, password_hash: string): Promise<void> {
  await db.update(accounts).set({ password_hash }).where(eq(accounts.id, id));
}

/**
 * Notes a log-in, unless the account was suspended or got another password since it was read. The row is locked until
 * the session is stored, so that whatever ends all sessions meanwhile ends this one too.
 */
export async function markLogin(db: Db, id: string, password_hash: string, now: string) {
  const [account] = await db
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
    .returning(own);
  return account;
}

/** Waits until nobody else changes the account: taken before its tokens, by whoever changes both. */
export async function lockAccount(db: Db, id: string): Promise<void> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

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

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
}

export async function insertToken(db: Db, token: TokenRow): Promise<void> {
  await db.insert(accountTokens).values(token);
}

const isLive = (tokenHash: string, purpose: Purpose, now: string) =>
  and(
    eq(accountTokens.token_hash, tokenHash),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expires_at, now),
    isNull(accountTokens.used_at),
  );

/** Whose the link is; undefined when it has run out, was used or never was. */
export async function findToken(db: Db, tokenHash: string, purpose: Purpose, now: string) {
  const [token] = await db
    .select({ user_id: accountTokens.user_id })
    .from(accountTokens)
    .where(isLive(tokenHash, purpose, now));
  return token;
}

/** Uses the link up; false when somebody was first. */
export async function useToken(db: Db, tokenHash: string, purpose: Purpose, now: string): Promise<boolean> {
  const used = await db
    .update(accountTokens)
    .set({ used_at: now })
    .where(isLive(tokenHash, purpose, now))
    .returning({ token_hash: accountTokens.token_hash });
  return used.length > 0;
}

/** Ends every other link of that kind that the account was mailed. */
export async function useTokensOf(db: Db, userId: string, purpose: Purpose, now: string): Promise<void> {
  await db
    .update(accountTokens)
    .set({ used_at: now })
    .where(
      and(
        eq(accountTokens.user_id, userId),
        eq(accountTokens.purpose, purpose),
        isNull(accountTokens.used_at),
      ),
    );
}

/** Verifies whose link it is, and again if it is called again; false when there is no such link. */
export async function markVerified(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const owner = db
    .select({ user_id: accountTokens.user_id })
    .from(accountTokens)
    .where(isLive(tokenHash, 'verification', now));
  const verified = await db
    .update(accounts)
    .set({ is_verified: true })
    .where(inArray(accounts.id, owner))
    .returning({ id: accounts.id });
  return verified.length > 0;
}

/** Removes sessions and links that had run out by then. */
export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expires_at, now));
  await db.delete(accountTokens).where(lte(accountTokens.expires_at, now));
}

/** Whether the account is there; if so nobody deletes it until the caller's transaction ends. */
export async function keepRow(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('key share');
  return rows.length > 0;
}
