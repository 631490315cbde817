import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';
import { TextAreaField, TextField } from '#client/ui/text-field.tsx';
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
  const { formRef, values, fieldProps, inputProps, missingMessage, submit, serverError, mutationOptions } =
    useForm(initialValues, 'contact');
  const sending = trpc.public.contact.sendMessage.useMutation(mutationOptions(FAILED.contact));

  const send = submit(ContactMessageInput, values, sending);

  return (
    <form className="form" ref={formRef} onSubmit={send} noValidate aria-label="Skriv till oss">
      <h2 className="type-card">Skriv till oss</h2>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      <div className="form-pair">
        <TextField label="Namn" required {...fieldProps('name')} autoComplete="name" />
        <TextField label="E-post" required {...fieldProps('email')} type="email" autoComplete="email" />
      </div>
      <TextField label="Ämne" required {...fieldProps('subject')} autoComplete="off" />
      <TextAreaField label="Meddelande" required {...fieldProps('message')} rows={6} />
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
