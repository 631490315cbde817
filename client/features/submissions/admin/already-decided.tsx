import { detailOf } from '#client/platform/api/error-texts.ts';
import { Alert } from '#client/ui/alert.tsx';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { reviewError } from '#src/features/submissions/rules.ts';
import { decisionOf } from './labels.ts';

export const isReviewable = (current: AdminSubmission | undefined): boolean =>
  !!current && !reviewError(current);

/** `current` is the latest version; undefined if the submission was deleted. */
export function AlreadyDecided({ current }: { current: AdminSubmission | undefined }) {
  if (isReviewable(current)) return null;
  return (
    <Alert>
      {current ? (
        <>
          {detailOf('submission.reviewed')} {decisionOf(current)}
          {current.admin_comments && `, med kommentaren ”${current.admin_comments}”`}. Det du har skrivit
          skickas inte.
        </>
      ) : (
        <>{detailOf('submission.not_found')} Någon har tagit bort den.</>
      )}
    </Alert>
  );
}
