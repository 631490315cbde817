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

/** Deletes the account of the logged-in member. Throws `deletion.wrong_password`, `request.too_many`. */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { password }: DeletionInput,
): Promise<{ message: string }> {
  const { member } = ctx;
  const passwordHash = await provePassword(ctx, member, password);
  return ctx.database.db.transaction(async (tx) => {
    await keepProof(tx, member, passwordHash);
    return deleteAccountOf(ctx, tx, member.id);
  });
}

/**
 * Deletes an account at its member's own request, inside the caller's transaction (D36). Sessions, ads, messages,
 * personal data and the reports about the member are deleted. Their correspondents keep their own messages. Reports by
 * the member, and audit entries about the account, are kept without the name. Messages and submissions from the public
 * forms are kept until their retention period ends.
 */
export async function deleteAccountOf(ctx: Context, tx: Db, userId: string): Promise<{ message: string }> {
  let reports: string[] = [];
  const leave = async () => {
    reports = await reportsAbout(tx, userId);
    await leaveConversations(tx, [userId]);
  };
  await eraseAccount(ctx, tx, userId, { leave });
  // Last, after concurrent admin actions on the account have written their audit entries.
  await forgetNames(tx, [userId, ...reports], NOBODY);
  return { message: 'Ditt konto är borttaget.' };
}

/**
 * Deletes the accounts that an imported backup has restored although they were deleted after it was made. Call it in
 * the transaction of the import.
 */
export async function removeWhoLeft(tx: Db): Promise<void> {
  const { byAdmin, bySelf } = await findDeletedAccounts(tx);
  await removeAccounts(tx, byAdmin);
  await leaveConversations(tx, bySelf);
  await removeAccounts(tx, bySelf);
}
