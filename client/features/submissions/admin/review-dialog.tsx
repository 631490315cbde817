import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { EventInput } from '../../../../src/features/events/contract';
import { type AdminSubmission, ReviewInput } from '../../../../src/features/submissions/contract';
import { errorMessage } from '../../../platform/api/failures';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAdminDraft } from '../../../platform/forms/use-admin-draft';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { useToday } from '../../../platform/page/clock';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useIsMounted } from '../../../ui/use-is-mounted';
import { useIsWide } from '../../../ui/use-media';
import { EventFields } from '../../events/admin/event-fields';
import { type EventFieldValues, fieldsOf, inputOf } from '../../events/admin/event-values';
import { AlreadyDecided, isReviewable } from './already-decided';
import { DecisionFields, type DecisionValues } from './decision-fields';
import { Duplicates } from './duplicates';
import { useReview } from './use-review';

type Props = {
  /** The version when the dialog was opened. */
  submission: AdminSubmission;
  /** The latest version; undefined if it was deleted. */
  current: AdminSubmission | undefined;
  onHandled: (submission: AdminSubmission) => void;
  onClose: () => void;
};

/** Enter in a field must not submit: a decision is final and is mailed. */
const ignoreEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

const UNDECIDED: DecisionValues = { status: 'approved', admin_comments: '', invite_organiser: false };

export function ReviewDialog({ submission, current, onHandled, onClose }: Props) {
  const [proposedValues] = useState(() => fieldsOf(submission));
  const draft = useAdminDraft<{ race: EventFieldValues; decision: DecisionValues }>(
    `review ${submission.id}`,
  );
  const race = useForm(draft.saved?.race ?? proposedValues);
  const decision = useForm(draft.saved?.decision ?? UNDECIDED);
  const formId = useId();
  const today = useToday();
  const isMounted = useIsMounted();
  const isWide = useIsWide();
  const close = () => {
    draft.save(undefined);
    onClose();
  };
  const review = useReview(FAILED.reviewSubmission, () => {
    onHandled(submission);
    if (isMounted.current) close();
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (review.isPending || !isReviewable(current)) return;
    const { status, admin_comments, invite_organiser } = decision.values;
    const rejection = { id: submission.id, status: 'rejected' as const, admin_comments };
    const rejectionErrors = fieldErrorsOf(ReviewInput, rejection);
    if (rejectionErrors) return decision.showErrors(rejectionErrors);
    // A rejection creates no event, so the edited fields are not validated.
    if (status === 'rejected') return review.start(rejection);
    const { input, distances, errors: distanceErrors } = inputOf(race.values);
    race.set('distances', distances);
    const eventErrors = { ...fieldErrorsOf(EventInput, input), ...distanceErrors };
    if (Object.keys(eventErrors).length > 0) race.showErrors(eventErrors);
    else review.start({ ...input, ...rejection, status, invite_organiser });
  };

  const isChanged =
    decision.values.admin_comments.trim() !== '' ||
    JSON.stringify(race.values) !== JSON.stringify(proposedValues);
  const unsaved = isChanged && isReviewable(current);
  const draftValues = { race: race.values, decision: decision.values };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft.save` is stable
  useEffect(() => draft.save(unsaved ? draftValues : undefined), [unsaved, race.values, decision.values]);
  return (
    <Dialog
      open
      onClose={close}
      title={`Granska: ${submission.event_name}`}
      size="large"
      unsaved={unsaved && !review.isPending}
      save={
        <Button
          kind="primary"
          type="submit"
          form={formId}
          busy={review.isPending}
          disabled={!isReviewable(current)}
        >
          {isWide ? 'Skicka beslut' : decision.values.status === 'approved' ? 'Godkänn' : 'Avvisa'}
        </Button>
      }
    >
      <form
        className="review"
        id={formId}
        ref={(node) => {
          race.formRef.current = node;
          decision.formRef.current = node;
        }}
        onSubmit={send}
        onKeyDown={ignoreEnter}
        noValidate
      >
        <div className="review-race">
          <AlreadyDecided current={current} />
          {!!review.error && isReviewable(current) && (
            <Alert>{errorMessage(review.error, 'Servern svarade inte. Försök igen.')}</Alert>
          )}
          {race.missingMessage && <Alert>{race.missingMessage}</Alert>}
          <Duplicates submission={submission} />
          <EventFields form={race} today={today} />
        </div>
        <div className="review-decision">
          <div className="review-decision-inner">
            <DecisionFields submission={submission} form={decision} />
          </div>
        </div>
      </form>
    </Dialog>
  );
}
