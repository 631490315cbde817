import { recordAction, recordWrongPassword } from '#src/features/audit/service.ts';
import type { AdminContext, RequestContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { countPasswordAttempt, countSignIn } from '#src/platform/limits/sign-ins.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import type { AdminLoginInput, AdminLoginResult, ConfirmInput, PasskeyLoginInput } from '../contract.ts';
import {
  checkFactor,
  countFactorAttempt,
  type FactorResult,
  type FailedFactor,
  type PassedFactor,
} from '../factors/check/service.ts';
import type { EnteredFactor, PasskeyOptions } from '../factors/contract.ts';
import { assertionOptions } from '../factors/passkeys/service.ts';
import { openSession } from '../sessions/service.ts';
import { confirmSession } from '../sessions/store.ts';
import { findByUsername, recordLogin } from './store.ts';

type FactorErrors = Record<FailedFactor, ErrorCode>;

const LOGIN_ERRORS: FactorErrors = {
  'missing-code': 'admin.code_required',
  'missing-passkey': 'admin.passkey_required',
  wrong: 'admin.code_failed',
};

const CONFIRM_ERRORS: FactorErrors = {
  'missing-code': 'admin.confirm_code',
  'missing-passkey': 'admin.confirm_code',
  wrong: 'admin.wrong_code',
};

const isFailure = (result: FactorResult): result is FailedFactor => result in LOGIN_ERRORS;

/**
 * An unknown name fails like a wrong password, in the same time. Only the right password reveals that a second factor
 * is needed.
 */
export async function logInAdmin(ctx: RequestContext, input: AdminLoginInput): Promise<AdminLoginResult> {
  const admin = await verifySignIn(ctx, input);
  await countFactorAttempt(ctx, admin.id, input);
  const { result, access_token } = await ctx.database.db.transaction(async (tx) => {
    const result = await checkFactor(ctx, tx, admin.id, 'login', input);
    // Commit, because the challenge of a wrong passkey is used up.
    if (isFailure(result)) return { result, access_token: '' };
    if (!(await recordLogin(tx, admin.id, admin.password_hash, ctx.now().toISOString())))
      throw new AppError('admin.login_failed');
    const access_token = await openSession(ctx, tx, admin.id, result);
    await recordAction(tx, { ...ctx, admin }, 'admin.login');
    if (result === 'recovery-code') await recordAction(tx, { ...ctx, admin }, 'admin.recovery_code');
    return { result, access_token };
  });
  if (isFailure(result)) return throwFailure(ctx, admin, result, LOGIN_ERRORS);
  return { access_token };
}

/** Throws `admin.login_failed`, `request.too_many`, and `admin.passkey_not_found` if the admin has no passkey. */
export async function passkeyLoginOptions(
  ctx: RequestContext,
  input: PasskeyLoginInput,
): Promise<PasskeyOptions> {
  const admin = await verifySignIn(ctx, input);
  return assertionOptions(ctx, admin.id, 'login');
}

/** Throws `admin.passkey_not_found` if the admin has no passkey. */
export const passkeyConfirmOptions = (ctx: AdminContext): Promise<PasskeyOptions> =>
  assertionOptions(ctx, ctx.admin.id, 'confirm');

/** Returns the admin whose name and password these are. Throws `admin.login_failed`, `request.too_many`. */
async function verifySignIn(ctx: RequestContext, { username, password }: PasskeyLoginInput) {
  const signIn = await countSignIn(ctx, 'admin', username.toLowerCase(), findByUsername);
  const { account: admin, isAccountWithinLimits, retryAfter } = signIn;
  const isPasswordRight = await isPassword(
    isAccountWithinLimits ? admin?.password_hash : undefined,
    password,
  );
  if (admin && isPasswordRight) return admin;
  // Attempts over the limit are not recorded, because they would fill the log.
  await recordWrongPassword(ctx, isAccountWithinLimits ? admin : undefined, 'admin.login_failed');
  const failure = new AppError('admin.login_failed');
  throw retryAfter > 0 ? new AppError('request.too_many', { retryAfter, cause: failure }) : failure;
}

async function throwFailure(
  ctx: RequestContext,
  admin: { id: string; username: string },
  result: FailedFactor,
  errors: FactorErrors,
): Promise<never> {
  if (result === 'wrong') await recordWrongPassword(ctx, admin, 'admin.code_failed');
  throw new AppError(errors[result]);
}

/** Has the rate limits of a login. Returns the password hash. Throws `admin.wrong_password`, `request.too_many`. */
export async function verifyAdminPassword(ctx: AdminContext, password: string): Promise<string> {
  await countPasswordAttempt(ctx, 'admin');
  const admin = await findByUsername(ctx.database.db, ctx.admin.username);
  if (admin && (await isPassword(admin.password_hash, password))) return admin.password_hash;
  await recordWrongPassword(ctx, ctx.admin, 'admin.confirm_failed');
  throw new AppError('admin.wrong_password');
}

/**
 * Checks the second factor, if the admin has one, and runs `work` in the same transaction. Call it after
 * {@link verifyAdminPassword}, so that a stolen password is not enough. Throws `admin.confirm_code`,
 * `admin.wrong_code`, `request.too_many`.
 */
export async function withSecondFactor<Value>(
  ctx: AdminContext,
  entered: EnteredFactor,
  work: (tx: Db, factor: PassedFactor) => Promise<Value>,
): Promise<Value> {
  await countFactorAttempt(ctx, ctx.admin.id, entered);
  const outcome = await ctx.database.db.transaction(async (tx) => {
    const factor = await checkFactor(ctx, tx, ctx.admin.id, 'confirm', entered);
    // Commit, because the challenge of a wrong passkey is used up.
    if (isFailure(factor)) return { failure: factor };
    const value = await work(tx, factor);
    if (factor === 'recovery-code') await recordAction(tx, ctx, 'admin.recovery_code');
    return { value };
  });
  if ('value' in outcome) return outcome.value as Value;
  return throwFailure(ctx, ctx.admin, outcome.failure, CONFIRM_ERRORS);
}

/** Allows sensitive actions for a few minutes. Throws as {@link withSecondFactor}, and `admin.wrong_password`. */
export async function confirmPassword(
  ctx: AdminContext,
  { password, ...entered }: ConfirmInput,
): Promise<{ message: string }> {
  const password_hash = await verifyAdminPassword(ctx, password);
  await withSecondFactor(ctx, entered, async (tx) => {
    const isConfirmed = await confirmSession(tx, {
      token_hash: hashToken(ctx.bearer ?? ''),
      admin_id: ctx.admin.id,
      password_hash,
      confirmed_at: ctx.now().toISOString(),
    });
    if (!isConfirmed) throw new AppError('request.unauthorized');
    await recordAction(tx, ctx, 'admin.confirm');
  });
  return { message: 'Lösenordet är bekräftat.' };
}
