import { useEffect, useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EmailInput } from '#src/features/accounts/contract.ts';
import { Failure } from './failure.tsx';

export function ForgotForm() {
  const { formRef, values, fieldProps, submit } = useForm({ email: '' });
  const forgot = trpc.marketplace.accounts.forgotPassword.useMutation({
    onSuccess: ({ message }) => toast.success(message),
  });

  const send = submit(EmailInput, values, forgot);

  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current && !forgot.isSuccess) formRef.current?.querySelector('input')?.focus();
    wasSent.current = forgot.isSuccess;
  }, [forgot.isSuccess, formRef]);

  if (forgot.isSuccess) return <SentNotice email={forgot.variables.email} onRetry={forgot.reset} />;
  return (
    <>
      {forgot.error && <Failure error={forgot.error}>{FAILED.something}</Failure>}
      <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label="Glömt lösenordet">
        <TextField label="E-post" required {...fieldProps('email')} type="email" autoComplete="email" />
        <Button kind="primary" type="submit" large wide busy={forgot.isPending}>
          Skicka återställningslänk
        </Button>
      </form>
      <p className="account-links">
        <Link className="text-link" to="/marketplace/login">
          Tillbaka till inloggning
        </Link>
      </p>
    </>
  );
}

/** The text is the same for every address, so it does not reveal who has an account. */
function SentNotice({ email, onRetry }: { email: string; onRetry: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <>
      <div className="account-note" ref={note} tabIndex={-1}>
        <p>
          Om det finns ett konto med adressen <strong>{email.trim()}</strong> har vi skickat en länk dit. Den
          gäller i en timme.
        </p>
        <p>Titta även i skräpposten.</p>
      </div>
      <div className="account-buttons">
        <Button onClick={onRetry}>Försök igen</Button>
        <ButtonLink kind="primary" to="/marketplace/login">
          Tillbaka till inloggning
        </ButtonLink>
      </div>
    </>
  );
}
