import '#client/shell/admin/portal-errors.ts';
import { Navigate, useLocation } from 'react-router-dom';
import { AdminLoginForm } from '#client/features/admins/login/login-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useAdminToken } from '#client/platform/session/admin.ts';
import type { AdminLoginRouteState } from '#client/shell/admin/require-admin.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';

const HOME = '/admin/dashboard';

/** A logged-in admin goes to the page that the login interrupted, or to the dashboard, which verifies the token. */
export default function AdminLoginPage() {
  usePageTitle('Adminportal');
  const state = useLocation().state as AdminLoginRouteState | null;
  if (useAdminToken()) return <Navigate to={state?.to.startsWith(HOME) ? state.to : HOME} replace />;
  return (
    <PanelPage title="Adminportal" coursePicture="first" slogan="Ordning på varje kontroll.">
      {state?.isEnded && (
        <Alert>
          Du är inte längre inloggad. Logga in igen, så kommer du tillbaka dit du var. Det som inte hann
          sparas kan behöva skrivas om.
        </Alert>
      )}
      <AdminLoginForm />
    </PanelPage>
  );
}
