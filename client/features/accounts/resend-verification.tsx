import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { EmailInput } from '../../../src/features/accounts/contract';
import { FAILED } from '../../platform/sentences';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { useSendOnce } from '../../platform/use-send-once';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { Failure } from './failure';

type Props = {
  /** What somebody has tried to log in with: when it is a user name, the address is asked for. */
  to?: string;
};

/** Has the link that verifies an account mailed once more (D8). */
export function ResendVerification({ to }: Props) {
  const { form, values, text, errorOf, refuse } = useForm({ email: '' });
  const resend = trpc.marketplace.accounts.resendVerification.useMutation();
  const sendOnce = useSendOnce(resend);
  const isKnown = to !== undefined && !faultsOf(EmailInput, { email: to });

  // Beside the login form `email` is taken (D26).
  const name = to === undefined ? 'email' : 'resend_email';

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (resend.isPending) return;
    const input = { email: isKnown ? to : values.email };
    const faults = faultsOf(EmailInput, input);
    if (faults) refuse(faults);
    else sendOnce(input);
  };

  return (
    <form
      className="account-form"
      ref={form}
      onSubmit={send}
      noValidate
      aria-label="Skicka verifieringslänken igen"
    >
      {!isKnown && (
        <Field label="E-post" required error={errorOf('email')}>
          {(wiring) => (
            <TextInput {...wiring} {...text('email')} name={name} type="email" autoComplete="email" />
          )}
        </Field>
      )}
      <Button type="submit" wide busy={resend.isPending} icon={<Send size={18} aria-hidden="true" />}>
        Skicka en ny verifieringslänk
      </Button>
      {resend.error && <Failure error={resend.error}>{FAILED.something}</Failure>}
      {resend.data && (
        <p className="account-note" role="status">
          {resend.data.message}
        </p>
      )}
    </form>
  );
}
