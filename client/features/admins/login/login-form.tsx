import { useState } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Link } from '#client/ui/link.tsx';
import { PasswordInput } from '#client/ui/password-input.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AdminLoginInput } from '#src/features/admins/contract.ts';
import { LoginFailure } from './login-failure.tsx';
import { SecondStep } from './second-step.tsx';
import { useAdminLogin } from './use-admin-login.ts';

/** The password was right, and the admin has a second factor. */
const SECOND_STEPS = ['admin.code_required', 'admin.passkey_required'] as const;
type SecondStepCode = (typeof SECOND_STEPS)[number];

const secondStepOf = (error: unknown): SecondStepCode | undefined =>
  SECOND_STEPS.find((code) => code === errorCodeOf(error));

export function AdminLoginForm() {
  const { formRef, values, fieldProps, inputProps, errorOf, missingMessage, submit } = useForm({
    username: '',
    password: '',
  });
  const [step, setStep] = useState<SecondStepCode>();
  const login = useAdminLogin((error) => setStep(secondStepOf(error)));

  if (step)
    return (
      <SecondStep
        credentials={values}
        hasPasskey={step === 'admin.passkey_required'}
        onBack={() => {
          login.reset();
          setStep(undefined);
        }}
      />
    );
  return (
    <>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {!!login.error && !secondStepOf(login.error) && <LoginFailure error={login.error} />}
      <form
        className="account-form"
        ref={formRef}
        onSubmit={submit(AdminLoginInput, values, login)}
        noValidate
        aria-label="Logga in"
      >
        <TextField
          label="Användarnamn"
          {...fieldProps('username')}
          aria-required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field label="Lösenord" error={errorOf('password')}>
          {(ariaProps) => (
            <PasswordInput
              {...ariaProps}
              {...inputProps('password')}
              aria-required
              autoComplete="current-password"
            />
          )}
        </Field>
        <Button kind="primary" type="submit" large wide busy={login.isPending}>
          Logga in
        </Button>
      </form>
      <p className="account-links">
        <Link className="text-link" to="/">
          Till den publika kalendern
        </Link>
      </p>
    </>
  );
}
