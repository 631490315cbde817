import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type {
  ConversationDetail,
  ConversationKey,
  DealStepKey,
} from '#src/features/conversations/contract.ts';
import { PAY_LATER, paysTooEarly } from '#src/features/conversations/deal/rules.ts';

/** `dialog` asks before a payment that the organizer has not confirmed. `tickDone` never fails: it shows a failure. */
export function useDealSteps(conversation: ConversationKey, { deal }: Pick<ConversationDetail, 'deal'>) {
  const { open } = trpc.useUtils().marketplace.conversations;
  const [isAsking, setAsking] = useState(false);
  const change = trpc.marketplace.conversations.setDealStep.useMutation({
    onSuccess: (saved) => open.setData(conversation, (current) => current && { ...current, deal: saved }),
    onError: (error) => {
      toastReason(error, FAILED.dealStep);
      open.invalidate(conversation);
    },
    onSettled: () => setAsking(false),
  });
  const send = (step: DealStepKey, done: boolean) => {
    if (!change.isPending) change.mutate({ ...conversation, step, done });
  };
  const ticked = deal.steps.filter(({ done_by }) => done_by !== null);
  return {
    /** Undefined unless a step is being saved. */
    pending: change.isPending ? change.variables : undefined,
    tick: (step: DealStepKey, done: boolean) => {
      if (done && paysTooEarly(ticked, step)) setAsking(true);
      else send(step, done);
    },
    tickDone: async () => {
      if (ticked.some(({ key }) => key === 'done')) return;
      await change.mutateAsync({ ...conversation, step: 'done', done: true }).catch(() => {});
    },
    dialog: isAsking && (
      <ConfirmDialog
        open
        title="Är namnbytet bekräftat?"
        question={PAY_LATER}
        confirmLabel="Bocka av ändå"
        busy={change.isPending}
        onConfirm={() => send('paid', true)}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
