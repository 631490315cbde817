import type {
  BackgroundContext,
  Context,
  Member,
  MemberContext,
  RequestContext,
} from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { forgetAddresses, rememberAddress } from '#src/platform/limits/login-addresses.ts';
import { countSignIn } from '#src/platform/limits/sign-ins.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import { accountName } from '#src/shared/fields.ts';
import type { LoginInput, LoginResult } from '../contract.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findByLogin,
  findMember,
  insertSession,
  recordLogin,
} from './store.ts';

const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;

/**
 * Throws `login.failed`, `login.unverified`, `login.suspended`, `request.too_many`.
 *
 * Registering an address and then logging in must not reveal whether the address already had an account (D6). A
 * verified account therefore stores the password of the first stranger who registered its address, and responds to it
 * like an unverified account does to its own password. In both cases:
 * - Only the e-mail works as a login name. A stranger's registration creates no user name and must not reveal the
 *   owner's.
 * - Attempts are counted for the typed name only. The account's own counters would reveal attempts made before the
 *   registration, or by user name.
 *
 * A login compares one hash; every failure compares two, so that all failures take the same time.
 */
export async function login(ctx: RequestContext, { email, password }: LoginInput): Promise<LoginResult> {
  const name = accountName(email);
  const { account, isAccountWithinLimits, retryAfter } = await countSignIn(ctx, 'member', name, findByLogin);
  const isPasswordRight = await isPassword(
    isAccountWithinLimits ? verifiedHash(account) : undefined,
    password,
  );
  if (account && isPasswordRight && !account.is_suspended) return openSession(ctx, account);

  const isUnverifiedPassword = await isPassword(
    retryAfter > 0 ? undefined : unverifiedHash(account, name),
    password,
  );
  const ownsAccount = isPasswordRight || (isUnverifiedPassword && !account?.is_verified);
  if (ownsAccount && account?.is_suspended) throw new AppError('login.suspended');
  if (isUnverifiedPassword) throw new AppError('login.unverified');
  const failure = new AppError('login.failed');
  throw retryAfter > 0 ? new AppError('request.too_many', { retryAfter, cause: failure }) : failure;
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findByLogin>>>;

const verifiedHash = (account: FoundAccount | undefined) =>
  account?.is_verified ? account.password_hash : undefined;

/** The hash of the password that fails with `login.unverified`. */
function unverifiedHash(account: FoundAccount | undefined, name: string): string | undefined {
  if (account?.email !== name) return undefined;
  return account.is_verified ? (account.stranger_password_hash ?? undefined) : account.password_hash;
}

async function openSession(ctx: RequestContext, account: FoundAccount): Promise<LoginResult> {
  const access_token = newToken();
  const token_hash = hashToken(access_token);
  const now = ctx.now();
  const user = await ctx.database.db.transaction(async (db) => {
    const current = await recordLogin(db, account.id, account.password_hash, now.toISOString());
    // Suspended, deleted or given a new password since it was read.
    if (!current) throw new AppError('login.failed');
    await insertSession(db, {
      token_hash,
      user_id: current.id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    });
    const isNewAddress = await rememberAddress(ctx, db, 'member', current.id);
    if (isNewAddress)
      await enqueueMail(db, {
        kind: 'account.new_login',
        about: { user_id: current.id, at: now.toISOString() },
      });
    return current;
  });
  return { access_token, user };
}

export async function logout(ctx: MemberContext): Promise<{ message: string }> {
  const token = hashToken(ctx.bearer ?? '');
  await ctx.database.db.transaction((tx) => deleteSession(tx, token));
  return { message: 'Du har loggats ut' };
}

export async function memberOf(ctx: Context, token: string): Promise<Member | undefined> {
  return findMember(ctx.database, hashToken(token), ctx.now().toISOString());
}

/**
 * Also forgets the known addresses, so that an intruder's address loses its own login allowance. Call it after the
 * statement that changes the account, in the same transaction.
 */
export async function endSessions(db: Db, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId);
  await forgetAddresses(db, 'member', userId);
}

export const sweepSessions = (ctx: BackgroundContext): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
