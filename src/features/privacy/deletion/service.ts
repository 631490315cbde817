import type { Context, MemberContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import {
  eraseAccount,
  findDeletedAccounts,
  keepProof,
  provePassword,
  removeAccounts,
} from '../../accounts/deletion/service';
import { NOBODY } from '../../accounts/rules';
import { forgetNames } from '../../audit/service';
import { leaveConversations } from '../../conversations/service';
import { reportsAbout } from '../../reports/service';
import type { DeletionInput } from '../contract';

/** Deletes the account of the member who is logged in. Throws `deletion.wrong_password`, or `request.too_many`. */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { password }: DeletionInput,
): Promise<{ message: string }> {
  const { member } = ctx;
  const proof = await provePassword(ctx, member, password);
  return ctx.database.db.transaction(async (tx) => {
    await keepProof(tx, member, proof);
    return deleteAccountOf(ctx, tx, member.id);
  });
}

/**
 * Deletes an account at its member's own request, within the caller's transaction (D36). Sessions, ads, messages, personal
 * data and the reports about the member are removed. The people they wrote with keep their own messages, without the
 * member's name. Reports the member made, and audit entries about the account, are kept without the name. What was sent
 * with the public forms is kept as long as anybody's (D2).
 */
export async function deleteAccountOf(ctx: Context, tx: Db, userId: string): Promise<{ message: string }> {
  let reports: string[] = [];
  const leave = async () => {
    reports = await reportsAbout(tx, userId);
    await leaveConversations(tx, [userId]);
  };
  await eraseAccount(ctx, tx, userId, { leave });
  // Last, after concurrent admin acts on the account have written their audit entries.
  await forgetNames(tx, [userId, ...reports], NOBODY);
  return { message: 'Ditt konto är borttaget.' };
}

/**
 * Takes away whoever has been deleted since the backup was made that was just read in, in the same transaction, as they
 * were then (D19, D36).
 */
export async function removeWhoLeft(tx: Db): Promise<void> {
  const { byAdmin, bySelf } = await findDeletedAccounts(tx);
  await removeAccounts(tx, byAdmin);
  await leaveConversations(tx, bySelf);
  await removeAccounts(tx, bySelf);
}
