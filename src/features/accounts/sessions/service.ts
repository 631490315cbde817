import type { Context, Member, MemberContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { isPassword } from '../../../platform/passwords';
import { takeAttempt } from '../../../platform/rate-limit';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
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

/** D23: by what was typed, and by the account that it names; the router counts attempts by address as well. */
const NAME_LIMIT = { name: 'login-name', limit: 10, seconds: 60 };
const ACCOUNT_LIMIT = { name: 'login-account', limit: 10, seconds: 60 };

/** Counts a password that was typed for that account outside a log-in; answers as `takeAttempt` does. */
export const takePasswordAttempt = (db: Db, userId: string): Promise<number> =>
  takeAttempt(db, ACCOUNT_LIMIT, userId);

/** A session for an e-mail or user name and its password; what is wrong with the account is told to its owner alone (D6). */
export async function login(ctx: Context, { email, password }: LoginInput): Promise<LoginAnswer> {
  const { db } = ctx.database;
  const { account, isOver } = await findCounted(db, email.toLowerCase());
  // Over its limit no password is right: guesses are not told from that one, nor its two names as one account's.
  const isRight = await isPassword(isOver ? undefined : account?.password_hash, password);
  if (!account || !isRight) throw new AppError('login.failed');
  if (account.is_suspended) throw new AppError('login.suspended');
  if (!account.is_verified) throw new AppError('login.unverified');

  const access_token = newToken();
  const token_hash = await hashToken(access_token);
  const now = ctx.now();
  const user = await db.transaction(async (db) => {
    const open = await markLogin(db, account.id, account.password_hash, now.toISOString());
    // Suspended, deleted or given another password since we looked.
    if (!open) throw new AppError('login.failed');
    await insertSession(db, {
      token_hash,
      user_id: open.id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFE).toISOString(),
    });
    return open;
  });
  return { access_token, user };
}

/**
 * Whose name it is, and whether their account had its attempts. Over the limit of the name itself, somebody's or
 * nobody's: `request.too_many`. In one transaction, for a refused attempt writes nothing, and a commit of its own would
 * take less time.
 */
async function findCounted(db: Db, name: string) {
  // Hashed, for what people type there may be their password.
  const hash = await hashToken(name);
  const found = await db.transaction(async (db) => {
    const retryAfter = await takeAttempt(db, NAME_LIMIT, hash);
    if (retryAfter > 0) return { retryAfter };
    const account = await findByLogin(db, name);
    return { account, isOver: (await takeAttempt(db, ACCOUNT_LIMIT, account?.id ?? hash)) > 0 };
  });
  if ('retryAfter' in found) throw new AppError('request.too_many', found);
  return found;
}

/** Ends the session of the token that was sent. */
export async function logout(ctx: MemberContext): Promise<{ message: string }> {
  await deleteSession(ctx.database.db, await hashToken(ctx.bearer ?? ''));
  return { message: 'Du har loggats ut' };
}

/** Who is logged in with that token; undefined when the session has ended or the account is suspended (D8). */
export async function memberOf(ctx: Context, token: string): Promise<Member | undefined> {
  return findMember(ctx.database.db, await hashToken(token), ctx.now().toISOString());
}

/** Logs the account out everywhere, within the caller's transaction, which has changed the account before. */
export const endSessions = (db: Db, userId: string): Promise<void> => deleteSessionsOf(db, userId);

/** Clears away sessions that have run out. */
export const sweepSessions = (ctx: Context): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
