import type { MemberContext } from '../../../platform/context';
import { pipelined } from '../../../platform/database/pipelined';
import { AppError } from '../../../shared/errors';
import { shareLockMember } from '../../accounts/service';
import { rejectBlockedPair, shareLockPair } from '../../blocks/service';
import type { Deal, DealInput } from '../contract';
import { notifyBothParties } from '../live/service';
import { lockConversation } from '../store';
import { dealOf, stepError, type TickedStep } from './rules';
import * as store from './store';

/**
 * Ticking a ticked step and unticking an open one change nothing. Throws `conversation.not_found`,
 * `conversation.deserted`, `conversation.blocked`, `conversation.step_not_own`.
 */
export function setDealStep(ctx: MemberContext, input: DealInput): Promise<Deal> {
  const { announcement_id, other_user_id, step: key, done } = input;
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
    const ticked = { key, done_by: memberId, done_at: ctx.now().toISOString() };
    if (done) await store.insertStep(tx, conversation.id, ticked);
    else await store.deleteStep(tx, conversation.id, ticked);
    await notifyBothParties(tx, announcement_id, [memberId, other_user_id]);
    return withAdvice(await store.findSteps(tx, conversation.id));
  });
}
