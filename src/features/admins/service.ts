import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import {
  generatePassword,
  hashPassword,
  isCommonPassword,
  isPassword,
} from '#src/platform/passwords/passwords.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ChangePasswordInput, ChangePasswordResult, Overview } from './contract.ts';
import { deleteFactors } from './factors/service.ts';
import {
  firstPasswordFile,
  hasFirstPassword,
  removeObsoleteFirstPassword,
  writeFirstPassword,
} from './first-password/service.ts';
import { FIRST_ADMIN, isFirstPasswordInUse } from './first-password/store.ts';
import { verifyAdminPassword, withSecondFactor } from './login/service.ts';
import { endAdminSessions, renewSession } from './sessions/service.ts';
import {
  countForOverview,
  findCredentials,
  hasAdmins,
  insertFirstAdmin,
  updatePassword,
  upsertAdmin,
} from './store.ts';

export async function readOverview(ctx: AdminContext): Promise<Overview> {
  return (await countForOverview(ctx.database.db)) as Overview;
}

/** Creates the admin, or sets a new password and ends the sessions. Returns true if the admin is new. */
export async function setAdmin(ctx: Context, username: string, password: string): Promise<boolean> {
  const password_hash = await hashPassword(password);
  const isNew = await ctx.database.db.transaction(async (tx) => {
    const { id, isNew } = await upsertAdmin(
      tx,
      username.toLowerCase(),
      password_hash,
      ctx.now().toISOString(),
    );
    await endAdminSessions(tx, id);
    return isNew;
  });
  await removeObsoleteFirstPassword(ctx);
  return isNew;
}

/**
 * Removes the second factors of an admin who has lost them, and ends their sessions. The password stays. Returns false
 * if there is no such admin.
 */
export function resetFactors(ctx: Context, username: string): Promise<boolean> {
  return ctx.database.db.transaction(async (tx) => {
    const admin = await findCredentials(tx, username.toLowerCase());
    if (!admin) return false;
    await deleteFactors(tx, admin.id);
    await endAdminSessions(tx, admin.id);
    return true;
  });
}

/** Ends all sessions and returns the token of a new one. Throws as `confirmPassword`, and `password.*`. */
export async function changePassword(
  ctx: AdminContext,
  { current_password, new_password, ...entered }: ChangePasswordInput,
): Promise<ChangePasswordResult> {
  if (isCommonPassword(new_password)) throw new AppError('password.common');
  await verifyAdminPassword(ctx, current_password);
  if (new_password === current_password) throw new AppError('password.same');
  const password_hash = await hashPassword(new_password);
  const access_token = await withSecondFactor(ctx, entered, async (tx, factor) => {
    await updatePassword(tx, ctx.admin.id, password_hash);
    const token = await renewSession(ctx, tx, factor);
    await recordAction(tx, ctx, 'admin.change_password');
    return token;
  });
  await removeObsoleteFirstPassword(ctx);
  return { message: 'Lösenordet är bytt.', access_token };
}

/** Where to find the generated password of the first admin, who must choose another one at the first login. */
export type FirstPassword = {
  /** The path of the file that contains the password. */
  file: string;
  /** Only set in the process that generated it. */
  password?: string;
};

/**
 * Ensures that the configured admin exists with the configured password. Without a configured one, creates `admin` with
 * a generated password if there is no admin. An admin who already has the configured password, and need not change it,
 * stays logged in. Returns where to find the generated password, while it is in use and its file exists.
 */
export async function ensureAdmin(ctx: Context): Promise<FirstPassword | undefined> {
  const { db } = ctx.database;
  const { adminUsername, adminPassword } = ctx.config;
  if (adminUsername && adminPassword) {
    const admin = await findCredentials(db, adminUsername.toLowerCase());
    const isPasswordCurrent = admin && (await isPassword(admin.password_hash, adminPassword));
    if (!isPasswordCurrent || admin.must_change_password) await setAdmin(ctx, adminUsername, adminPassword);
  } else if (!(await hasAdmins(db))) {
    const password = generatePassword();
    if (await createFirstAdmin(ctx, password)) return { file: firstPasswordFile(ctx.config), password };
  }
  await removeObsoleteFirstPassword(ctx);
  return findFirstPassword(ctx);
}

/** Returns false if another instance that started concurrently created it first. */
async function createFirstAdmin(ctx: Context, password: string): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return ctx.database.db.transaction(async (tx) => {
    const isFirst = await insertFirstAdmin(tx, FIRST_ADMIN, password_hash, ctx.now().toISOString());
    // Before the commit: a crash in between leaves a file without an admin, but never an admin without a password.
    if (isFirst) await writeFirstPassword(ctx.config, password);
    return isFirst;
  });
}

async function findFirstPassword({ config, database }: Context): Promise<FirstPassword | undefined> {
  const isInUse = hasFirstPassword(config) && (await isFirstPasswordInUse(database.db));
  return isInUse ? { file: firstPasswordFile(config) } : undefined;
}
