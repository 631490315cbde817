import { recordAction } from '#src/features/audit/service.ts';
import type {
  Admin,
  AdminContext,
  AdminSession,
  BackgroundContext,
  Context,
  RequestContext,
} from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { forgetAddresses, rememberAddress } from '#src/platform/limits/login-addresses.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AdminSessionItem, SessionFilter } from '../contract.ts';
import type { PassedFactor } from '../factors/check/service.ts';
import { deviceOf, isLastUseStale } from './rules.ts';
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionById,
  deleteSessionsOf,
  findSession,
  findSessions,
  insertSession,
  touchSession,
} from './store.ts';

const SESSION_LIFETIME_MS = 12 * 3_600_000;

/** Returns the token of a session that counts as confirmed. Call it after the password and `factor` were checked. */
export async function openSession(
  ctx: RequestContext,
  tx: Db,
  adminId: string,
  factor: PassedFactor,
): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  await insertSession(tx, {
    token_hash: hashToken(token),
    admin_id: adminId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    confirmed_at: now.toISOString(),
    last_used_at: now.toISOString(),
    device: deviceOf(ctx.userAgent),
    has_second_factor: factor !== 'none',
  });
  await rememberAddress(ctx, tx, 'admin', adminId);
  return token;
}

export function logOutAdmin(ctx: AdminContext): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await deleteSession(tx, hashToken(ctx.bearer ?? ''));
    await recordAction(tx, ctx, 'admin.logout');
    return { message: 'Du har loggats ut' };
  });
}

export async function adminOf(ctx: Context, token: string): Promise<AdminSession | undefined> {
  const session = await findSession(ctx.database.db, hashToken(token), ctx.now().toISOString());
  if (session && isLastUseStale(session.last_used_at, ctx.now())) await recordUse(ctx, session);
  return session;
}

/** A failure must not fail the call, which may only read. */
async function recordUse(ctx: Context, { session_id }: AdminSession): Promise<void> {
  await ctx.database.db
    .transaction((tx) => touchSession(tx, session_id, ctx.now().toISOString()))
    .catch((err) => ctx.log.debug({ err }, 'The last use of an admin session was not stored.'));
}

/** Those of the caller, or of all admins. The latest use comes first. */
export async function listSessions(ctx: AdminContext, { all }: SessionFilter): Promise<AdminSessionItem[]> {
  const adminId = all ? undefined : ctx.admin.id;
  const sessions = await findSessions(ctx.database.db, ctx.now().toISOString(), adminId);
  return sessions.map((session) => ({ ...session, is_current: session.id === ctx.admin.session_id }));
}

/** The session may be of another admin. Throws `admin.session_not_found`. */
export function endSession(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const owner = await deleteSessionById(tx, id);
    if (!owner) throw new AppError('admin.session_not_found');
    await recordAction(tx, ctx, 'admin.end_session', { id, name: owner.username });
    return { message: 'Sessionen är avslutad.' };
  });
}

/** Ends every session of the caller except this one. Forgets the known addresses too. */
export function logOutElsewhere(ctx: AdminContext): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await endOtherSessions(tx, ctx.admin);
    await recordAction(tx, ctx, 'admin.end_sessions');
    return { message: 'Du är utloggad överallt annars.' };
  });
}

export async function endOtherSessions(
  tx: Db,
  { id, session_id }: Admin & { session_id: string },
): Promise<void> {
  await deleteOtherSessions(tx, id, session_id);
  await forgetAddresses(tx, 'admin', id);
}

export async function endAdminSessions(db: Db, adminId: string): Promise<void> {
  await deleteSessionsOf(db, adminId);
  await forgetAddresses(db, 'admin', adminId);
}

/** Ends all sessions of the calling admin, so that a stolen token stops working. Returns a new token. */
export async function renewSession(ctx: AdminContext, tx: Db, factor: PassedFactor): Promise<string> {
  const isEnded = await deleteSession(tx, hashToken(ctx.bearer ?? ''));
  if (!isEnded) throw new AppError('request.unauthorized');
  await endAdminSessions(tx, ctx.admin.id);
  return openSession(ctx, tx, ctx.admin.id, factor);
}

export const sweepAdminSessions = (ctx: BackgroundContext): Promise<void> =>
  deleteExpiredSessions(ctx.database.db, ctx.now().toISOString());
