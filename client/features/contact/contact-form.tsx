import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { TextArea, TextInput } from '#client/ui/inputs.tsx';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';
import { ContactMessageInput } from '#src/features/contact/contract.ts';
import { SHORT } from '#src/shared/fields.ts';

const EMPTY_VALUES = { name: '', email: '', subject: '', message: '', website: '' };

/** `?subject=` fills in the subject, for links such as "Rapportera fel". */
export function ContactForm() {
  const [params] = useSearchParams();
  const [initialValues] = useState(() => ({
    ...EMPTY_VALUES,
    subject: (params.get('subject') ?? '').slice(0, SHORT),
  }));
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors, serverError, mutationOptions } =
    useForm(initialValues, 'contact');
  const sending = trpc.public.contact.sendMessage.useMutation(mutationOptions(FAILED.contact));
  const sendOnce = useSendOnce(sending);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const errors = fieldErrorsOf(ContactMessageInput, values);
    if (errors) showErrors(errors);
    else sendOnce(values);
  };

  return (
    <form className="form" ref={formRef} onSubmit={send} noValidate aria-label="Skriv till oss">
      <h2 className="type-card">Skriv till oss</h2>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      <div className="form-pair">
        <Field label="Namn" required error={errorOf('name')}>
          {(ariaProps) => <TextInput {...ariaProps} {...inputProps('name')} autoComplete="name" />}
        </Field>
        <Field label="E-post" required error={errorOf('email')}>
          {(ariaProps) => (
            <TextInput {...ariaProps} {...inputProps('email')} type="email" autoComplete="email" />
          )}
        </Field>
      </div>
      <Field label="Ämne" required error={errorOf('subject')}>
        {(ariaProps) => <TextInput {...ariaProps} {...inputProps('subject')} autoComplete="off" />}
      </Field>
      <Field label="Meddelande" required error={errorOf('message')}>
        {(ariaProps) => <TextArea {...ariaProps} {...inputProps('message')} rows={6} />}
      </Field>
      <Honeypot {...inputProps('website')} />
      <PrivacyNote>Det du skriver läses bara av oss.</PrivacyNote>
      {serverError && <Alert>{serverError}</Alert>}
      <Button
        kind="primary"
        type="submit"
        large
        className="form-send"
        busy={sending.isPending}
        icon={<Send size={18} aria-hidden="true" />}
      >
        Skicka meddelande
      </Button>
    </form>
  );
}
