import type {
  AdminContext,
  AdminSession,
  BackgroundContext,
  Context,
  RequestContext,
} from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { forgetAddresses, rememberAddress } from '../../../platform/login-addresses';
import { isPassword } from '../../../platform/passwords';
import { countPasswordAttempt, countSignIn } from '../../../platform/sign-ins';
import { hashToken, newToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { recordAction, recordWrongPassword } from '../../audit/service';
import type { AdminLoginInput, AdminLoginResult, ConfirmInput } from '../contract';
import {
  confirmSession,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findByUsername,
  findSession,
  insertSession,
  recordLogin,
} from './store';

const SESSION_LIFETIME_MS = 12 * 3_600_000;

/** An unknown name fails like a wrong password, in the same time. */
export async function logInAdmin(ctx: RequestContext, input: AdminLoginInput): Promise<AdminLoginResult> {
  const { db } = ctx.database;
  const signIn = await countSignIn(ctx, 'admin', input.username.toLowerCase(), findByUsername);
  const { account: admin, isAccountWithinLimits, retryAfter } = signIn;
  const isPasswordRight = await isPassword(
    isAccountWithinLimits ? admin?.password_hash : undefined,
    input.password,
  );
  if (!admin || !isPasswordRight) {
    // Attempts over the limit are not recorded, because they would fill the log.
    await recordWrongPassword(ctx, isAccountWithinLimits ? admin : undefined, 'admin.login_failed');
    const failure = new AppError('admin.login_failed');
    throw retryAfter > 0 ? new AppError('request.too_many', { retryAfter, cause: failure }) : failure;
  }

  const access_token = await db.transaction(async (tx) => {
    if (!(await recordLogin(tx, admin.id, admin.password_hash, ctx.now().toISOString())))
      throw new AppError('admin.login_failed');
    const token = await openSession(ctx, tx, admin.id);
    await recordAction(tx, { ...ctx, admin }, 'admin.login');
    return token;
  });
  return { access_token };
}

async function openSession(ctx: RequestContext, tx: Db, adminId: string): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  await insertSession(tx, {
    token_hash: await hashToken(token),
    admin_id: adminId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    confirmed_at: now.toISOString(),
  });
  await rememberAddress(ctx, tx, 'admin', adminId);
  return token;
}

/** Has the rate limits of a login. Returns the password hash. Throws `admin.wrong_password`, `request.too_many`. */
export async function verifyAdminPassword(ctx: AdminContext, password: string): Promise<string> {
  await countPasswordAttempt(ctx, 'admin');
  const admin = await findByUsername(ctx.database.db, ctx.admin.username);
  if (admin && (await isPassword(admin.password_hash, password))) return admin.password_hash;
  await recordWrongPassword(ctx, ctx.admin, 'admin.confirm_failed');
  throw new AppError('admin.wrong_password');
}

/** Allows sensitive actions for a few minutes. Throws `admin.wrong_password`, `request.too_many`. */
export async function confirmPassword(ctx: AdminContext, input: ConfirmInput): Promise<{ message: string }> {
  const password_hash = await verifyAdminPassword(ctx, input.password);
  const session = {
    token_hash: await hashToken(ctx.bearer ?? ''),
    admin_id: ctx.admin.id,
    password_hash,
    confirmed_at: ctx.now().toISOString(),
  };
  return ctx.database.db.transaction(async (tx) => {
    if (!(await confirmSession(tx, session))) throw new AppError('request.unauthorized');
    await recordAction(tx, ctx, 'admin.confirm');
    return { message: 'Lösenordet är bekräftat.' };
  });
}

export function logOutAdmin(ctx: AdminContext): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await deleteSession(tx, await hashToken(ctx.bearer ?? ''));
    await recordAction(tx, ctx, 'admin.logout');
    return { message: 'Du har loggats ut' };
  });
}

export async function adminOf(ctx: Context, token: string): Promise<AdminSession | undefined> {
  return findSession(ctx.database.db, await hashToken(token), ctx.now().toISOString());
}

export async function endAdminSessions(db: Db, adminId: string): Promise<void> {
  await deleteSessionsOf(db, adminId);
  await forgetAddresses(db, 'admin', adminId);
}

/** Ends all sessions of the calling admin, so that a stolen token stops working. Returns a new token. */
export async function renewSession(ctx: AdminContext, tx: Db): Promise<string> {
  const isOpen = await deleteSession(tx, await hashToken(ctx.bearer ?? ''));
  if (!isOpen) throw new AppError('request.unauthorized');
  await endAdminSessions(tx, ctx.admin.id);
  return openSession(ctx, tx, ctx.admin.id);
}

export const sweepAdminSessions = (ctx: BackgroundContext): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
