import { isYoungerThan } from '#src/platform/clock/rules.ts';
import type { AdminContext, AdminSession, RequestContext } from '#src/platform/context.ts';
import { adminActor, withActor } from '#src/platform/database/actor.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';

/** What an operation requires of the calling admin beyond a live session. */
export type AdminRules = {
  /** Whether the password must have been entered in this session within {@link CONFIRMED_MS}. */
  needsConfirmation?: boolean;
  /** Whether admins who must choose a new password first may call it too. */
  allowsGeneratedPassword?: boolean;
  /** Whether admins who must add a second factor first may call it too. */
  allowsMissingFactor?: boolean;
};

/** How long a session may perform dangerous operations after its password was entered. */
export const CONFIRMED_MS = 10 * 60_000;

export const isConfirmed = ({ confirmed_at }: AdminSession, now: Date): boolean =>
  isYoungerThan(confirmed_at, CONFIRMED_MS, now);

/** Whether the admin must add a second factor before doing anything else (`ADMIN_2FA=required`). */
export const mustAddFactor = ({ has_totp, has_passkey }: AdminSession, { config }: RequestContext): boolean =>
  config.isSecondFactorRequired && !has_totp && !has_passkey;

/**
 * Looks the session up on every call. Throws `request.unauthorized`, `admin.must_change_password`,
 * `admin.must_add_factor` or `admin.confirm_password`.
 */
export async function asAdmin<Ctx extends RequestContext>(
  ctx: Ctx,
  {
    needsConfirmation = false,
    allowsGeneratedPassword = false,
    allowsMissingFactor = false,
  }: AdminRules = {},
): Promise<Ctx & AdminContext> {
  const admin = ctx.bearer && (await ctx.identify.admin(ctx, ctx.bearer));
  if (!admin) throw new AppError('request.unauthorized');
  if (admin.must_change_password && !allowsGeneratedPassword)
    throw new AppError('admin.must_change_password');
  if (!allowsMissingFactor && mustAddFactor(admin, ctx)) throw new AppError('admin.must_add_factor');
  if (needsConfirmation && !isConfirmed(admin, ctx.now())) throw new AppError('admin.confirm_password');
  const database = { ...ctx.database, db: withActor(ctx.database.db, adminActor(admin)) };
  return { ...ctx, admin, database };
}

/**
 * Looks the session up again. Call it in a transaction after it has waited for a lock: the session may have ended
 * meanwhile, because it was stolen. Throws `request.unauthorized`.
 */
export async function requireLiveSession(ctx: AdminContext, tx: Db): Promise<void> {
  const inTransaction = { ...ctx, database: { ...ctx.database, db: tx } };
  if (!(await ctx.identify.admin(inTransaction, ctx.bearer ?? '')))
    throw new AppError('request.unauthorized');
}
