import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { lockDeletions } from '../deletion/store.ts';
import { issueLink } from '../links/service.ts';
import { findToken, recordFirstUse } from '../links/store.ts';
import type { MailedAccount } from '../service.ts';
import { findAccount } from '../store.ts';

/** For suspended members, who cannot log in. Returns undefined for any other address. */
export async function issueDataLink(
  ctx: Context,
  email: string,
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, { email });
  return account?.is_suspended ? issueLink(ctx, 'privacy', account) : undefined;
}

/** For the mail about a suspension. Valid for `days`. Returns undefined once the suspension has ended. */
export async function issueLongDataLink(
  ctx: Context,
  user_id: string,
  days: number,
): Promise<string | undefined> {
  const account = await findAccount(ctx.database.db, { user_id });
  return account?.is_suspended ? (await issueLink(ctx, 'privacy', account, days * DAY_MS)).token : undefined;
}

/** The link works until it expires or the suspension ends. Throws `data_link.invalid`. */
export function openDataLink(ctx: Context, token: string): Promise<string> {
  return ctx.database.db.transaction(async (tx) => {
    const ownerId = await findOwnerId(ctx, tx, token);
    await recordFirstUse(tx, hashToken(token), ctx.now().toISOString());
    return ownerId;
  });
}

/** Waits for deletions in progress, so only the first of two concurrent deletions finds the link. */
export async function lockDataLink(ctx: Context, tx: Db, token: string): Promise<string> {
  await lockDeletions(tx);
  return findOwnerId(ctx, tx, token);
}

async function findOwnerId(ctx: Context, db: Db, token: string): Promise<string> {
  const link = await findToken(db, hashToken(token), 'privacy', ctx.now().toISOString());
  const account = link && (await findAccount(db, link));
  if (!account?.is_suspended) throw new AppError('data_link.invalid');
  return account.id;
}
