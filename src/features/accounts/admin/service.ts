import { recordAction } from '#src/features/audit/service.ts';
import type { Reasons } from '#src/features/statements/contract.ts';
import { recordStatement } from '#src/features/statements/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { eraseAccount } from '../deletion/service.ts';
import { notifyMembers, rejectReservedName } from '../service.ts';
import { endSessions } from '../sessions/service.ts';
import type { AccountEdit, AccountUpdate, AdminAccount, AdminAccountDetail } from './contract.ts';
import { isEdit } from './rules.ts';
import * as store from './store.ts';

/** Throws `account.not_found`. */
export function readMember(ctx: AdminContext, id: string): Promise<AdminAccountDetail> {
  return ctx.database.db.transaction((tx) => readDetail(tx, ctx, id));
}

/** Throws `account.not_found`, `account.email_locked`. */
export function changeMember(ctx: AdminContext, input: AccountUpdate): Promise<AdminAccount> {
  return ctx.database.db.transaction(async (tx) => {
    if (isEdit(input)) await editAccount(ctx, tx, input);
    if (input.is_suspended !== undefined) await setSuspended(ctx, tx, input.id, input.is_suspended, input);
    return requireAccount(tx, input.id);
  });
}

/** Throws `account.email_locked` if the e-mail differs: it cannot be changed, because members log in with it. */
async function editAccount(ctx: AdminContext, tx: Db, edit: AccountEdit): Promise<void> {
  const { id, email, full_name, phone_number } = edit;
  rejectReservedName(ctx, full_name);
  const isChanged = await store.changeAccount(tx, id, email, { full_name, phone_number });
  const account = await requireAccount(tx, id);
  if (!isChanged) throw new AppError('account.email_locked');
  await recordAction(tx, ctx, 'account.update', auditRecordOf(account));
}

async function setSuspended(
  ctx: AdminContext,
  tx: Db,
  id: string,
  isSuspended: boolean,
  { ground, facts }: Reasons,
): Promise<void> {
  if (!(await changeSuspended(ctx, tx, id, isSuspended))) return;
  if (isSuspended) await recordStatement(tx, ctx, { user_id: id, kind: 'account_suspended', ground, facts });
  else await enqueueMail(tx, { kind: 'account.reopened', about: { user_id: id } });
}

/** After an objection: the mail about its decision says it, so this queues none. */
export const endSuspension = (ctx: AdminContext, tx: Db, id: string): Promise<boolean> =>
  changeSuspended(ctx, tx, id, false);

async function changeSuspended(
  ctx: AdminContext,
  tx: Db,
  id: string,
  isSuspended: boolean,
): Promise<boolean> {
  const isChanged = await store.changeSuspended(tx, id, isSuspended);
  const account = await requireAccount(tx, id);
  if (!isChanged) return false;
  // Only after the account row is locked: a login in progress then waits, and its session is ended too.
  if (isSuspended) await endSessions(tx, id);
  await recordAction(tx, ctx, isSuspended ? 'account.suspend' : 'account.unsuspend', auditRecordOf(account));
  await notifyMembers(tx, [id]);
  return true;
}

/** Also deletes everything that belongs to the account. Throws `account.not_found`. */
export function deleteAccount(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const { full_name } = await eraseAccount(ctx, tx, id);
    await recordAction(tx, ctx, 'account.delete', { id, name: full_name });
    return { message: 'Användare borttagen' };
  });
}

const auditRecordOf = ({ id, full_name }: AdminAccount) => ({ id, name: full_name });

async function requireAccount(db: Db, id: string): Promise<AdminAccount> {
  const account = await store.findAdminAccount(db, id);
  if (!account) throw new AppError('account.not_found');
  return account;
}

async function readDetail(db: Db, ctx: AdminContext, id: string): Promise<AdminAccountDetail> {
  return {
    ...(await requireAccount(db, id)),
    announcements: await store.findAnnouncementsOfAccount(db, id, dayInStockholm(ctx.now())),
    reports: await store.findReportsOfAccount(db, id),
  };
}
