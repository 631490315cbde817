import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { accounts, accountTokens } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

type TokenRow = typeof accountTokens.$inferInsert;
export type TokenPurpose = TokenRow['purpose'];

export async function insertToken(db: Db, token: TokenRow): Promise<void> {
  await db.insert(accountTokens).values(token);
}

const isValidToken = (tokenHash: string, purpose: TokenPurpose, now: string) =>
  and(
    eq(accountTokens.token_hash, tokenHash),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expires_at, now),
    purpose === 'reset' ? isNull(accountTokens.used_at) : undefined,
  );

export function findToken(db: Reader, tokenHash: string, purpose: TokenPurpose, now: string) {
  return atMostOne(
    db
      .select({ user_id: accountTokens.user_id })
      .from(accountTokens)
      .where(isValidToken(tokenHash, purpose, now)),
  );
}

export async function consumeToken(
  db: Db,
  tokenHash: string,
  purpose: TokenPurpose,
  now: string,
): Promise<boolean> {
  const rows = await db
    .update(accountTokens)
    .set({ used_at: now })
    .where(isValidToken(tokenHash, purpose, now))
    .returning({ token_hash: accountTokens.token_hash });
  return rows.length > 0;
}

export async function invalidateTokensOf(
  db: Db,
  userId: string,
  purpose: TokenPurpose,
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
  const ownerId = db
    .select({ user_id: accountTokens.user_id })
    .from(accountTokens)
    .where(isValidToken(tokenHash, 'verification', now));
  const account = await atMostOne(
    db
      .select({ id: accounts.id, is_verified: accounts.is_verified })
      .from(accounts)
      .where(and(inArray(accounts.id, ownerId), eq(accounts.is_contested, false)))
      .for('no key update'),
  );
  if (!account) return undefined;
  if (!account.is_verified)
    await db.update(accounts).set({ is_verified: true }).where(eq(accounts.id, account.id));
  return { id: account.id, isNewlyVerified: !account.is_verified };
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
