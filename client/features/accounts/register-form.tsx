import { type FocusEvent, type FormEvent, useState } from 'react';
import { PASSWORD_RULES, RegisterInput } from '../../../src/features/accounts/contract';
import type { ErrorCode } from '../../../src/shared/errors';
import { errorCodeOf, errorMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { fieldErrorsOf, useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { useRedirect } from '../../platform/navigation/use-redirect';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Honeypot } from '../../ui/honeypot';
import { TextInput } from '../../ui/inputs';
import { Link } from '../../ui/link';
import { NewPassword } from '../../ui/new-password';
import { PrivacyNote } from '../../ui/privacy-note';

const EMPTY = {
  email: '',
  full_name: '',
  phone_number: '',
  password: '',
  confirm_password: '',
  website: '',
};

/** Leaves time to read the toast. */
const REDIRECT_DELAY_MS = 3000;

const holdsAll = (password: string) => PASSWORD_RULES.every(({ holds }) => holds(password));

function fieldOf(code: ErrorCode): 'password' | 'full_name' | undefined {
  if (code === 'password.common') return 'password';
  return code === 'account.name_reserved' ? 'full_name' : undefined;
}

export function RegisterForm() {
  const { formRef, values, inputProps, errorOf, missingMessage, setError, showErrors, clear } =
    useForm(EMPTY);
  const [isDone, setDone] = useState(false);
  const register = trpc.marketplace.accounts.register.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      clear();
      setDone(true);
    },
    onError: (error) => {
      const code = errorCodeOf(error);
      const field = code && fieldOf(code);
      if (field) showErrors({ [field]: code });
    },
  });
  const refused = errorCodeOf(register.error);
  const sendOnce = useSendOnce(register);
  useRedirect(isDone, '/marketplace/login', REDIRECT_DELAY_MS);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending || isDone) return;
    const faults = fieldErrorsOf(RegisterInput, values);
    if (faults) {
      register.reset();
      showErrors(faults);
    } else sendOnce(values);
  };

  /** Runs when focus moves to the next field: not while typing, and not on a press of a link. */
  const validatePasswords = ({ target: { name } }: FocusEvent<HTMLElement & { name?: string }>) => {
    const { password, confirm_password } = values;
    if (!name) return;
    if (name !== 'password' && password && !holdsAll(password)) setError('password', 'password.weak');
    const isOther = name !== 'password' && name !== 'confirm_password';
    if (isOther && confirm_password && password !== confirm_password) {
      setError('confirm_password', 'password.mismatch');
    }
  };

  return (
    <>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {register.error && !(refused && fieldOf(refused)) && (
        <Alert>{errorMessage(register.error, FAILED.register)}</Alert>
      )}
      <form
        className="account-form"
        ref={formRef}
        onSubmit={send}
        onFocus={validatePasswords}
        noValidate
        aria-label="Skapa konto"
      >
        <Field label="Namn" required error={errorOf('full_name')}>
          {(ariaProps) => <TextInput {...ariaProps} {...inputProps('full_name')} autoComplete="name" />}
        </Field>
        <Field label="E-post" required error={errorOf('email')}>
          {(ariaProps) => (
            <TextInput {...ariaProps} {...inputProps('email')} type="email" autoComplete="email" />
          )}
        </Field>
        <Field label="Telefonnummer" required error={errorOf('phone_number')}>
          {(ariaProps) => (
            <TextInput {...ariaProps} {...inputProps('phone_number')} type="tel" autoComplete="tel" />
          )}
        </Field>
        <NewPassword
          label="Lösenord"
          name="password"
          value={values.password}
          rules={PASSWORD_RULES}
          inputProps={inputProps}
          errorOf={errorOf}
        />
        <Honeypot {...inputProps('website')} />
        <PrivacyNote>
          Telefonnumret visas bara för den du skriver med, e-postadressen för ingen annan medlem.
        </PrivacyNote>
        <Button
          kind="primary"
          type="submit"
          large
          wide
          disabled={!holdsAll(values.password)}
          busy={register.isPending || isDone}
        >
          Registrera
        </Button>
      </form>
      <p className="account-other">
        Har du redan ett konto?{' '}
        <Link className="text-link" to="/marketplace/login">
          Logga in
        </Link>
      </p>
    </>
  );
}
