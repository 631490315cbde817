import { Flag } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { saveDraft } from '#client/platform/forms/drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useSession } from '#client/platform/session/member.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';
import { TextAreaField, TextField } from '#client/ui/text-field.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import { NoticeInput } from '#src/features/notices/contract.ts';

type Props = {
  ad: { order_number: string; event_name: string };
  onClose: () => void;
};

/** Reports an ad without an account. Members get their name and address filled in. */
export function NoticeDialog({ ad, onClose }: Props) {
  const errorId = useId();
  const isMounted = useIsMounted();
  const session = useSession();
  const draftName = `notice ${ad.order_number}`;
  const [initialValues] = useState(() => ({
    explanation: '',
    name: session?.user.full_name ?? '',
    email: '',
    good_faith: false,
    website: '',
  }));
  const form = useForm(initialValues, draftName);
  const { formRef, values, set, fieldProps, inputProps, errorOf, missingMessage, submit, serverError } = form;

  const account = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: !!session });
  const accountEmail = account.data?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address arrives, not while it is edited
  useEffect(() => {
    if (accountEmail && !values.email) set('email', accountEmail);
  }, [accountEmail]);

  const options = form.mutationOptions(FAILED.notice);
  const sending = trpc.public.notices.create.useMutation({
    ...options,
    onSuccess: (response) => {
      options.onSuccess(response);
      saveDraft(draftName, '');
      if (isMounted.current) onClose();
    },
  });

  const input = { ...values, url: adPath(ad.order_number) };
  const send = submit(NoticeInput, input as NoticeInput, sending);

  return (
    <FormDialog
      onClose={onClose}
      title="Anmäl annonsen"
      isCompact
      busy={sending.isPending}
      saveLabel="Skicka anmälan"
      saveButton={{ icon: <Flag size={18} aria-hidden="true" /> }}
      className="report-form"
      formRef={formRef}
      onSubmit={send}
    >
      <p className="report-lead">
        {ad.order_number} {ad.event_name}. Anmälan går till oss som driver Startplatsmarknaden. Den som har
        lagt upp annonsen får inte veta vem du är.
      </p>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      <TextAreaField label="Vad är fel med annonsen?" required {...fieldProps('explanation')} rows={5} />
      <div className="form-pair">
        <TextField label="Namn" required {...fieldProps('name')} autoComplete="name" />
        <TextField label="E-post" required {...fieldProps('email')} type="email" autoComplete="email" />
      </div>
      <div className="field">
        <Checkbox
          label="Jag försäkrar i god tro att uppgifterna stämmer"
          name="good_faith"
          checked={values.good_faith}
          aria-invalid={errorOf('good_faith') ? true : undefined}
          aria-describedby={errorOf('good_faith') && errorId}
          onChange={(event) => set('good_faith', event.target.checked)}
        />
        <FieldError id={errorId} error={errorOf('good_faith')} />
      </div>
      <Honeypot {...inputProps('website')} />
      <PrivacyNote>Vi mejlar dig en bekräftelse och vårt beslut.</PrivacyNote>
      {serverError && <Alert>{serverError}</Alert>}
    </FormDialog>
  );
}
