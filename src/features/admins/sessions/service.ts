import type {
  AdminContext,
  AdminSession,
  Context,
  OpenContext,
  RequestContext,
} from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { forgetAddresses, rememberAddress } from '../../../platform/login-addresses';
import { isPassword } from '../../../platform/passwords';
import { countPassword, countSignIn } from '../../../platform/sign-ins';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { recordAct, recordWrongPassword } from '../../audit/service';
import type { AdminLoginAnswer, AdminLoginInput, ConfirmInput } from '../contract';
import {
  confirmSession,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findByUsername,
  findSession,
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
  if (!found || !isRight) {
    // Attempts over the limit are not recorded: they would fill the log.
    await recordWrongPassword(ctx, mayCompare ? found : undefined, 'admin.login_failed');
    const failure = new AppError('admin.login_failed');
    throw retryAfter > 0 ? new AppError('request.too_many', { retryAfter, cause: failure }) : failure;
  }

  const access_token = await db.transaction(async (tx) => {
    if (!(await markLogin(tx, found.id, found.password_hash, ctx.now().toISOString())))
      throw new AppError('admin.login_failed');
    const token = await openSession(ctx, tx, found.id);
    await recordAct(tx, { ...ctx, admin: found }, 'admin.login');
    return token;
  });
  return { access_token };
}

/** Starts a session of an admin whose password was just entered, and returns its token. */
async function openSession(ctx: RequestContext, tx: Db, adminId: string): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  await insertSession(tx, {
    token_hash: await hashToken(token),
    admin_id: adminId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_LIFE).toISOString(),
    confirmed_at: now.toISOString(),
  });
  await rememberAddress(ctx, tx, 'admin', adminId);
  return token;
}

/**
 * Checks the password of the calling admin, under limits as for signing in (D23), and returns its hash. Throws
 * `admin.wrong_password` and `request.too_many`.
 */
export async function expectPassword(ctx: AdminContext, password: string): Promise<string> {
  await countPassword(ctx, 'admin');
  const found = await findByUsername(ctx.database.db, ctx.admin.username);
  if (found && (await isPassword(found.password_hash, password))) return found.password_hash;
  await recordWrongPassword(ctx, ctx.admin, 'admin.confirm_failed');
  throw new AppError('admin.wrong_password');
}

/**
 * Records that the calling admin entered the password again, which allows dangerous acts for a while (D8). Throws
 * `admin.wrong_password` and `request.too_many`.
 */
export async function confirmPassword(ctx: AdminContext, input: ConfirmInput): Promise<{ message: string }> {
  const password_hash = await expectPassword(ctx, input.password);
  const session = {
    token_hash: await hashToken(ctx.bearer ?? ''),
    admin_id: ctx.admin.id,
    password_hash,
    confirmed_at: ctx.now().toISOString(),
  };
  return ctx.database.db.transaction(async (tx) => {
    if (!(await confirmSession(tx, session))) throw new AppError('request.unauthorized');
    await recordAct(tx, ctx, 'admin.confirm');
    return { message: 'Lösenordet är bekräftat.' };
  });
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
export async function adminOf(ctx: Context, token: string): Promise<AdminSession | undefined> {
  return findSession(ctx.database.db, await hashToken(token), ctx.now().toISOString());
}

/** Logs an admin out everywhere and forgets their known addresses, within the caller's transaction. */
export async function endAdminSessions(db: Db, adminId: string): Promise<void> {
  await deleteSessionsOf(db, adminId);
  await forgetAddresses(db, 'admin', adminId);
}

/**
 * Ends all sessions of the calling admin, so that a copied token is worth nothing, and starts a new one. Returns its token.
 * Throws `request.unauthorized` when the session has ended meanwhile.
 */
export async function renewSession(ctx: AdminContext, tx: Db): Promise<string> {
  const isOpen = await deleteSession(tx, await hashToken(ctx.bearer ?? ''));
  if (!isOpen) throw new AppError('request.unauthorized');
  await endAdminSessions(tx, ctx.admin.id);
  return openSession(ctx, tx, ctx.admin.id);
}

/** Clears away sessions that have run out. */
export const sweepAdminSessions = (ctx: OpenContext): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
