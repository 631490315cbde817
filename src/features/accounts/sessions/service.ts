import type { Context, Member, MemberContext, OpenContext, RequestContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { forgetAddresses, rememberAddress } from '../../../platform/login-addresses';
import { orderMail } from '../../../platform/mail';
import { isPassword } from '../../../platform/passwords';
import { countSignIn } from '../../../platform/sign-ins';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { accountName } from '../../../shared/fields';
import type { LoginAnswer, LoginInput } from '../contract';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findByLogin,
  findMember,
  insertSession,
  markLogin,
} from './store';

/** D8. */
const SESSION_LIFE = 30 * 24 * 3_600_000;

/**
 * Returns a session for an e-mail or user name and its password. Throws `login.*`, and `request.too_many`.
 *
 * Registering an address and then logging in must not reveal whether it had an account (D6). So a verified account answers
 * the password of the first stranger who registered its address as an unverified account answers its own password. Both:
 * - work by e-mail only: a stranger's registration makes no user name, and must not reveal the owner's;
 * - count by the typed name only: the account's counters would reveal guesses made before it was registered, or by its
 *   user name.
 *
 * A login takes one comparison of hashes, every failure takes two.
 */
export async function login(ctx: RequestContext, { email, password }: LoginInput): Promise<LoginAnswer> {
  const name = accountName(email);
  const { account, mayCompare, retryAfter } = await countSignIn(ctx, 'member', name, findByLogin);
  const isRight = await isPassword(mayCompare ? verifiedHash(account) : undefined, password);
  if (account && isRight && !account.is_suspended) return openSession(ctx, account);

  const isUnverified = await isPassword(retryAfter > 0 ? undefined : unverifiedHash(account, name), password);
  const isOwn = isRight || (isUnverified && !account?.is_verified);
  if (isOwn && account?.is_suspended) throw new AppError('login.suspended');
  if (isUnverified) throw new AppError('login.unverified');
  const failure = new AppError('login.failed');
  throw retryAfter > 0 ? new AppError('request.too_many', { retryAfter, cause: failure }) : failure;
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findByLogin>>>;

/** The hash of the password that logs in. */
const verifiedHash = (account: FoundAccount | undefined) =>
  account?.is_verified ? account.password_hash : undefined;

/** The hash of the password that gets `login.unverified`. */
function unverifiedHash(account: FoundAccount | undefined, name: string): string | undefined {
  if (account?.email !== name) return undefined;
  return account.is_verified ? (account.stranger_password_hash ?? undefined) : account.password_hash;
}

async function openSession(ctx: RequestContext, account: FoundAccount): Promise<LoginAnswer> {
  const access_token = newToken();
  const token_hash = await hashToken(access_token);
  const now = ctx.now();
  const user = await ctx.database.db.transaction(async (db) => {
    const open = await markLogin(db, account.id, account.password_hash, now.toISOString());
    // Suspended, deleted or given another password since we looked.
    if (!open) throw new AppError('login.failed');
    await insertSession(db, {
      token_hash,
      user_id: open.id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFE).toISOString(),
    });
    const isNewPlace = await rememberAddress(ctx, db, 'member', open.id);
    if (isNewPlace)
      await orderMail(db, {
        kind: 'account.new_login',
        about: { user_id: open.id, at: now.toISOString() },
      });
    return open;
  });
  return { access_token, user };
}

/** Ends the session of the token that was sent. */
export async function logout(ctx: MemberContext): Promise<{ message: string }> {
  const token = await hashToken(ctx.bearer ?? '');
  await ctx.database.db.transaction((tx) => deleteSession(tx, token));
  return { message: 'Du har loggats ut' };
}

/** Who is logged in with that token; undefined when the session has ended or the account is suspended (D8). */
export async function memberOf(ctx: Context, token: string): Promise<Member | undefined> {
  return findMember(ctx.database, await hashToken(token), ctx.now().toISOString());
}

/**
 * Logs the account out everywhere and forgets its known addresses, within the caller's transaction, which has changed the
 * account before: an intruder's address must not keep its own sign-in allowance.
 */
export async function endSessions(db: Db, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId);
  await forgetAddresses(db, 'member', userId);
}

/** Clears away sessions that have run out. */
export const sweepSessions = (ctx: OpenContext): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
