import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { reviewError } from '../../../../src/features/submissions/rules';
import { detailOf } from '../../../../src/shared/errors';
import { Alert } from '../../../ui/alert';
import { decisionOf } from './labels';

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
