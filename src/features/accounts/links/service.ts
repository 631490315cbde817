import type { BackgroundContext, Context, RequestContext } from '#src/platform/context.ts';
import { rememberAddress } from '#src/platform/limits/login-addresses.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { hashPassword, isCommonPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type EmailInput,
  isStrongPassword,
  type OwnAccount,
  type ResetInput,
  type VerifyInput,
} from '../contract.ts';
import type { MailedAccount } from '../service.ts';
import { endSessions } from '../sessions/service.ts';
import { findAccount, lockAccount, updatePassword } from '../store.ts';
import {
  consumeToken,
  deleteExpiredTokens,
  findToken,
  insertToken,
  invalidateTokensOf,
  markVerified,
  recordFirstUse,
  type TokenPurpose,
} from './store.ts';

type MessageResponse = { message: string };

const LIFETIME_MS: Record<TokenPurpose, number> = {
  verification: 24 * 3_600_000,
  reset: 3_600_000,
  privacy: 24 * 3_600_000,
};

const currentInstant = (ctx: Context) => ctx.now().toISOString();

/** Calling it again with the same token also succeeds. */
export async function verifyEmail(ctx: RequestContext, { token }: VerifyInput): Promise<MessageResponse> {
  const token_hash = hashToken(token);
  await ctx.database.db.transaction(async (db) => {
    const account = await markVerified(db, token_hash, currentInstant(ctx));
    if (!account) throw new AppError('verification.invalid');
    if (account.isNewlyVerified) await rememberAddress(ctx, db, 'member', account.id);
    await recordFirstUse(db, token_hash, currentInstant(ctx));
  });
  return { message: 'Din e-post är verifierad. Du kan nu logga in.' };
}

/** The account is looked up when the mail is composed: the response must not reveal whether it exists. */
export async function resendVerification(ctx: Context, { email }: EmailInput): Promise<MessageResponse> {
  await ctx.database.db.transaction((tx) => enqueueMail(tx, { kind: 'account.resend', about: { email } }));
  return { message: 'Om kontot finns och inte är verifierat har vi skickat en ny länk.' };
}

/** The account is looked up when the mail is composed: the response must not reveal whether it exists. */
export async function forgotPassword(ctx: Context, { email }: EmailInput): Promise<MessageResponse> {
  await ctx.database.db.transaction((tx) => enqueueMail(tx, { kind: 'account.reset', about: { email } }));
  return { message: 'Återställningslänk skickad! Kolla din e-post.' };
}

/** An invalid link is reported before a weak password, and before anything is hashed. */
export async function resetPassword(
  ctx: RequestContext,
  { token, new_password }: ResetInput,
): Promise<MessageResponse> {
  const token_hash = hashToken(token);
  const link = await findToken(ctx.database.db, token_hash, 'reset', currentInstant(ctx));
  if (!link) throw new AppError('reset.invalid');
  if (!isStrongPassword(new_password)) throw new AppError('password.weak');
  if (isCommonPassword(new_password)) throw new AppError('password.common');
  const password_hash = await hashPassword(new_password);
  await ctx.database.db.transaction(async (db) => {
    // Lock the account first: two links of the same account would deadlock otherwise.
    await lockAccount(db, link.user_id);
    const isFirstUse = await consumeToken(db, token_hash, 'reset', currentInstant(ctx));
    if (!isFirstUse) throw new AppError('reset.invalid');
    await updatePassword(db, link.user_id, password_hash);
    await invalidateTokensOf(db, link.user_id, 'reset', currentInstant(ctx));
    await endSessions(db, link.user_id);
    await rememberAddress(ctx, db, 'member', link.user_id);
    await enqueueMail(db, { kind: 'account.reset_done', about: { user_id: link.user_id } });
  });
  return { message: 'Lösenordet har återställts! Du kan nu logga in.' };
}

/**
 * Returns undefined if the account is unknown, verified or contested. The password of a contested account may be
 * another person's, so its owner must choose a new one.
 */
export async function issueVerificationLink(
  ctx: Context,
  by: { user_id: string } | { email: string },
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, by);
  return account && !account.is_verified && !account.is_contested
    ? issueLink(ctx, 'verification', account)
    : undefined;
}

export async function issueResetLink(
  ctx: Context,
  email: string,
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, { email });
  return account && issueLink(ctx, 'reset', account);
}

export async function issueLink(
  ctx: Context,
  purpose: TokenPurpose,
  account: OwnAccount,
  lifetimeMs = LIFETIME_MS[purpose],
) {
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    purpose,
    user_id: account.id,
    created_at: currentInstant(ctx),
    expires_at: new Date(ctx.now().getTime() + lifetimeMs).toISOString(),
  };
  await ctx.database.db.transaction((tx) => insertToken(tx, link));
  const { email, full_name, username, is_verified } = account;
  return { token, email, full_name, username, is_verified };
}

export const sweepLinks = (ctx: BackgroundContext): Promise<void> =>
  deleteExpiredTokens(ctx.database.db, currentInstant(ctx));
