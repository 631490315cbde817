import type { Context, Member, RequestContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { deleteQueuedMails } from '../../../platform/mail';
import { isPassword } from '../../../platform/passwords';
import { countPassword } from '../../../platform/sign-ins';
import { hashToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { notifyMembers } from '../service';
import * as store from './store';

/**
 * Deletes an account inside the caller's transaction, with its ads, its conversations and the reports about it. Reports
 * that it made stay without its name.
 * Queued mails about the account and its conversations are dropped. Mails about submissions from the same address are
 * still sent. Importing an older backup does not restore the account.
 * If members delete themselves, `leave` first takes them out of their conversations, so that the others keep what they
 * wrote (D36). Returns the deleted account. Throws `account.not_found`.
 */
export async function eraseAccount(
  ctx: Context,
  tx: Db,
  id: string,
  bySelf?: { leave: () => Promise<void> },
): Promise<{ full_name: string }> {
  await store.lockDeletions(tx);
  const others = await store.lockAccountAndFindCorrespondents(tx, id);
  await bySelf?.leave();
  const account = await store.removeAccount(tx, id);
  if (!account) throw new AppError('account.not_found');
  await store.recordDeletion(tx, {
    id_hash: await hashToken(id),
    deleted_at: ctx.now().toISOString(),
    by_self: bySelf !== undefined,
  });
  await deleteQueuedMails(tx, 'account', { user_id: id });
  await deleteQueuedMails(tx, 'account', { email: account.email });
  await deleteQueuedMails(tx, 'conversation', { receiver_id: id });
  await notifyMembers(tx, [id, ...others]);
  return account;
}

/**
 * Checks the password of the logged-in member, with the same rate limits as a login. Returns its hash. Throws
 * `deletion.wrong_password`, `request.too_many`, or `request.unauthorized` if the account no longer exists.
 */
export async function verifyMemberPassword(
  ctx: RequestContext,
  member: Member,
  password: string,
): Promise<string> {
  await countPassword(ctx, 'member');
  const hash = await store.findPasswordHash(ctx.database.db, member.id);
  // The account was deleted after its token was checked. "Wrong password" would suggest that it still exists.
  if (!hash) throw new AppError('request.unauthorized');
  if (!(await isPassword(hash, password))) throw new AppError('deletion.wrong_password');
  return hash;
}

/**
 * Locks the account if the password hash is unchanged. Throws `request.unauthorized` otherwise: a new password may have
 * been set by someone else.
 */
export async function lockIfPasswordUnchanged(tx: Db, member: Member, hash: string): Promise<void> {
  await store.lockDeletions(tx);
  if (!(await store.lockAccountWithPassword(tx, member.id, hash))) throw new AppError('request.unauthorized');
}

/**
 * Returns the existing accounts that are recorded as deleted, which happens after the import of an older backup.
 * Accounts deleted by their owners are listed separately, because their correspondents keep what they wrote.
 */
export const findDeletedAccounts = (tx: Db): Promise<{ byAdmin: string[]; bySelf: string[] }> =>
  store.findDeletedAccounts(tx);

/** Deletes these accounts and everything that belongs to them. */
export const removeAccounts = (tx: Db, ids: readonly string[]): Promise<void> =>
  store.removeAccounts(tx, ids);
