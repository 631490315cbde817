import type * as v from 'valibot';
import type { ProposalReview } from '../../../../src/features/organisers/contract';
import { trpc } from '../../../platform/api/trpc';
import { useRefreshCounts } from '../../../platform/api/use-refresh-counts';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';

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
