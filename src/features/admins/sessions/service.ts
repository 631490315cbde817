import type { Admin, AdminContext, Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { isPassword } from '../../../platform/passwords';
import { takeAttempt } from '../../../platform/rate-limit';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { recordAct } from '../../audit/service';
import type { AdminLoginAnswer, AdminLoginInput } from '../contract';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findAdmin,
  findByUsername,
  insertSession,
  markLogin,
} from './store';

/** D8: 12 hours. */
const SESSION_LIFE = 12 * 3_600_000;

/** D23; the router counts attempts by address as well. */
const NAME_LIMIT = { name: 'admin-login-name', limit: 10, seconds: 60 };

/** A session for a user name and its password. An unknown name is answered as a wrong password is, in the same time (D28). */
export async function logInAdmin(ctx: Context, input: AdminLoginInput): Promise<AdminLoginAnswer> {
  const { db } = ctx.database;
  const found = await findCounted(db, input.username.toLowerCase());
  const isRight = await isPassword(found?.password_hash, input.password);
  if (!found || !isRight) throw new AppError('admin.login_failed');

  const access_token = newToken();
  const token_hash = await hashToken(access_token);
  const now = ctx.now();
  await db.transaction(async (tx) => {
    if (!(await markLogin(tx, found.id, found.password_hash, now.toISOString())))
      throw new AppError('admin.login_failed');
    await insertSession(tx, {
      token_hash,
      admin_id: found.id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFE).toISOString(),
    });
    await recordAct(tx, { ...ctx, admin: found }, 'admin.login');
  });
  return { access_token };
}

/**
 * Whose name it is; over its limit, somebody's or nobody's, `request.too_many`. In one transaction, thrown after it: what
 * is refused afterwards stays counted. Hashed, for what people type there may be their password.
 */
async function findCounted(db: Db, username: string) {
  const hash = await hashToken(username);
  const { retryAfter, found } = await db.transaction(async (tx) => {
    const retryAfter = await takeAttempt(tx, NAME_LIMIT, hash);
    return { retryAfter, found: retryAfter > 0 ? undefined : await findByUsername(tx, username) };
  });
  if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
  return found;
}

/** Ends the session of the token that was sent. */
export function logOutAdmin(ctx: AdminContext): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await deleteSession(tx, await hashToken(ctx.bearer ?? ''));
    await recordAct(tx, ctx, 'admin.logout');
    return { message: 'Du har loggats ut' };
  });
}

/** Which admin is logged in with that token; undefined when the session has ended (D8). */
export async function adminOf(ctx: Context, token: string): Promise<Admin | undefined> {
  return findAdmin(ctx.database.db, await hashToken(token), ctx.now().toISOString());
}

/** Logs an admin out everywhere, within the caller's transaction. */
export const endAdminSessions = (db: Db, adminId: string): Promise<void> => deleteSessionsOf(db, adminId);

/** Clears away sessions that have run out. */
export const sweepAdminSessions = (ctx: Context): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
