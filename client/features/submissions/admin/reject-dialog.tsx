import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextAreaField } from '#client/ui/text-field.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type AdminSubmission, ReviewInput } from '#src/features/submissions/contract.ts';
import { AlreadyDecided, isReviewable } from './already-decided.tsx';
import { useReview } from './use-review.ts';

type Props = {
  submission: AdminSubmission;
  /** The latest version; undefined if it was deleted. */
  current: AdminSubmission | undefined;
  onHandled: (submission: AdminSubmission) => void;
  onClose: () => void;
};

/** The server stores "Avvisad" for an empty reason. */
export function RejectDialog({ submission, current, onHandled, onClose }: Props) {
  const isMounted = useIsMounted();
  const { formRef, values, fieldProps, submit } = useForm({ admin_comments: '' });
  const review = useReview(FAILED.rejectSubmission, () => {
    onHandled(submission);
    if (isMounted.current) onClose();
  });

  const input = { id: submission.id, status: 'rejected' as const, ...values };
  const send = submit(ReviewInput, input, {
    ...review,
    isPending: review.isPending || !isReviewable(current),
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Avvisa förfrågan"
      size="small"
      unsaved={values.admin_comments.trim() !== '' && isReviewable(current) && !review.isPending}
      isCompact
      busy={review.isPending}
      saveLabel="Avvisa"
      saveButton={{ kind: 'danger', disabled: !isReviewable(current) }}
      className="reject-form"
      formRef={formRef}
      onSubmit={send}
    >
      <p className="reject-event">{submission.event_name}</p>
      <AlreadyDecided current={current} />
      <TextAreaField
        label="Anledning"
        optional
        hint={`Skickas med i mejlet till ${submission.submitter_name}.`}
        {...fieldProps('admin_comments')}
        rows={4}
        data-focus-first
      />
    </FormDialog>
  );
}
