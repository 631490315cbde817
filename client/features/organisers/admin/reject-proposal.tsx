import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextAreaField } from '#client/ui/text-field.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type AdminProposal, ProposalReview } from '#src/features/organisers/contract.ts';
import { useProposalReview } from './use-proposal-review.ts';

type Props = { proposal: AdminProposal; isReviewable: boolean; onClose: () => void };

export function RejectProposal({ proposal, isReviewable, onClose }: Props) {
  const isMounted = useIsMounted();
  const { formRef, values, fieldProps, submit } = useForm({ admin_comments: '' });
  const review = useProposalReview(() => {
    if (isMounted.current) onClose();
  });
  const input = { id: proposal.id, status: 'rejected' as const, ...values };
  const send = submit(ProposalReview, input, { ...review, isPending: review.isPending || !isReviewable });
  return (
    <FormDialog
      onClose={onClose}
      title="Avvisa förslaget"
      size="small"
      unsaved={values.admin_comments.trim() !== '' && isReviewable && !review.isPending}
      isCompact
      busy={review.isPending}
      saveLabel="Avvisa"
      saveButton={{ kind: 'danger', disabled: !isReviewable }}
      formRef={formRef}
      onSubmit={send}
    >
      {!isReviewable && <Alert>Förslaget är redan granskat eller ersatt.</Alert>}
      <TextAreaField
        label="Kommentar"
        optional
        hint="Skickas med i mejlet till arrangören."
        {...fieldProps('admin_comments')}
        rows={4}
        data-focus-first
      />
    </FormDialog>
  );
}
