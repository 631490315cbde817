import type { Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dropMails } from '../../../platform/mail';
import { hashToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { tellMembers } from '../service';
import * as store from './store';

/**
 * Takes an account away within the caller's transaction, whoever asked for it, with all that hangs on it (section 8): ads,
 * messages and reports about it. No mail about it waits in the outbox any more, and no older backup brings it back (D19).
 * Gives whose it was. Throws `account.not_found`.
 */
export async function eraseAccount(ctx: Context, tx: Db, id: string): Promise<{ full_name: string }> {
  await store.lockDeletions(tx);
  const others = await store.holdCorrespondents(tx, id);
  const account = await store.removeAccount(tx, id);
  if (!account) throw new AppError('account.not_found');
  await store.noteDeletion(tx, await hashToken(id), ctx.now().toISOString());
  await dropMails(tx, { user_id: id });
  await dropMails(tx, { receiver_id: id });
  await dropMails(tx, { email: account.email });
  await tellMembers(tx, [id, ...others]);
  return account;
}
