import type * as v from 'valibot';
import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { ProposalReview } from '#src/features/organisers/contract.ts';

type Review = v.InferInput<typeof ProposalReview>;

export function useProposalReview(onDone?: () => void) {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return useAction({
    confirm: ({ overwrite }: Review) =>
      overwrite
        ? {
            title: 'Loppet har ändrats',
            question: 'Någon har ändrat loppet sedan förslaget skickades. Förslaget ersätter den ändringen.',
            confirmLabel: 'Godkänn ändå',
          }
        : undefined,
    send: (review) => utils.client.admin.proposals.review.mutate(review),
    successToast: ({ status }) => (status === 'approved' ? 'Loppet är ändrat' : 'Förslaget är avvisat'),
    failureToast: FAILED.reviewProposal,
    ...(onDone && { onSuccess: onDone }),
    refresh: () => {
      void utils.admin.proposals.list.invalidate();
      refreshCounts();
      void utils.admin.events.invalidate();
      void utils.public.events.invalidate();
    },
  });
}
