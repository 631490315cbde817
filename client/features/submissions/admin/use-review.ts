import type * as v from 'valibot';
import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { ReviewedSubmission, ReviewInput } from '#src/features/submissions/contract.ts';

export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.submissions.list.invalidate();
    refreshCounts();
    void utils.admin.events.invalidate();
    void utils.public.events.invalidate();
  };
}

export function useReview(failureToast: string, onDone: (decided: ReviewedSubmission) => void) {
  const { client } = trpc.useUtils();
  return useAction({
    send: (review: v.InferInput<typeof ReviewInput>) => client.admin.submissions.review.mutate(review),
    successToast: ({ message }) => message,
    failureToast,
    onSuccess: onDone,
    refresh: useRefresh(),
  });
}
