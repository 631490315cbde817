import type { Context, Member, RequestContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dropMails } from '../../../platform/mail';
import { isPassword } from '../../../platform/passwords';
import { countPassword } from '../../../platform/sign-ins';
import { hashToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { tellMembers } from '../service';
import * as store from './store';

/**
 * Takes an account away within the caller's transaction, whoever asked for it, with all that hangs on it (section 8): ads,
 * conversations and reports about it; its own reports lose its name. No mail about it or its conversations waits in the
 * outbox any more; one about a proposal from the same address does (D14). No older backup brings the account back (D19).
 * Of whoever asks for it themselves `leave` first takes them out of their conversations: the others keep what they wrote
 * (D36). Gives whose it was. Throws `account.not_found`.
 */
export async function eraseAccount(
  ctx: Context,
  tx: Db,
  id: string,
  bySelf?: { leave: () => Promise<void> },
): Promise<{ full_name: string }> {
  await store.lockDeletions(tx);
  const others = await store.holdCorrespondents(tx, id);
  await bySelf?.leave();
  const account = await store.removeAccount(tx, id);
  if (!account) throw new AppError('account.not_found');
  await store.noteDeletion(tx, {
    id_hash: await hashToken(id),
    deleted_at: ctx.now().toISOString(),
    by_self: bySelf !== undefined,
  });
  await dropMails(tx, 'account', { user_id: id });
  await dropMails(tx, 'account', { email: account.email });
  await dropMails(tx, 'conversation', { receiver_id: id });
  await tellMembers(tx, [id, ...others]);
  return account;
}

/**
 * Checks the password of the member who is logged in, under limits as for signing in (D23). Returns its hash.
 * Throws `deletion.wrong_password`, `request.too_many`, or `request.unauthorized` if the account is gone.
 */
export async function provePassword(ctx: RequestContext, member: Member, password: string): Promise<string> {
  await countPassword(ctx, 'member');
  const hash = await store.findPasswordHash(ctx.database.db, member.id);
  // Deleted since their token was looked at: who is told that the account is still there would believe it.
  if (!hash) throw new AppError('request.unauthorized');
  if (!(await isPassword(hash, password))) throw new AppError('deletion.wrong_password');
  return hash;
}

/** Holds the account while its password is still that one; who has set another since is somebody else, perhaps. */
export async function keepProof(tx: Db, member: Member, hash: string): Promise<void> {
  await store.lockDeletions(tx);
  if (!(await store.holdWithPassword(tx, member.id, hash))) throw new AppError('request.unauthorized');
}

/**
 * Of the accounts that are there, as an older backup brought them, those that were deleted (D19): by an admin, and by
 * their owners, whose correspondents keep what they wrote.
 */
export const findDeletedAccounts = (tx: Db): Promise<{ byAdmin: string[]; bySelf: string[] }> =>
  store.findDeletedAccounts(tx);

/** Takes those away, with all that hangs on them. */
export const removeAccounts = (tx: Db, ids: readonly string[]): Promise<void> =>
  store.removeAccounts(tx, ids);
