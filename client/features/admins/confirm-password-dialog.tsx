import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAdminToken } from '#client/platform/session/admin.ts';
import { closePasswordPrompt, useIsPasswordPromptOpen } from '#client/platform/session/password-prompt.ts';
import { PasswordDialog } from '#client/ui/password-dialog.tsx';
import { ConfirmInput } from '#src/features/admins/contract.ts';
import { NoPasskey } from './factors/passkey.ts';
import { useEnteredFactor } from './factors/use-entered-factor.tsx';

/**
 * Asks for the password, after which the rejected call is sent again. The call fails if the admin cancels, leaves the
 * page, or another admin logs in.
 */
export function ConfirmPasswordDialog() {
  const token = useAdminToken();
  const { pathname, search } = useLocation();
  return <OpenPrompt key={`${token} ${pathname}${search}`} />;
}

function OpenPrompt() {
  const isOpen = useIsPasswordPromptOpen();
  useEffect(() => () => closePasswordPrompt(false), []);
  return isOpen && <PasswordPrompt />;
}

function PasswordPrompt() {
  const utils = trpc.useUtils();
  const factor = useEnteredFactor();
  const confirmation = useMutation({
    mutationFn: async ({ password }: { password: string }) =>
      utils.client.admin.admins.confirm.mutate({ password, ...(await factor.enter()) }),
    onSuccess: () => closePasswordPrompt(true),
  });
  return (
    <PasswordDialog
      title="Bekräfta ditt lösenord"
      confirmLabel="Fortsätt"
      schema={ConfirmInput}
      mutation={confirmation}
      wrongPassword="admin.wrong_password"
      unreachableMessage={confirmation.error instanceof NoPasskey ? FAILED.usePasskey : FAILED.something}
      onClose={() => closePasswordPrompt(false)}
      fields={factor.field}
    >
      <p>
        Det är mer än 10 minuter sedan du skrev ditt lösenord. Skriv det igen för att fortsätta.
        {factor.canUsePasskey && ' Sedan ber webbläsaren om din passkey, om du inte skriver en kod.'}
      </p>
    </PasswordDialog>
  );
}
