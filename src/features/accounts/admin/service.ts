import type { AdminContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { orderMail } from '../../../platform/mail';
import { AppError } from '../../../shared/errors';
import { recordAct } from '../../audit/service';
import { eraseAccount } from '../deletion/service';
import { checkSiteName, tellMembers } from '../service';
import { endSessions } from '../sessions/service';
import type { AccountEdit, AccountUpdate, AdminAccount, AdminAccountDetail } from './contract';
import { isEdit } from './rules';
import * as store from './store';

/** A member with their ads and what was reported of them. Throws `account.not_found`. */
export function readMember(ctx: AdminContext, id: string): Promise<AdminAccountDetail> {
  return ctx.database.db.transaction((tx) => detailed(tx, id));
}

/** Either shape of section 7; of an edit that says the state too, both or neither. */
export function changeMember(ctx: AdminContext, input: AccountUpdate): Promise<AdminAccount> {
  return ctx.database.db.transaction(async (tx) => {
    if (isEdit(input)) await editAccount(ctx, tx, input);
    if (input.is_suspended !== undefined) await setSuspended(ctx, tx, input.id, input.is_suspended);
    return stored(tx, input.id);
  });
}

/**
 * Another name or phone number. Throws `account.not_found`, or `account.email_locked` when the e-mail is not the stored
 * one (D28): it is what they log in with.
 */
async function editAccount(ctx: AdminContext, tx: Db, edit: AccountEdit): Promise<void> {
  const { id, email, full_name, phone_number } = edit;
  checkSiteName(ctx, full_name);
  const isChanged = await store.changeAccount(tx, id, email, { full_name, phone_number });
  const account = await stored(tx, id);
  if (!isChanged) throw new AppError('account.email_locked');
  await recordAct(tx, ctx, 'account.update', recordOf(account));
}

/**
 * Suspends a member, which ends their sessions on every instance at the next request and takes their ads from the public
 * list, or opens the account again: they log in anew. To the state that it is in already changes nothing. Throws
 * `account.not_found`.
 */
async function setSuspended(ctx: AdminContext, tx: Db, id: string, isSuspended: boolean): Promise<void> {
  const isChanged = await store.changeSuspended(tx, id, isSuspended);
  const account = await stored(tx, id);
  if (!isChanged) return;
  // After the account: a log-in that is under way has its row, and its session is among those that end.
  if (isSuspended) await endSessions(tx, id);
  await recordAct(tx, ctx, isSuspended ? 'account.suspend' : 'account.unsuspend', recordOf(account));
  await orderMail(tx, {
    kind: isSuspended ? 'account.suspended' : 'account.reopened',
    about: { user_id: id },
  });
  await tellMembers(tx, [id]);
}

/** Deletes an account and all that hangs on it, for good (section 8). Throws `account.not_found`. */
export function deleteAccount(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const { full_name } = await eraseAccount(ctx, tx, id);
    await recordAct(tx, ctx, 'account.delete', { id, name: full_name });
    return { message: 'Användare borttagen' };
  });
}

const recordOf = ({ id, full_name }: AdminAccount) => ({ id, name: full_name });

async function stored(db: Db, id: string): Promise<AdminAccount> {
  const account = await store.findAdminAccount(db, id);
  if (!account) throw new AppError('account.not_found');
  return account;
}

async function detailed(db: Db, id: string): Promise<AdminAccountDetail> {
  return {
    ...(await stored(db, id)),
    announcements: await store.findAnnouncementsOfAccount(db, id),
    reports: await store.findReportsOfAccount(db, id),
  };
}
