import { Navigate } from 'react-router-dom';
import { AdminLoginForm } from '../../features/admins/login-form';
import { useAdminToken } from '../../platform/admin-session';
import { usePageTitle } from '../../platform/title';
import { PanelPage } from '../../ui/panel-page';

/** Login to the admin portal; who is logged in goes to the dashboard, which asks the server whether they are. */
export default function AdminLoginPage() {
  usePageTitle('Adminportal');
  if (useAdminToken()) return <Navigate to="/admin/dashboard" replace />;
  return (
    <PanelPage title="Adminportal" country="short" words="Ordning på varje kontroll.">
      <AdminLoginForm />
    </PanelPage>
  );
}
