import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeField } from '../factors/code-field.tsx';
import { getPasskey, supportsPasskeys } from '../factors/passkey.ts';
import { LoginFailure } from './login-failure.tsx';
import { type Credentials, useAdminLogin } from './use-admin-login.ts';

type Props = { credentials: Credentials; hasPasskey: boolean; onBack: () => void };

/** The password was right. Asks for a passkey or a code. */
export function SecondStep({ credentials, hasPasskey, onBack }: Props) {
  const { client } = trpc.useUtils();
  const { login, sendOnce } = useAdminLogin();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
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
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-focus-first]')?.focus(), []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    passkey.reset();
    if (code.trim()) sendOnce({ ...credentials, code });
    else setError(detailOf('admin.code'));
  };
  const change = (value: string) => {
    setCode(value);
    setError(undefined);
  };
  const failure = passkey.error ?? login.error;

  return (
    <>
      {failure && <LoginFailure error={failure} />}
      <form
        className="account-form"
        ref={form}
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
        <CodeField value={code} onChange={change} error={error} focusFirst={!canUsePasskey} />
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
