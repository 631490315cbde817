import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { ContactMessageInput } from '../../../src/features/contact/contract';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Honeypot } from '../../ui/honeypot';
import { TextArea, TextInput } from '../../ui/inputs';
import { PrivacyNote } from '../../ui/privacy-note';

const EMPTY_VALUES = { name: '', email: '', subject: '', message: '', website: '' };

export function ContactForm() {
  const { form, values, text, errorOf, missing, showErrors, serverError, sending } = useForm(
    EMPTY_VALUES,
    'contact',
  );
  const message = trpc.public.contact.sendMessage.useMutation(sending(FAILED.contact));
  const sendOnce = useSendOnce(message);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (message.isPending) return;
    const errors = fieldErrorsOf(ContactMessageInput, values);
    if (errors) showErrors(errors);
    else sendOnce(values);
  };

  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-label="Skriv till oss">
      <h2 className="type-card">Skriv till oss</h2>
      {missing && <Alert>{missing}</Alert>}
      <div className="form-pair">
        <Field label="Namn" required error={errorOf('name')}>
          {(wiring) => <TextInput {...wiring} {...text('name')} autoComplete="name" />}
        </Field>
        <Field label="E-post" required error={errorOf('email')}>
          {(wiring) => <TextInput {...wiring} {...text('email')} type="email" autoComplete="email" />}
        </Field>
      </div>
      <Field label="Ämne" required error={errorOf('subject')}>
        {(wiring) => <TextInput {...wiring} {...text('subject')} autoComplete="off" />}
      </Field>
      <Field label="Meddelande" required error={errorOf('message')}>
        {(wiring) => <TextArea {...wiring} {...text('message')} rows={6} />}
      </Field>
      <Honeypot {...text('website')} />
      <PrivacyNote>Det du skriver läses bara av oss.</PrivacyNote>
      {serverError && <Alert>{serverError}</Alert>}
      <Button
        kind="primary"
        type="submit"
        large
        className="form-send"
        busy={message.isPending}
        icon={<Send size={18} aria-hidden="true" />}
      >
        Skicka meddelande
      </Button>
    </form>
  );
}
