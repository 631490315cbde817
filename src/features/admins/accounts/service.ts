import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { hashPassword, isCommonPassword } from '#src/platform/passwords/passwords.ts';
import { requireLiveSession } from '#src/platform/procedure/admin-access.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { accountName } from '#src/shared/fields.ts';
import type { AddAdminInput, AddedAdmin, AdminListItem, DigestInput } from '../contract.ts';
import { removeObsoleteFirstPassword } from '../first-password/service.ts';
import * as store from './store.ts';

export async function listAdmins(ctx: AdminContext): Promise<AdminListItem[]> {
  const admins = await store.findAdmins(ctx.database.db);
  return admins.map((admin) => ({ ...admin, is_self: admin.id === ctx.admin.id }));
}

/** The new admin must replace the password at the first login. Throws `admin.exists`, `password.common`. */
export async function addAdmin(
  ctx: AdminContext,
  { username, password }: AddAdminInput,
): Promise<AddedAdmin> {
  if (isCommonPassword(password)) throw new AppError('password.common');
  const password_hash = await hashPassword(password);
  return ctx.database.db.transaction(async (tx) => {
    const created_at = ctx.now().toISOString();
    const admin = await store.insertAdmin(tx, {
      username,
      password_hash,
      created_at,
      must_change_password: true,
    });
    if (!admin) throw new AppError('admin.exists');
    // The insertion may have waited for another one with the same name.
    await requireLiveSession(ctx, tx);
    await recordAction(tx, ctx, 'admin.create', { id: admin.id, name: username });
    return { id: admin.id, username };
  });
}

/** Ends the sessions too. Admins may remove themselves. Throws `admin.not_found`, `admin.last`. */
export async function removeAdmin(ctx: AdminContext, id: string): Promise<{ message: string }> {
  await ctx.database.db.transaction(async (tx) => {
    const admins = await store.lockAdmins(tx);
    await requireLiveSession(ctx, tx);
    const removed = admins.find((admin) => admin.id === id);
    if (!removed) throw new AppError('admin.not_found');
    if (admins.length === 1) throw new AppError('admin.last');
    await store.deleteAdmin(tx, id);
    await recordAction(tx, ctx, 'admin.delete', { id, name: removed.username });
  });
  await removeObsoleteFirstPassword(ctx);
  return { message: 'Administratören är borttagen.' };
}

/** The address gets the weekly digest, if the admin wants it. */
export function saveDigest(
  ctx: AdminContext,
  { email, wants_digest }: DigestInput,
): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const yesterday = addDaysTo(dayInStockholm(ctx.now()), -1);
    await store.updateDigest(
      tx,
      ctx.admin.id,
      { email: email && accountName(email), wants_digest },
      yesterday,
    );
    await recordAction(tx, ctx, 'admin.update');
    return { message: 'Veckobrevet är sparat.' };
  });
}
