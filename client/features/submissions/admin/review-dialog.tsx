import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { EventFields } from '#client/features/admin-events/event-fields.tsx';
import { type EventFieldValues, fieldsOf, inputOf } from '#client/features/admin-events/event-values.ts';
import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAdminDraft } from '#client/platform/forms/use-admin-draft.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { useIsWide } from '#client/ui/use-media.ts';
import { EventInput } from '#src/features/events/contract.ts';
import { type AdminSubmission, ReviewInput } from '#src/features/submissions/contract.ts';
import { AlreadyDecided, isReviewable } from './already-decided.tsx';
import { DecisionFields, type DecisionValues } from './decision-fields.tsx';
import { Duplicates } from './duplicates.tsx';
import { useReview } from './use-review.ts';

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

  const { status, admin_comments, invite_organiser } = decision.values;
  const rejection = { id: submission.id, status: 'rejected' as const, admin_comments };
  const { input, errors } = inputOf(race.values);
  const approval = { ...input, ...rejection, status: 'approved' as const, invite_organiser };
  const sender = { ...review, isPending: review.isPending || !isReviewable(current) };
  const findEventErrors = () => ({ ...fieldErrorsOf(EventInput, input), ...errors });
  const approve = race.submit(findEventErrors, approval, sender);
  // A rejection creates no event, so the edited fields are not validated.
  const start = () => (status === 'rejected' ? review.start(rejection) : approve());

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
          {isWide ? 'Skicka beslut' : status === 'approved' ? 'Godkänn' : 'Avvisa'}
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
        onSubmit={decision.submit(ReviewInput, rejection, { ...sender, start })}
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
