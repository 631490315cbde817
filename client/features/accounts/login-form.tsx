import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useRedirect } from '#client/platform/navigation/use-redirect.ts';
import { storeSession } from '#client/platform/session/member.ts';
import { loginDestination, useLoginRouteState } from '#client/platform/session/return-to.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Link } from '#client/ui/link.tsx';
import { PasswordInput } from '#client/ui/password-input.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { LoginInput } from '#src/features/accounts/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { DataLinkForm } from './data-link-form.tsx';
import { Failure } from './failure.tsx';
import { RegisteredNotice } from './registered-notice.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Short, so that it does not cover what the page after the login says. */
const LOGIN_TOAST_MS = 1500;

const EMPTY_VALUES = { email: '', password: '' };

/** Leaves time to read the toast. */
const REDIRECT_DELAY_MS = 1000;

const LOGIN_ERROR_TEXTS: Partial<Record<ErrorCode, string>> = {
  'login.unverified': 'Vänligen verifiera din e-post innan du loggar in.',
  'login.suspended': 'Ditt konto är avstängt. Kontakta administratören.',
  'login.failed': 'Felaktig e-post eller lösenord.',
};

export function LoginForm() {
  const { formRef, values, fieldProps, inputProps, errorOf, missingMessage, submit } = useForm(EMPTY_VALUES);
  const login = trpc.marketplace.accounts.login.useMutation({
    onSuccess: ({ access_token, user }) => {
      storeSession(access_token, user);
      toast.success('Inloggning lyckades! Omdirigerar...', LOGIN_TOAST_MS);
    },
  });
  const routeState = useLoginRouteState();
  useRedirect(login.isSuccess, loginDestination(routeState), REDIRECT_DELAY_MS, routeState);

  const send = submit(LoginInput, values, { ...login, isPending: login.isPending || login.isSuccess });

  const code = errorCodeOf(login.error);
  return (
    <>
      {routeState?.registeredEmail && code !== 'login.unverified' && (
        <RegisteredNotice email={routeState.registeredEmail} />
      )}
      {routeState?.isEnded && code !== 'login.suspended' && (
        <p className="account-note">Logga in igen för att fortsätta.</p>
      )}
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {login.error && (
        <Failure error={login.error}>{(code && LOGIN_ERROR_TEXTS[code]) ?? FAILED.login}</Failure>
      )}
      {code === 'login.unverified' && <ResendVerification failedLogin={login.variables?.email} />}
      {code === 'login.suspended' && (
        <>
          <p>
            I mejlet om avstängningen står varför, och där finns länkar för att invända mot beslutet och för
            att hämta eller radera dina uppgifter. Har du inte kvar det? Då mejlar vi en ny länk till dina
            uppgifter.
          </p>
          <DataLinkForm failedLogin={login.variables?.email} button="Hämta eller radera dina uppgifter" />
        </>
      )}
      <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label="Logga in">
        <TextField
          label="E-post eller användarnamn"
          {...fieldProps('email')}
          aria-required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="login-password">
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
          <Link className="text-link login-forgot" to="/marketplace/forgot-password">
            Glömt lösenordet?
          </Link>
        </div>
        <Button kind="primary" type="submit" large wide busy={login.isPending || login.isSuccess}>
          Logga in
        </Button>
      </form>
      <p className="account-links">
        Har du inget konto?{' '}
        <Link className="text-link" to="/marketplace/register" state={routeState}>
          Registrera dig
        </Link>
      </p>
    </>
  );
}
