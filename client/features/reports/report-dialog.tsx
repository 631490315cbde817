import { Flag } from 'lucide-react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, failureMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useDraft } from '#client/platform/forms/drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { Select, TextArea } from '#client/ui/inputs.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { REASON_LABELS, REPORT_REASONS, ReportInput } from '#src/features/reports/contract.ts';

type Props = {
  reportedUserId: string;
  reportedName: string;
  announcementId: string | null;
  onClose: () => void;
};

export function ReportDialog({ reportedUserId, reportedName, announcementId, onClose }: Props) {
  const isMounted = useIsMounted();
  const drafts = {
    reason: useDraft(`report ${reportedUserId} reason`),
    description: useDraft(`report ${reportedUserId}`),
  };
  const { formRef, values, set, errorOf, submit } = useForm({
    reason: drafts.reason.text,
    description: drafts.description.text,
  });
  const handleChange = (name: keyof typeof drafts) => (event: { target: { value: string } }) => {
    drafts[name].set(event.target.value);
    set(name, event.target.value);
  };
  const report = trpc.marketplace.reports.create.useMutation({
    onSuccess: () => {
      for (const draft of Object.values(drafts)) draft.forget();
      toast.success('Rapport skickad. Vi kommer granska ärendet.');
      if (isMounted.current) onClose();
    },
    // An open dialog shows the error itself, and would cover a toast.
    onError: (error) => {
      if (!isMounted.current) toast.error(failureMessage(error, FAILED.report));
    },
  });

  const input = { ...values, reported_user_id: reportedUserId, related_announcement_id: announcementId };
  const send = submit(ReportInput, input as ReportInput, report);

  return (
    <FormDialog
      onClose={onClose}
      title={`Rapportera ${reportedName}`}
      isCompact
      busy={report.isPending}
      saveLabel="Skicka rapport"
      saveButton={{ icon: <Flag size={18} aria-hidden="true" /> }}
      className="report-form"
      formRef={formRef}
      onSubmit={send}
    >
      <p className="report-lead">
        Rapporten går till oss som driver Startplatsmarknaden. {reportedName} ser den inte.
      </p>
      <Field label="Anledning" required error={errorOf('reason')}>
        {(ariaProps) => (
          <Select {...ariaProps} name="reason" value={values.reason} onChange={handleChange('reason')}>
            <option value="">Välj anledning</option>
            {REPORT_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REASON_LABELS[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Beskrivning" required error={errorOf('description')}>
        {(ariaProps) => (
          <TextArea
            {...ariaProps}
            name="description"
            rows={5}
            readOnly={report.isPending}
            value={values.description}
            onChange={handleChange('description')}
          />
        )}
      </Field>
      {report.error && (
        <Alert>
          {failureMessage(report.error, FAILED.report)} <ServerReason error={report.error} />
        </Alert>
      )}
    </FormDialog>
  );
}

/** Null when the message above already says the reason. */
function ServerReason({ error }: { error: unknown }) {
  const code = errorCodeOf(error);
  return code && code !== 'server.failed' && code !== 'server.uncertain' ? detailOf(code) : null;
}
