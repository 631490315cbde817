import { type FormEvent, useEffect, useId } from 'react';
import { ConfirmInput } from '../../../src/features/admins/contract';
import { useAdminToken } from '../../platform/admin-session';
import { errorCodeOf, toldBy } from '../../platform/failures';
import { answerPasswordQuestion, useIsPasswordAsked } from '../../platform/password-question';
import { FAILED } from '../../platform/sentences';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { useSendOnce } from '../../platform/use-send-once';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';

/** Asks for the password when the server demands it (D8). The refused call goes on after it, or fails when it is cancelled. */
export function ConfirmPasswordDialog() {
  const isAsked = useIsPasswordAsked();
  const token = useAdminToken();
  // The answer of one admin does not count for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is the reason
  useEffect(() => () => answerPasswordQuestion(false), [token]);
  return isAsked && <PasswordQuestion />;
}

function PasswordQuestion() {
  const formId = useId();
  const { form, values, text, errorOf, refuse } = useForm({ password: '' });
  const confirmation = trpc.admin.admins.confirm.useMutation({
    onSuccess: () => answerPasswordQuestion(true),
    onError: (error) => {
      if (errorCodeOf(error) === 'admin.wrong_password') refuse({ password: 'admin.wrong_password' });
    },
  });
  const sendOnce = useSendOnce(confirmation);
  const isOther = confirmation.error && errorCodeOf(confirmation.error) !== 'admin.wrong_password';

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (confirmation.isPending) return;
    const faults = faultsOf(ConfirmInput, values);
    if (faults) {
      confirmation.reset();
      refuse(faults);
    } else sendOnce(values);
  };

  const cancel = () => answerPasswordQuestion(false);
  return (
    <Dialog
      open
      onClose={cancel}
      title="Bekräfta ditt lösenord"
      size="small"
      foot={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={cancel}>
            Avbryt
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={confirmation.isPending}>
            Fortsätt
          </Button>
        </>
      }
    >
      <form className="password-form" id={formId} ref={form} onSubmit={send} noValidate>
        <p>Det är mer än 10 minuter sedan du skrev ditt lösenord. Skriv det igen för att fortsätta.</p>
        <Field label="Lösenord" required error={errorOf('password')}>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              {...text('password')}
              autoComplete="current-password"
              data-focus-first
            />
          )}
        </Field>
        {isOther && <Alert>{toldBy(confirmation.error, FAILED.something)}</Alert>}
      </form>
    </Dialog>
  );
}
