import { lockMember, notifyMembers, shareLockAccount } from '#src/features/accounts/service.ts';
import type { MemberContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import { BLOCKS_MAX, type Block } from './contract.ts';
import * as store from './store.ts';

/**
 * Once it has returned, neither of the two can write to the other. Returns the existing block if there is one. Throws
 * `block.self`, `block.too_many`, `account.not_found`.
 */
export function blockMember(ctx: MemberContext, blockedId: string): Promise<Block> {
  const { member } = ctx;
  if (blockedId === member.id) throw new AppError('block.self');
  return ctx.database.db.transaction(async (tx) => {
    // Serializes the calls of one member, so that the limit counts all earlier blocks.
    await lockMember(tx, member);
    await shareLockAccount(tx, blockedId);
    const existing = await store.findBlock(tx, member.id, blockedId);
    if (existing) return existing;
    if ((await store.countBlocks(tx, member.id)) >= BLOCKS_MAX) throw new AppError('block.too_many');
    await store.lockPair(tx, member.id, blockedId);
    await store.insertBlock(tx, member.id, blockedId, ctx.now().toISOString());
    await store.freeReservations(tx, member.id, blockedId);
    // Only the blocker's windows: the other member must not notice.
    await notifyMembers(tx, [member.id]);
    const block = await store.findBlock(tx, member.id, blockedId);
    if (!block) throw new AppError('account.not_found');
    return block;
  });
}

/** Does nothing if the member is not blocked. */
export function unblockMember(ctx: MemberContext, blockedId: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    if (await store.deleteBlock(tx, ctx.member.id, blockedId)) await notifyMembers(tx, [ctx.member.id]);
    return { message: 'Blockeringen är hävd.' };
  });
}

export { findBlocks as blocksOf, isBlockedPair, shareLockPair, shareLockPairOfAd } from './store.ts';

/** Requires the lock, taken by an earlier statement. Throws `conversation.blocked`. */
export async function rejectBlockedPair(tx: Db, a: string, b: string): Promise<void> {
  if (await store.hasBlock(tx, a, b)) throw new AppError('conversation.blocked');
}
