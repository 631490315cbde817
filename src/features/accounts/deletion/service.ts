import type { Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dropMails } from '../../../platform/mail';
import { hashToken } from '../../../platform/tokens';
import { AppError } from '../../../shared/errors';
import { tellMembers } from '../service';
import * as store from './store';

/**
 * Takes an account away within the caller's transaction, whoever asked for it, with all that hangs on it (section 8): ads,
 * messages and reports about it. No mail about it or its conversations waits in the outbox any more; one about a proposal
 * from the same address does (D14). No older backup brings the account back (D19). Gives whose it was. Throws
 * `account.not_found`.
 */
export async function eraseAccount(ctx: Context, tx: Db, id: string): Promise<{ full_name: string }> {
  await store.lockDeletions(tx);
  const others = await store.holdCorrespondents(tx, id);
  const account = await store.removeAccount(tx, id);
  if (!account) throw new AppError('account.not_found');
  await store.noteDeletion(tx, await hashToken(id), ctx.now().toISOString());
  await dropMails(tx, 'account', { user_id: id });
  await dropMails(tx, 'account', { email: account.email });
  await dropMails(tx, 'conversation', { receiver_id: id });
  await tellMembers(tx, [id, ...others]);
  return account;
}
