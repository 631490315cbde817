import type { Context, Member, RequestContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { countPasswordAttempt } from '#src/platform/limits/sign-ins.ts';
import { deleteQueuedMails } from '#src/platform/mail.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import { notifyMembers } from '../service.ts';
import * as store from './store.ts';

/**
 * Deletes the account with its ads, its conversations and the reports about it, inside the caller's transaction.
 * Reports by the member are kept without the name. Mails about events that were submitted with the same address are
 * still sent. Importing an older backup does not restore the account.
 *
 * If members delete themselves, `leave` first takes them out of their conversations, so that the others keep what they
 * wrote (D36).
 */
export async function eraseAccount(
  ctx: Context,
  tx: Db,
  id: string,
  bySelf?: { leave: () => Promise<void> },
): Promise<{ full_name: string }> {
  await store.lockDeletions(tx);
  const correspondents = await store.lockAccountAndFindCorrespondents(tx, id);
  await bySelf?.leave();
  const watcherIds = await store.findWatcherIds(tx, id);
  const account = await store.removeAccount(tx, id);
  if (!account) throw new AppError('account.not_found');
  // An older backup may have the watches at the address, from before it had an account.
  for (const erased of [id, ...watcherIds])
    await store.recordDeletion(tx, {
      id_hash: hashToken(erased),
      deleted_at: ctx.now().toISOString(),
      by_self: bySelf !== undefined,
    });
  await deleteQueuedMails(tx, 'account', { user_id: id });
  await deleteQueuedMails(tx, 'account', { email: account.email });
  await deleteQueuedMails(tx, 'conversation', { receiver_id: id });
  await store.removeWatchRequests(tx, account.email);
  await deleteQueuedMails(tx, 'watch', { email: account.email });
  for (const watcher_id of watcherIds) await deleteQueuedMails(tx, 'watch', { watcher_id });
  await notifyMembers(tx, [id, ...correspondents]);
  return account;
}

/** Has the rate limits of a login. Returns the password hash. Throws `deletion.wrong_password`, `request.too_many`. */
export async function verifyMemberPassword(
  ctx: RequestContext,
  member: Member,
  password: string,
): Promise<string> {
  await countPasswordAttempt(ctx, 'member');
  const hash = await store.findPasswordHash(ctx.database.db, member.id);
  // The account was deleted after its token was checked. "Wrong password" would suggest that it still exists.
  if (!hash) throw new AppError('request.unauthorized');
  if (!(await isPassword(hash, password))) throw new AppError('deletion.wrong_password');
  return hash;
}

/** Fails if the password has changed, because someone else may have set the new one. */
export async function lockIfPasswordUnchanged(tx: Db, member: Member, hash: string): Promise<void> {
  await store.lockDeletions(tx);
  if (!(await store.lockAccountWithPassword(tx, member.id, hash))) throw new AppError('request.unauthorized');
}

/**
 * Returns the deleted accounts that the import of an older backup has brought back, so that it can remove them again.
 * Accounts deleted by their owners are listed separately, because their correspondents keep what they wrote.
 */
export const findDeletedAccounts = (tx: Db): Promise<{ byAdmin: string[]; bySelf: string[] }> =>
  store.findDeletedAccounts(tx);

/** Unlike `eraseAccount`, records nothing and notifies nobody: that was done at the first deletion. */
export const removeRestoredAccounts = (tx: Db, ids: readonly string[]): Promise<void> =>
  store.removeAccounts(tx, ids);
