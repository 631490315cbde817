import { Navigate, useLocation } from 'react-router-dom';
import { AdminLoginForm } from '../../features/admins/login/login-form';
import { usePageTitle } from '../../platform/navigation/title';
import { useAdminToken } from '../../platform/session/admin';
import type { AdminLoginRouteState } from '../../shell/admin/require-admin';
import { Alert } from '../../ui/alert';
import { PanelPage } from '../../ui/panel-page';

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
