import { createTOTPKeyURI } from 'oslo/otp';
import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { requireLiveSession } from '#src/platform/procedure/admin-access.ts';
import { AppError } from '#src/shared/errors.ts';
import { endOtherSessions } from '../sessions/service.ts';
import type {
  AddPasskeyInput,
  AddPasskeyResult,
  Factors,
  RecoveryCodes,
  RenamePasskeyInput,
  TotpStart,
} from './contract.ts';
import { storePasskey } from './passkeys/service.ts';
import { deletePasskey, deletePasskeysOf, findPasskeys, renamePasskey } from './passkeys/store.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes/service.ts';
import { countUnusedCodes, lockFactors, markSecondFactor } from './store.ts';
import { decodeSecret, matchingStep, newSecret } from './totp/rules.ts';
import { confirmSecret, deleteTotp, storePendingSecret } from './totp/store.ts';

type LockedFactors = NonNullable<Awaited<ReturnType<typeof lockFactors>>>;
type Result = { message: string };

export async function readFactors(ctx: AdminContext): Promise<Factors> {
  const { db } = ctx.database;
  return {
    has_totp: ctx.admin.has_totp,
    passkeys: await findPasskeys(db, ctx.admin.id),
    recovery_codes_left: await countUnusedCodes(db, ctx.admin.id),
    is_required: ctx.config.isSecondFactorRequired,
  };
}

/** Runs `work` while the admin's row is locked. Throws `request.unauthorized` if the session ended meanwhile. */
function withLockedFactors<Value>(
  ctx: AdminContext,
  work: (tx: Db, factors: LockedFactors) => Promise<Value>,
): Promise<Value> {
  return ctx.database.db.transaction(async (tx) => {
    const factors = await lockFactors(tx, ctx.admin.id);
    if (!factors) throw new AppError('request.unauthorized');
    await requireLiveSession(ctx, tx);
    return work(tx, factors);
  });
}

/**
 * After the first factor, every session of the admin must have had one: the others end. Returns the recovery codes, or
 * an empty list if the admin has some already.
 */
async function finishAddition(
  ctx: AdminContext,
  tx: Db,
  { has_totp, has_passkey }: LockedFactors,
): Promise<string[]> {
  if (has_totp || has_passkey) return [];
  await endOtherSessions(tx, ctx.admin);
  await markSecondFactor(tx, ctx.admin.session_id);
  return replaceRecoveryCodes(tx, ctx.admin.id);
}

/** Recovery codes are of no use without a factor. */
async function finishRemoval(ctx: AdminContext, tx: Db): Promise<void> {
  const factors = await lockFactors(tx, ctx.admin.id);
  if (!factors?.has_totp && !factors?.has_passkey) await deleteRecoveryCodes(tx, ctx.admin.id);
}

/** The secret is not in use until it is confirmed. Throws `admin.totp_exists`. */
export async function startTotp(ctx: AdminContext): Promise<TotpStart> {
  const secret = newSecret();
  const isStored = await withLockedFactors(ctx, (tx) => storePendingSecret(tx, ctx.admin.id, secret));
  if (!isStored) throw new AppError('admin.totp_exists');
  const uri = createTOTPKeyURI(ctx.config.siteName, ctx.admin.username, decodeSecret(secret));
  return { secret, uri };
}

/** Throws `admin.totp_exists`, `admin.totp_not_started`, `admin.wrong_code`. */
export function confirmTotp(ctx: AdminContext, code: string): Promise<RecoveryCodes> {
  return withLockedFactors(ctx, async (tx, factors) => {
    if (factors.has_totp) throw new AppError('admin.totp_exists');
    if (!factors.totp_secret) throw new AppError('admin.totp_not_started');
    const step = await matchingStep(factors.totp_secret, code.replace(/\s/g, ''), ctx.now(), null);
    if (step === undefined) throw new AppError('admin.wrong_code');
    await confirmSecret(tx, ctx.admin.id, step, ctx.now().toISOString());
    const recovery_codes = await finishAddition(ctx, tx, factors);
    await recordAction(tx, ctx, 'admin.add_totp');
    return { recovery_codes };
  });
}

/** Throws `admin.totp_not_found`. */
export function removeTotp(ctx: AdminContext): Promise<Result> {
  return withLockedFactors(ctx, async (tx) => {
    if (!(await deleteTotp(tx, ctx.admin.id))) throw new AppError('admin.totp_not_found');
    await finishRemoval(ctx, tx);
    await recordAction(tx, ctx, 'admin.remove_totp');
    return { message: 'Appen för koder är borttagen.' };
  });
}

/** Throws `admin.passkey_invalid`, `admin.passkey_exists`, `admin.too_many_passkeys`. */
export function addPasskey(ctx: AdminContext, input: AddPasskeyInput): Promise<AddPasskeyResult> {
  return withLockedFactors(ctx, async (tx, factors) => {
    await storePasskey(ctx, tx, ctx.admin.id, input);
    const recovery_codes = await finishAddition(ctx, tx, factors);
    const { id } = input.passkey;
    await recordAction(tx, ctx, 'admin.add_passkey', { id, name: input.name });
    return { id, recovery_codes };
  });
}

/** Throws `admin.passkey_not_found`. */
export function changePasskeyName(ctx: AdminContext, { id, name }: RenamePasskeyInput): Promise<Result> {
  return ctx.database.db.transaction(async (tx) => {
    if (!(await renamePasskey(tx, ctx.admin.id, id, name))) throw new AppError('admin.passkey_not_found');
    await recordAction(tx, ctx, 'admin.rename_passkey', { id, name });
    return { message: 'Namnet är sparat.' };
  });
}

/** Throws `admin.passkey_not_found`. */
export function removePasskey(ctx: AdminContext, id: string): Promise<Result> {
  return withLockedFactors(ctx, async (tx) => {
    const name = await deletePasskey(tx, ctx.admin.id, id);
    if (name === undefined) throw new AppError('admin.passkey_not_found');
    await finishRemoval(ctx, tx);
    await recordAction(tx, ctx, 'admin.remove_passkey', { id, name });
    return { message: 'Passkeyn är borttagen.' };
  });
}

/** Earlier codes stop working. Throws `admin.no_factor`. */
export function renewRecoveryCodes(ctx: AdminContext): Promise<RecoveryCodes> {
  return withLockedFactors(ctx, async (tx, factors) => {
    if (!factors.has_totp && !factors.has_passkey) throw new AppError('admin.no_factor');
    const recovery_codes = await replaceRecoveryCodes(tx, ctx.admin.id);
    await recordAction(tx, ctx, 'admin.recovery_codes');
    return { recovery_codes };
  });
}

/** For an admin who has lost all of them. */
export async function deleteFactors(tx: Db, adminId: string): Promise<void> {
  await deleteTotp(tx, adminId);
  await deletePasskeysOf(tx, adminId);
  await deleteRecoveryCodes(tx, adminId);
}
