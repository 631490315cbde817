import type { AdminContext, Context } from '../../platform/context';
import { hashPassword, isCommonPassword, isPassword } from '../../platform/passwords';
import { newToken } from '../../platform/tokens';
import { AppError } from '../../shared/errors';
import { recordAct } from '../audit/service';
import type { ChangePasswordAnswer, ChangePasswordInput, Overview } from './contract';
import {
  firstPasswordFile,
  hasFirstPassword,
  removeFirstPassword,
  writeFirstPassword,
} from './first-password/service';
import { endAdminSessions, expectPassword, renewSession } from './sessions/service';
import {
  countAll,
  findPassword,
  hasAdmins,
  insertFirstAdmin,
  mustAnyChangePassword,
  updatePassword,
  upsertAdmin,
} from './store';

/** The counters of the tabs. */
export async function readOverview(ctx: AdminContext): Promise<Overview> {
  return (await countAll(ctx.database.db)) as Overview;
}

/**
 * Creates an admin, or gives the one of that name another password, which ends their sessions (D8). Returns whether it is a
 * new one.
 */
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
  await findPendingFirstAdmin(ctx);
  return isNew;
}

/**
 * Gives the calling admin another password. Ends all their sessions and starts a new one. Throws `admin.wrong_password`,
 * `password.common`, `password.same` and `request.too_many`.
 */
export async function changePassword(
  ctx: AdminContext,
  { current_password, new_password }: ChangePasswordInput,
): Promise<ChangePasswordAnswer> {
  if (isCommonPassword(new_password)) throw new AppError('password.common');
  await expectPassword(ctx, current_password);
  if (new_password === current_password) throw new AppError('password.same');
  const password_hash = await hashPassword(new_password);
  const access_token = await ctx.database.db.transaction(async (tx) => {
    await updatePassword(tx, ctx.admin.id, password_hash);
    const token = await renewSession(ctx, tx);
    await recordAct(tx, ctx, 'admin.change_password');
    return token;
  });
  await findPendingFirstAdmin(ctx);
  return { message: 'Lösenordet är bytt.', access_token };
}

/** The first admin, whose password was generated and must be changed at the first login (D2). */
export type FirstAdmin = {
  /** Holds the password. */
  file: string;
  /** Known only to the start that generated it. */
  password?: string;
};

/**
 * Ensures that there is an admin (D2): the configured one, else `admin` with a generated password when there is none yet.
 * Returns the first admin for as long as the generated password is in use. An admin who has the configured password already
 * stays logged in.
 */
export async function expectAdmin(ctx: Context): Promise<FirstAdmin | undefined> {
  const { db } = ctx.database;
  const { adminUsername, adminPassword } = ctx.config;
  if (adminUsername && adminPassword) {
    const known = await findPassword(db, adminUsername.toLowerCase());
    const isSet = known && (await isPassword(known.password_hash, adminPassword));
    if (!isSet || known.must_change_password) await setAdmin(ctx, adminUsername, adminPassword);
  } else if (!(await hasAdmins(db))) {
    const password = newPassword();
    if (await createFirstAdmin(ctx, password)) return { file: firstPasswordFile(ctx.config), password };
  }
  return findPendingFirstAdmin(ctx);
}

/** False when another instance, which started at the same time, was first. */
async function createFirstAdmin(ctx: Context, password: string): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return ctx.database.db.transaction(async (tx) => {
    const isFirst = await insertFirstAdmin(tx, 'admin', password_hash, ctx.now().toISOString());
    // Before the commit: a crash in between leaves a file without an admin, never an admin without a password.
    if (isFirst) await writeFirstPassword(ctx.config, password);
    return isFirst;
  });
}

/** The first admin while the generated password is in use and its file exists. Removes the file once it is not. */
async function findPendingFirstAdmin({ config, database, log }: Context): Promise<FirstAdmin | undefined> {
  if (!hasFirstPassword(config)) return undefined;
  const file = firstPasswordFile(config);
  if (await mustAnyChangePassword(database.db)) return { file };
  await removeFirstPassword(config).catch((err) =>
    log.warn(
      { err, file },
      'The file of the first admin password could not be removed. It is no longer valid.',
    ),
  );
  return undefined;
}

/** A password that nobody guesses: 120 random bits. */
export const newPassword = (): string => newToken().slice(0, 20);
