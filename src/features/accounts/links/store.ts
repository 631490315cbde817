import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { accounts, accountTokens } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

type TokenRow = typeof accountTokens.$inferInsert;
export type Purpose = TokenRow['purpose'];

export async function insertToken(db: Db, token: TokenRow): Promise<void> {
  await db.insert(accountTokens).values(token);
}

const isLive = (tokenHash: string, purpose: Purpose, now: string) =>
  and(
    eq(accountTokens.token_hash, tokenHash),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expires_at, now),
    purpose === 'reset' ? isNull(accountTokens.used_at) : undefined,
  );

export async function findToken(db: Reader, tokenHash: string, purpose: Purpose, now: string) {
  const [token] = await db
    .select({ user_id: accountTokens.user_id })
    .from(accountTokens)
    .where(isLive(tokenHash, purpose, now));
  return token;
}

export async function consumeToken(
  db: Db,
  tokenHash: string,
  purpose: Purpose,
  now: string,
): Promise<boolean> {
  const used = await db
    .update(accountTokens)
    .set({ used_at: now })
    .where(isLive(tokenHash, purpose, now))
    .returning({ token_hash: accountTokens.token_hash });
  return used.length > 0;
}

export async function invalidateTokensOf(
  db: Db,
  userId: string,
  purpose: Purpose,
  now: string,
): Promise<void> {
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

/** Returns undefined if the link is invalid or the account is contested: no link verifies a contested account. */
export async function markVerified(db: Db, tokenHash: string, now: string) {
  const owner = db
    .select({ user_id: accountTokens.user_id })
    .from(accountTokens)
    .where(isLive(tokenHash, 'verification', now));
  const [found] = await db
    .select({ id: accounts.id, is_verified: accounts.is_verified })
    .from(accounts)
    .where(and(inArray(accounts.id, owner), eq(accounts.is_contested, false)))
    .for('no key update');
  if (!found) return undefined;
  if (!found.is_verified)
    await db.update(accounts).set({ is_verified: true }).where(eq(accounts.id, found.id));
  return { id: found.id, isNew: !found.is_verified };
}

/** Members can see the time in the export of their data. */
export async function recordFirstUse(db: Db, tokenHash: string, now: string): Promise<void> {
  await db
    .update(accountTokens)
    .set({ used_at: now })
    .where(and(eq(accountTokens.token_hash, tokenHash), isNull(accountTokens.used_at)));
}

export async function deleteExpiredTokens(db: Db, now: string): Promise<void> {
  await db.delete(accountTokens).where(lte(accountTokens.expires_at, now));
}
