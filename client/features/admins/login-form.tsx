import type { FormEvent } from 'react';
import { AdminLoginInput } from '../../../src/features/admins/contract';
import { errorCodeOf, errorMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { fieldErrorsOf, useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { storeAdmin } from '../../platform/session/admin';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { Link } from '../../ui/link';
import { PasswordInput } from '../../ui/password-input';

export function AdminLoginForm() {
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors } = useForm({
    username: '',
    password: '',
  });
  const login = trpc.admin.admins.login.useMutation({
    onSuccess: ({ access_token }) => {
      toast.success('Login successful!');
      // Storing the session makes the login page redirect.
      storeAdmin(access_token);
    },
  });
  const sendOnce = useSendOnce(login);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const errors = fieldErrorsOf(AdminLoginInput, values);
    if (errors) {
      login.reset();
      showErrors(errors);
    } else sendOnce(values);
  };

  return (
    <>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {login.error && (
        <Alert>
          <p>{errorMessage(login.error, FAILED.adminLogin)}</p>
          {/* The message above suggests wrong credentials, so say that the server was not reached. */}
          {!errorCodeOf(login.error) && <p>Servern svarar inte just nu.</p>}
        </Alert>
      )}
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
