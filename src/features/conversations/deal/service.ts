import { shareLockMember } from '#src/features/accounts/service.ts';
import { rejectBlockedPair, shareLockPair } from '#src/features/blocks/service.ts';
import type { MemberContext } from '#src/platform/context.ts';
import { pipelined } from '#src/platform/database/pipelined.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Deal, DealInput } from '../contract.ts';
import { notifyBothParties } from '../live/service.ts';
import { lockConversation } from '../store.ts';
import { dealOf, stepError, type TickedStep } from './rules.ts';
import * as store from './store.ts';

/**
 * Ticking a ticked step and unticking an open one change nothing. Throws `conversation.not_found`,
 * `conversation.deserted`, `conversation.blocked`, `conversation.step_not_own`.
 */
export function setDealStep(ctx: MemberContext, input: DealInput): Promise<Deal> {
  const { announcement_id, other_user_id, step: key, done, price } = input;
  const memberId = ctx.member.id;
  return ctx.database.db.transaction(async (tx) => {
    const [, , conversation] = await pipelined([
      shareLockMember(tx, ctx.member),
      shareLockPair(tx, memberId, other_user_id),
      lockConversation(tx, announcement_id, memberId, other_user_id),
    ]);
    if (!conversation) throw new AppError('conversation.not_found');
    if (conversation.is_deserted) throw new AppError('conversation.deserted');
    await rejectBlockedPair(tx, memberId, other_user_id);
    const withAdvice = (ticked: readonly TickedStep[]) =>
      dealOf(ticked, { isCompleted: conversation.is_completed });
    const steps = await store.findSteps(tx, conversation.id);
    const code = stepError(steps, { key, done, memberId });
    if (code) throw new AppError(code);
    if (steps.some((step) => step.key === key) === done) return withAdvice(steps);
    const ticked = {
      key,
      done_by: memberId,
      done_at: ctx.now().toISOString(),
      price: key === 'agreed' ? price : null,
    };
    if (done) await store.insertStep(tx, conversation.id, ticked);
    else await store.deleteStep(tx, conversation.id, ticked);
    await notifyBothParties(tx, announcement_id, [memberId, other_user_id]);
    return withAdvice(await store.findSteps(tx, conversation.id));
  });
}
