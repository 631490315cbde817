import { type FocusEvent, useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useRedirect } from '#client/platform/navigation/use-redirect.ts';
import { type LoginRouteState, useLoginRouteState } from '#client/platform/session/return-to.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { Link } from '#client/ui/link.tsx';
import { NewPassword } from '#client/ui/new-password.tsx';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PASSWORD_RULES, RegisterInput } from '#src/features/accounts/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { RegisteredNotice } from './registered-notice.tsx';

const EMPTY_VALUES = {
  email: '',
  full_name: '',
  phone_number: '',
  password: '',
  confirm_password: '',
  website: '',
};

/** Leaves time to read the toast. */
const REDIRECT_DELAY_MS = 3000;

const meetsAllRules = (password: string) => PASSWORD_RULES.every(({ holds }) => holds(password));

function fieldOfError(code: ErrorCode): 'password' | 'full_name' | undefined {
  if (code === 'password.common') return 'password';
  return code === 'account.name_reserved' ? 'full_name' : undefined;
}

export function RegisterForm() {
  const { formRef, values, fieldProps, inputProps, errorOf, missingMessage, setError, showErrors, submit } =
    useForm(EMPTY_VALUES);
  const routeState = useLoginRouteState();
  /** The history state of the login page; undefined until the account is registered. */
  const [loginState, setLoginState] = useState<LoginRouteState>();
  const isDone = !!loginState;
  const register = trpc.marketplace.accounts.register.useMutation({
    onSuccess: ({ message }, { email }) => {
      toast.success(message);
      setLoginState({ ...routeState, registeredEmail: email.trim() });
    },
    onError: (error) => {
      const code = errorCodeOf(error);
      const field = code && fieldOfError(code);
      if (field) showErrors({ [field]: code });
    },
  });
  const errorCode = errorCodeOf(register.error);
  useRedirect(isDone, '/marketplace/login', REDIRECT_DELAY_MS, loginState);

  const send = submit(RegisterInput, values, register);

  /** Runs when focus moves to the next field: not while typing, and not on a press of a link. */
  const validatePasswords = ({ target: { name } }: FocusEvent<HTMLElement & { name?: string }>) => {
    const { password, confirm_password } = values;
    if (!name) return;
    if (name !== 'password' && password && !meetsAllRules(password)) setError('password', 'password.weak');
    const isOtherField = name !== 'password' && name !== 'confirm_password';
    if (isOtherField && confirm_password && password !== confirm_password) {
      setError('confirm_password', 'password.mismatch');
    }
  };

  if (loginState?.registeredEmail) return <RegisteredNotice email={loginState.registeredEmail} takesFocus />;
  return (
    <>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {register.error && !(errorCode && fieldOfError(errorCode)) && (
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
        <TextField label="Namn" required {...fieldProps('full_name')} autoComplete="name" />
        <TextField label="E-post" required {...fieldProps('email')} type="email" autoComplete="email" />
        <TextField
          label="Telefonnummer"
          required
          {...fieldProps('phone_number')}
          type="tel"
          autoComplete="tel"
        />
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
          // Sends nothing yet, but a press says what is missing.
          aria-disabled={!meetsAllRules(values.password)}
          busy={register.isPending}
        >
          Registrera
        </Button>
      </form>
      <p className="account-links">
        Har du redan ett konto?{' '}
        <Link className="text-link" to="/marketplace/login" state={routeState}>
          Logga in
        </Link>
      </p>
    </>
  );
}
