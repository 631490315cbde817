import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type {
  ConversationDetail,
  ConversationKey,
  DealStepKey,
} from '#src/features/conversations/contract.ts';
import { PAY_LATER, paysTooEarly } from '#src/features/conversations/deal/rules.ts';
import { AgreedDialog } from './agreed-dialog.tsx';

type Change = { step: DealStepKey; done: boolean; price?: number };

/**
 * `dialog` asks before a payment that the organizer has not confirmed, and what price was agreed on. `tickDone` never
 * fails: it shows a failure.
 */
export function useDealSteps(
  conversation: ConversationKey,
  { deal, announcement }: Pick<ConversationDetail, 'deal' | 'announcement'>,
) {
  const [isAskingPrice, setAskingPrice] = useState(false);
  const { client, marketplace } = trpc.useUtils();
  const { open } = marketplace.conversations;
  const ticked = deal.steps.filter(({ done_by }) => done_by !== null);
  const send = (change: Change) =>
    client.marketplace.conversations.setDealStep.mutate({ ...conversation, ...change });
  const show = (saved: ConversationDetail['deal']) =>
    open.setData(conversation, (current) => current && { ...current, deal: saved });
  const showFailure = (error: unknown) => {
    toastReason(error, FAILED.dealStep);
    open.invalidate(conversation);
  };
  const change = useAction({
    confirm: ({ step, done }: Change) =>
      done && paysTooEarly(ticked, step)
        ? {
            title: 'Är namnbytet bekräftat?',
            question: PAY_LATER,
            confirmLabel: 'Bocka av ändå',
            advisesCancel: true,
          }
        : undefined,
    send,
    onSuccess: show,
    onFailure: showFailure,
  });
  return {
    /** Undefined unless a step is being saved. */
    pending: change.isPending ? change.input : undefined,
    tick: (step: DealStepKey, done: boolean) =>
      step === 'agreed' && done ? setAskingPrice(true) : change.start({ step, done }),
    tickDone: async () => {
      if (ticked.some(({ key }) => key === 'done')) return;
      await send({ step: 'done', done: true }).then(show, showFailure);
    },
    dialog: isAskingPrice ? (
      <AgreedDialog
        askedPrice={announcement.price}
        onConfirm={(price) => {
          setAskingPrice(false);
          change.start({ step: 'agreed', done: true, price });
        }}
        onClose={() => setAskingPrice(false)}
      />
    ) : (
      change.dialog
    ),
  };
}
