import { Navigate, useLocation } from 'react-router-dom';
import { AdminLoginForm } from '../../features/admins/login-form';
import { usePageTitle } from '../../platform/navigation/title';
import { useAdminToken } from '../../platform/session/admin';
import type { WayToLogin } from '../../shell/admin/require-admin';
import { Alert } from '../../ui/alert';
import { PanelPage } from '../../ui/panel-page';

const HOME = '/admin/dashboard';

/**
 * Login to the admin portal. Who is logged in goes to where they were sent away from, else to the dashboard, which asks
 * the server whether they are.
 */
export default function AdminLoginPage() {
  usePageTitle('Adminportal');
  const way = useLocation().state as WayToLogin | null;
  if (useAdminToken()) return <Navigate to={way?.to.startsWith(HOME) ? way.to : HOME} replace />;
  return (
    <PanelPage title="Adminportal" country="short" words="Ordning på varje kontroll.">
      {way?.isEnded && (
        <Alert>
          Du är inte längre inloggad. Logga in igen, så kommer du tillbaka dit du var. Det som inte hann
          sparas kan behöva skrivas om.
        </Alert>
      )}
      <AdminLoginForm />
    </PanelPage>
  );
}
