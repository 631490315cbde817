import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TotpConfirmInput } from '#src/features/admins/factors/contract.ts';
import { CodeField } from '../factors/code-field.tsx';
import { getPasskey, supportsPasskeys } from '../factors/passkey.ts';
import { LoginFailure } from './login-failure.tsx';
import { type Credentials, useAdminLogin } from './use-admin-login.ts';

type Props = { credentials: Credentials; hasPasskey: boolean; onBack: () => void };

/** The password was right. Asks for a passkey or a code. */
export function SecondStep({ credentials, hasPasskey, onBack }: Props) {
  const { client } = trpc.useUtils();
  const login = useAdminLogin();
  const { formRef, values, set, errorOf, submit } = useForm({ code: '' });
  const canUsePasskey = hasPasskey && supportsPasskeys();
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await client.admin.admins.passkeyLogin.mutate(credentials);
      const response = await getPasskey(options);
      await login.mutateAsync({ ...credentials, passkey: response });
    },
    onMutate: () => login.reset(),
  });
  // The pressed button is gone, so move focus to the next step.
  useEffect(() => formRef.current?.querySelector<HTMLElement>('[data-focus-first]')?.focus(), [formRef]);

  const sendCode = submit(TotpConfirmInput, { ...credentials, ...values }, login);
  const send = (event: FormEvent) => {
    passkey.reset();
    sendCode(event);
  };
  const failure = passkey.error ?? login.error;

  return (
    <>
      {failure && <LoginFailure error={failure} />}
      <form
        className="account-form"
        ref={formRef}
        onSubmit={send}
        noValidate
        aria-label="Bekräfta att det är du"
      >
        <p>
          {canUsePasskey
            ? 'Lösenordet stämmer. Bekräfta med din passkey, eller skriv en kod.'
            : 'Lösenordet stämmer. Skriv koden som appen i din telefon visar.'}
        </p>
        {canUsePasskey && (
          <Button
            kind="primary"
            large
            wide
            icon={<KeyRound size={20} aria-hidden="true" />}
            busy={passkey.isPending}
            onClick={() => passkey.mutate()}
            data-focus-first
          >
            Använd passkey
          </Button>
        )}
        <CodeField
          value={values.code}
          onChange={(code) => set('code', code)}
          error={errorOf('code')}
          focusFirst={!canUsePasskey}
        />
        <Button
          kind={canUsePasskey ? 'secondary' : 'primary'}
          type="submit"
          large
          wide
          busy={login.isPending && !passkey.isPending}
        >
          Logga in med kod
        </Button>
      </form>
      <p className="account-links">
        <Button kind="link" onClick={onBack}>
          Tillbaka
        </Button>
      </p>
    </>
  );
}
