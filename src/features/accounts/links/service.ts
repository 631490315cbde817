import type { Context, OpenContext, RequestContext } from '../../../platform/context';
import { rememberAddress } from '../../../platform/login-addresses';
import { orderMail } from '../../../platform/mail';
import { hashPassword, isCommonPassword } from '../../../platform/passwords';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import {
  type EmailInput,
  isStrongPassword,
  type OwnAccount,
  type ResetInput,
  type VerifyInput,
} from '../contract';
import type { MailedAccount } from '../service';
import { endSessions } from '../sessions/service';
import { findAccount, lockAccount, updatePassword } from '../store';
import {
  deleteExpiredTokens,
  findToken,
  insertToken,
  markVerified,
  noteUse,
  type Purpose,
  useToken,
  useTokensOf,
} from './store';

type Said = { message: string };

/** D8. */
const LIFE: Record<Purpose, number> = {
  verification: 24 * 3_600_000,
  reset: 3_600_000,
  privacy: 24 * 3_600_000,
};

const instant = (ctx: Context) => ctx.now().toISOString();

/**
 * The link of the mail was followed: the account may log in, and the caller's address is known from the first time on.
 * Answers the same when it is followed again (D8).
 */
export async function verify(ctx: RequestContext, { token }: VerifyInput): Promise<Said> {
  const token_hash = await hashToken(token);
  await ctx.database.db.transaction(async (db) => {
    const verified = await markVerified(db, token_hash, instant(ctx));
    if (!verified) throw new AppError('verification.invalid');
    if (verified.isNew) {
      await rememberAddress(ctx, db, 'member', verified.id);
      await orderMail(db, { kind: 'account.verified', about: { user_id: verified.id } });
    }
    await noteUse(db, token_hash, instant(ctx));
  });
  return { message: 'Din e-post är verifierad. Du kan nu logga in.' }; // D32
}

/** Whether there is anything to verify is looked up when the mail is made: nothing of it shows here (D8). */
export async function resendVerification(ctx: Context, { email }: EmailInput): Promise<Said> {
  await ctx.database.db.transaction((tx) => orderMail(tx, { kind: 'account.resend', about: { email } }));
  return { message: 'Om kontot finns och inte är verifierat har vi skickat en ny länk.' };
}

/** Whether there is an account is looked up when the mail is made: nothing of it shows here (D6). */
export async function forgotPassword(ctx: Context, { email }: EmailInput): Promise<Said> {
  await ctx.database.db.transaction((tx) => orderMail(tx, { kind: 'account.reset', about: { email } }));
  return { message: 'Återställningslänk skickad! Kolla din e-post.' }; // D32
}

/**
 * Another password by the link of the mail, once. It ends all sessions (D8), and of the known addresses only the caller's
 * stays. An invalid link is reported before a weak password, and before anything is hashed.
 */
export async function resetPassword(ctx: RequestContext, { token, new_password }: ResetInput): Promise<Said> {
  const token_hash = await hashToken(token);
  const link = await findToken(ctx.database.db, token_hash, 'reset', instant(ctx));
  if (!link) throw new AppError('reset.invalid');
  if (!isStrongPassword(new_password)) throw new AppError('password.weak');
  if (isCommonPassword(new_password)) throw new AppError('password.common');
  const password_hash = await hashPassword(new_password);
  await ctx.database.db.transaction(async (db) => {
    // First the account: two links of one account would else wait for each other.
    await lockAccount(db, link.user_id);
    const isFirst = await useToken(db, token_hash, 'reset', instant(ctx));
    if (!isFirst) throw new AppError('reset.invalid');
    await updatePassword(db, link.user_id, password_hash);
    await useTokensOf(db, link.user_id, 'reset', instant(ctx));
    await endSessions(db, link.user_id);
    await rememberAddress(ctx, db, 'member', link.user_id);
    await orderMail(db, { kind: 'account.reset_done', about: { user_id: link.user_id } });
  });
  return { message: 'Lösenordet har återställts! Du kan nu logga in.' };
}

/**
 * A link that verifies an account, for 24 hours (D8); undefined when there is no such account, it is verified, or its
 * address was registered again: the password may be another's than the reader's, who is to choose their own.
 */
export async function issueVerification(
  ctx: Context,
  by: { user_id: string } | { email: string },
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, by);
  return account && !account.is_verified && !account.is_contested
    ? issue(ctx, 'verification', account)
    : undefined;
}

/** A link to another password, for an hour (D8); undefined when there is no such account. */
export async function issueReset(
  ctx: Context,
  email: string,
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, { email });
  return account && issue(ctx, 'reset', account);
}

/** Stores a new link for the account and returns its token. */
export async function issue(ctx: Context, purpose: Purpose, account: OwnAccount) {
  const token = newToken();
  const link = {
    token_hash: await hashToken(token),
    purpose,
    user_id: account.id,
    created_at: instant(ctx),
    expires_at: new Date(ctx.now().getTime() + LIFE[purpose]).toISOString(),
  };
  await ctx.database.db.transaction((tx) => insertToken(tx, link));
  const { email, full_name, username, is_verified } = account;
  return { token, email, full_name, username, is_verified };
}

/** Clears away links that have run out. */
export const sweepLinks = (ctx: OpenContext): Promise<void> =>
  deleteExpiredTokens(ctx.database.db, instant(ctx));
