import type { AdminContext, Context } from '../../platform/context';
import { hashPassword, isPassword } from '../../platform/passwords';
import { newToken } from '../../platform/tokens';
import type { Overview } from './contract';
import { endAdminSessions } from './sessions/service';
import { countAll, findPasswordHash, hasAdmins, insertFirstAdmin, upsertAdmin } from './store';

/** The counters of the tabs. */
export async function readOverview(ctx: AdminContext): Promise<Overview> {
  return (await countAll(ctx.database.db)) as Overview;
}

/**
 * Makes an admin, or gives the one of that name another password, which ends their sessions (D8). Answers whether it is
 * a new one.
 */
export async function setAdmin(ctx: Context, username: string, password: string): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return ctx.database.db.transaction(async (tx) => {
    const { id, isNew } = await upsertAdmin(
      tx,
      username.toLowerCase(),
      password_hash,
      ctx.now().toISOString(),
    );
    await endAdminSessions(tx, id);
    return isNew;
  });
}

/**
 * The admin of D2: the one who is configured, else one with a random password when there is none yet; answers that
 * password, to be shown once. Who has the configured password already stays logged in.
 */
export async function expectAdmin(ctx: Context): Promise<string | undefined> {
  const { db } = ctx.database;
  const { adminUsername, adminPassword } = ctx.config;
  if (adminUsername && adminPassword) {
    const known = await findPasswordHash(db, adminUsername.toLowerCase());
    if (!known || !(await isPassword(known, adminPassword)))
      await setAdmin(ctx, adminUsername, adminPassword);
    return undefined;
  }
  if (await hasAdmins(db)) return undefined;
  const password = newPassword();
  const isFirst = await insertFirstAdmin(db, 'admin', await hashPassword(password), ctx.now().toISOString());
  return isFirst ? password : undefined;
}

/** A password that nobody guesses: 120 random bits. */
export const newPassword = (): string => newToken().slice(0, 20);
