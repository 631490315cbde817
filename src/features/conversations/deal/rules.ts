import type { ErrorCode } from '#src/shared/errors.ts';
import { DEAL_STEPS, type Deal, type DealStepKey } from '../contract.ts';

export type TickedStep = { key: DealStepKey; done_by: string; done_at: string; price: number | null };

/** A step that somebody else has ticked stays theirs. */
export function stepError(
  steps: readonly Pick<TickedStep, 'key' | 'done_by'>[],
  { key, done, memberId }: { key: DealStepKey; done: boolean; memberId: string },
): ErrorCode | undefined {
  const ticked = steps.find((step) => step.key === key);
  return !done && ticked && ticked.done_by !== memberId ? 'conversation.step_not_own' : undefined;
}

export const PAY_LATER = 'Betala först när arrangören har bekräftat namnbytet.';

/** Whether ticking `key` means that the buyer pays before the organizer has confirmed. */
export const paysTooEarly = (steps: readonly { key: DealStepKey }[], key: DealStepKey): boolean =>
  key === 'paid' && !steps.some((step) => step.key === 'organizer_confirmed');

/** A completed ad needs no advice. */
export function dealOf(ticked: readonly TickedStep[], { isCompleted }: { isCompleted: boolean }): Deal {
  const isPaidTooEarly = !isCompleted && ticked.some(({ key }) => paysTooEarly(ticked, key));
  return {
    steps: DEAL_STEPS.map(
      (key) => ticked.find((step) => step.key === key) ?? { key, done_by: null, done_at: null },
    ),
    agreed_price: ticked.find(({ key }) => key === 'agreed')?.price ?? null,
    advice: isPaidTooEarly ? PAY_LATER : null,
  };
}
