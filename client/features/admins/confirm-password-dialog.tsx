import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ConfirmInput } from '../../../src/features/admins/contract';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useAdminToken } from '../../platform/session/admin';
import { closePasswordPrompt, useIsPasswordPromptOpen } from '../../platform/session/password-prompt';
import { PasswordDialog } from '../../ui/password-dialog';

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
  const confirmation = trpc.admin.admins.confirm.useMutation({
    onSuccess: () => closePasswordPrompt(true),
  });
  return (
    <PasswordDialog
      title="Bekräfta ditt lösenord"
      confirmLabel="Fortsätt"
      schema={ConfirmInput}
      mutation={confirmation}
      wrongPassword="admin.wrong_password"
      unreachableMessage={FAILED.something}
      onClose={() => closePasswordPrompt(false)}
    >
      <p>Det är mer än 10 minuter sedan du skrev ditt lösenord. Skriv det igen för att fortsätta.</p>
    </PasswordDialog>
  );
}
