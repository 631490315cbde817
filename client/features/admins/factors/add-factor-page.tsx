import { useLogOutAdmin } from '#client/platform/session/use-log-out-admin.ts';
import { Button } from '#client/ui/button.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';
import { AddFactorButtons } from './add-factor-buttons.tsx';

/** Replaces the portal until the admin has a second factor, where the calendar requires one. */
export function AddFactorPage() {
  const logOut = useLogOutAdmin();
  return (
    <main className="change-password-page" id="innehall" tabIndex={-1}>
      <PanelPage
        title="Lägg till tvåstegsinloggning"
        lead="Alla administratörer behöver ett andra steg vid inloggningen. Välj ett innan du fortsätter."
        coursePicture="first"
        slogan="Ordning på varje kontroll."
      >
        <AddFactorButtons hasTotp={false} passkeyCount={0} large />
        <p className="account-links">
          <Button kind="link" onClick={logOut}>
            Logga ut
          </Button>
        </p>
      </PanelPage>
    </main>
  );
}
