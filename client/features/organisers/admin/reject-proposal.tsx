import { type FormEvent, useId } from 'react';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type AdminProposal, ProposalReview } from '#src/features/organisers/contract.ts';
import { useProposalReview } from './use-proposal-review.ts';

type Props = { proposal: AdminProposal; isReviewable: boolean; onClose: () => void };

export function RejectProposal({ proposal, isReviewable, onClose }: Props) {
  const formId = useId();
  const isMounted = useIsMounted();
  const { formRef, values, inputProps, errorOf, showErrors } = useForm({ admin_comments: '' });
  const review = useProposalReview(() => {
    if (isMounted.current) onClose();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (review.isPending || !isReviewable) return;
    const input = { id: proposal.id, status: 'rejected' as const, ...values };
    const errors = fieldErrorsOf(ProposalReview, input);
    if (errors) showErrors(errors);
    else review.start(input);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Avvisa förslaget"
      size="small"
      unsaved={values.admin_comments.trim() !== '' && isReviewable && !review.isPending}
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={review.isPending} disabled={!isReviewable}>
            Avvisa
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} onSubmit={send} noValidate>
        {!isReviewable && <Alert>Förslaget är redan granskat eller ersatt.</Alert>}
        <Field
          label="Kommentar"
          optional
          error={errorOf('admin_comments')}
          hint="Skickas med i mejlet till arrangören."
        >
          {(ariaProps) => (
            <TextArea {...ariaProps} {...inputProps('admin_comments')} rows={4} data-focus-first />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
