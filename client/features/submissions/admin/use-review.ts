import type { ReviewedSubmission } from '../../../../src/features/submissions/contract';
import { detailOf } from '../../../../src/shared/errors';
import { errorCodeOf, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { toast } from '../../../platform/feedback/toast';
import { useSendOnce } from '../../../platform/forms/use-send-once';

/** What a decision or a removal changes: the list, the counters, and the calendar that everyone sees. */
export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.submissions.list.invalidate();
    void utils.admin.admins.overview.invalidate();
    void utils.admin.events.invalidate();
    void utils.public.events.invalidate();
  };
}

/** Says section 8's sentence, and why when it is another admin who was first. */
export function tellFailure(error: unknown, sentence: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(unlessUncertain(error, sentence));
  if (code?.startsWith('submission.')) toast.error(detailOf(code));
}

/** The sending of a decision: it tells what came of it, and what is shown follows it, also after a failure. */
export function useReview(failed: string, onDone: (decided: ReviewedSubmission) => void) {
  const refresh = useRefresh();
  const review = trpc.admin.submissions.review.useMutation({
    onSuccess: (decided) => {
      toast.success(decided.message);
      onDone(decided);
    },
    onError: (error) => tellFailure(error, failed),
    onSettled: refresh,
  });
  return { review, sendOnce: useSendOnce(review) };
}
