import type { Admin, AdminContext, Context, RequestContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { forgetAddresses, rememberAddress } from '../../../platform/login-addresses';
import { isPassword } from '../../../platform/passwords';
import { countSignIn } from '../../../platform/sign-ins';
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

/** A session for a user name and its password. An unknown name is answered as a wrong password is, in the same time (D28). */
export async function logInAdmin(ctx: RequestContext, input: AdminLoginInput): Promise<AdminLoginAnswer> {
  const { db } = ctx.database;
  const counted = await countSignIn(ctx, 'admin', input.username.toLowerCase(), findByUsername);
  const { account: found, mayCompare, retryAfter } = counted;
  const isRight = await isPassword(mayCompare ? found?.password_hash : undefined, input.password);
  if (!found || !isRight)
    throw retryAfter > 0
      ? new AppError('request.too_many', { retryAfter })
      : new AppError('admin.login_failed');

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
    await rememberAddress(ctx, tx, 'admin', found.id);
    await recordAct(tx, { ...ctx, admin: found }, 'admin.login');
  });
  return { access_token };
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

/** Logs an admin out everywhere and forgets their known addresses, within the caller's transaction. */
export async function endAdminSessions(db: Db, adminId: string): Promise<void> {
  await deleteSessionsOf(db, adminId);
  await forgetAddresses(db, 'admin', adminId);
}

/** Clears away sessions that have run out. */
export const sweepAdminSessions = (ctx: Context): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
