import type { MemberContext } from '../../../platform/context';
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
import { leaveConversations } from '../../conversations/leaving/service';
import { reportsAbout } from '../../reports/service';
import type { DeletionInput } from '../contract';

/**
 * Deletes the account of whoever asks, who is logged out everywhere from then on (D36): ads, messages, personal data and
 * the reports about them go. Whoever they wrote with keeps what they wrote themselves, to nobody; reports that they made
 * and what admins did to their account stand without their name. What was sent by the public forms stays as long as it
 * would from anybody (D2). Throws `deletion.wrong_password`, or `request.too_many`.
 */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { password }: DeletionInput,
): Promise<{ message: string }> {
  const { member } = ctx;
  const proof = await provePassword(ctx, member, password);
  return ctx.database.db.transaction(async (tx) => {
    await keepProof(tx, member, proof);
    let reports: string[] = [];
    const leave = async () => {
      reports = await reportsAbout(tx, member.id);
      await leaveConversations(tx, [member.id]);
    };
    await eraseAccount(ctx, tx, member.id, { leave });
    // Last: what admins were doing about the account at the same time is done by then.
    await forgetNames(tx, [member.id, ...reports], NOBODY);
    return { message: 'Ditt konto är borttaget.' };
  });
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
