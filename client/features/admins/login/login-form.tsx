import { type FormEvent, useState } from 'react';
import { AdminLoginInput } from '../../../../src/features/admins/contract';
import { errorCodeOf } from '../../../platform/api/failures';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { Link } from '../../../ui/link';
import { PasswordInput } from '../../../ui/password-input';
import { LoginFailure } from './login-failure';
import { SecondStep } from './second-step';
import { useAdminLogin } from './use-admin-login';

/** The password was right, and the admin has a second factor. */
const SECOND_STEPS = ['admin.code_required', 'admin.passkey_required'] as const;
type SecondStepCode = (typeof SECOND_STEPS)[number];

const secondStepOf = (error: unknown): SecondStepCode | undefined =>
  SECOND_STEPS.find((code) => code === errorCodeOf(error));

export function AdminLoginForm() {
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors } = useForm({
    username: '',
    password: '',
  });
  const [step, setStep] = useState<SecondStepCode>();
  const { login, sendOnce } = useAdminLogin((error) => setStep(secondStepOf(error)));

  const send = (event: FormEvent) => {
    event.preventDefault();
    const errors = fieldErrorsOf(AdminLoginInput, values);
    if (errors) {
      login.reset();
      showErrors(errors);
    } else sendOnce(values);
  };

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
      <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label="Logga in">
        <Field label="Användarnamn" error={errorOf('username')}>
          {(ariaProps) => (
            <TextInput
              {...ariaProps}
              {...inputProps('username')}
              aria-required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
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
