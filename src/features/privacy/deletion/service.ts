import {
  eraseAccount,
  findDeletedAccounts,
  lockIfPasswordUnchanged,
  removeRestoredAccounts,
  verifyMemberPassword,
} from '#src/features/accounts/deletion/service.ts';
import { DELETED_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { anonymizeEntries } from '#src/features/audit/service.ts';
import { leaveConversations } from '#src/features/conversations/service.ts';
import { findReportIdsAbout } from '#src/features/reports/service.ts';
import type { Context, MemberContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import type { DeletionInput } from '../contract.ts';

/** Throws `deletion.wrong_password`, `request.too_many`. */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { password }: DeletionInput,
): Promise<{ message: string }> {
  const { member } = ctx;
  const passwordHash = await verifyMemberPassword(ctx, member, password);
  return ctx.database.db.transaction(async (tx) => {
    await lockIfPasswordUnchanged(tx, member, passwordHash);
    return deleteAccountOf(ctx, tx, member.id);
  });
}

/**
 * For a deletion at the member's own request (D36). Correspondents keep their own messages. Reports by the member, and
 * audit entries about the account, are kept without the name. Messages and submissions from the public forms are kept
 * until their retention period ends.
 */
export async function deleteAccountOf(ctx: Context, tx: Db, userId: string): Promise<{ message: string }> {
  let reportIds: string[] = [];
  const leave = async () => {
    reportIds = await findReportIdsAbout(tx, userId);
    await leaveConversations(tx, [userId], ctx.now());
  };
  await eraseAccount(ctx, tx, userId, { leave });
  // Last, after concurrent admin actions on the account have written their audit entries.
  await anonymizeEntries(tx, [userId, ...reportIds], DELETED_MEMBER_NAME);
  return { message: 'Ditt konto är borttaget.' };
}

/** Deletes accounts that an imported backup has restored. Call it in the transaction of the import. */
export async function removeDeletedAccounts(tx: Db, now: Date): Promise<void> {
  const { byAdmin, bySelf } = await findDeletedAccounts(tx);
  await removeRestoredAccounts(tx, byAdmin);
  await leaveConversations(tx, bySelf, now);
  await removeRestoredAccounts(tx, bySelf);
}
