import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { reviewFault } from '../../../../src/features/submissions/rules';
import { detailOf } from '../../../../src/shared/errors';
import { Alert } from '../../../ui/alert';
import { decisionOf } from './labels';

/** Whether a decision can still be sent about what a dialog is open for. */
export const isOpen = (current: AdminSubmission | undefined): boolean => !!current && !reviewFault(current);

/** While the dialog stood open another admin was first; what was typed stays. `current` is the proposal as it is now. */
export function AlreadyDecided({ current }: { current: AdminSubmission | undefined }) {
  if (isOpen(current)) return null;
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
