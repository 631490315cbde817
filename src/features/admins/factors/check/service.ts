import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { HOUR, takeAttempt } from '#src/platform/limits/rate-limit.ts';
import { AppError } from '#src/shared/errors.ts';
import type { EnteredFactor } from '../contract.ts';
import { checkPasskey } from '../passkeys/service.ts';
import { compactCode, isAppCode } from '../recovery-codes/rules.ts';
import { redeemRecoveryCode } from '../recovery-codes/service.ts';
import { lockFactors } from '../store.ts';
import { matchingStep } from '../totp/rules.ts';
import { storeStep } from '../totp/store.ts';

/** For each admin, from all addresses: the caller knows the password. At this rate, guessing six digits takes years. */
const CODE_LIMIT = { name: 'admin-code', limit: 30, seconds: HOUR };

/** What a session with all factors needs. `none` means that the admin has no second factor. */
export type PassedFactor = 'none' | 'right' | 'recovery-code';
export type FailedFactor = 'missing-code' | 'missing-passkey' | 'wrong';
export type FactorResult = PassedFactor | FailedFactor;

/**
 * Counts an entered code or passkey. Call it after the password was right and before the transaction, so that failed
 * attempts count too. Throws `request.too_many`.
 */
export async function countFactorAttempt(
  ctx: Context,
  adminId: string,
  { code, passkey }: EnteredFactor,
): Promise<void> {
  if (!code && !passkey) return;
  const retryAfter = await takeAttempt(ctx.database.db, CODE_LIMIT, adminId);
  if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
}

/**
 * Locks the admin and checks the second factor, which is then used up: nothing works twice. Throws
 * `request.unauthorized` if the admin was removed.
 */
export async function checkFactor(
  ctx: Context,
  tx: Db,
  adminId: string,
  purpose: 'login' | 'confirm',
  { code, passkey }: EnteredFactor,
): Promise<FactorResult> {
  const factors = await lockFactors(tx, adminId);
  if (!factors) throw new AppError('request.unauthorized');
  const { has_totp, has_passkey, totp_secret, totp_last_step } = factors;
  if (!has_totp && !has_passkey) return 'none';
  if (passkey) return (await checkPasskey(ctx, tx, adminId, purpose, passkey)) ? 'right' : 'wrong';
  const entered = compactCode(code ?? '');
  if (!entered) return has_passkey ? 'missing-passkey' : 'missing-code';
  if (!isAppCode(entered))
    return (await redeemRecoveryCode(tx, adminId, entered, ctx.now())) ? 'recovery-code' : 'wrong';
  const step =
    has_totp && totp_secret ? await matchingStep(totp_secret, entered, ctx.now(), totp_last_step) : undefined;
  if (step === undefined) return 'wrong';
  await storeStep(tx, adminId, step);
  return 'right';
}
