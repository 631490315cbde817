import { type FormEvent, useId } from 'react';
import { type AdminSubmission, ReviewInput } from '../../../../src/features/submissions/contract';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextArea } from '../../../ui/inputs';
import { useIsMounted } from '../../../ui/use-is-mounted';
import { AlreadyDecided, isReviewable } from './already-decided';
import { useReview } from './use-review';

type Props = {
  submission: AdminSubmission;
  /** The latest version; undefined if it was deleted. */
  current: AdminSubmission | undefined;
  onHandled: (submission: AdminSubmission) => void;
  onClose: () => void;
};

/** The server stores "Avvisad" for an empty reason. */
export function RejectDialog({ submission, current, onHandled, onClose }: Props) {
  const formId = useId();
  const isMounted = useIsMounted();
  const { formRef, values, inputProps, errorOf, showErrors } = useForm({ admin_comments: '' });
  const review = useReview(FAILED.rejectSubmission, () => {
    onHandled(submission);
    if (isMounted.current) onClose();
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (review.isPending || !isReviewable(current)) return;
    const input = { id: submission.id, status: 'rejected' as const, ...values };
    const errors = fieldErrorsOf(ReviewInput, input);
    if (errors) showErrors(errors);
    else review.start(input);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Avvisa förfrågan"
      size="small"
      unsaved={values.admin_comments.trim() !== '' && isReviewable(current) && !review.isPending}
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            busy={review.isPending}
            disabled={!isReviewable(current)}
          >
            Avvisa
          </Button>
        </>
      }
    >
      <form className="reject-form" id={formId} ref={formRef} onSubmit={send} noValidate>
        <p className="reject-event">{submission.event_name}</p>
        <AlreadyDecided current={current} />
        <Field
          label="Anledning"
          optional
          error={errorOf('admin_comments')}
          hint={`Skickas med i mejlet till ${submission.submitter_name}.`}
        >
          {(ariaProps) => (
            <TextArea {...ariaProps} {...inputProps('admin_comments')} rows={4} data-focus-first />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
