import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ChangePasswordDialog, ChangePasswordPage } from '../../features/admins/change-password';
import { ConfirmPasswordDialog } from '../../features/admins/confirm-password-dialog';
import { AddFactorPage } from '../../features/admins/factors/add-factor-page';
import { RecoveryCodesDialog } from '../../features/admins/factors/recovery-codes-dialog';
import { AuditDialog } from '../../features/audit/audit-dialog';
import { ExportDialog } from '../../features/backup/export-dialog';
import { ImportDialog } from '../../features/backup/import-dialog';
import { lazyComponent } from '../../platform/navigation/lazy-component';
import { isTab, type TabKey, tabLabel, tabPath } from '../../platform/navigation/portal-tabs';
import { usePageTitle } from '../../platform/navigation/title';
import { Portal } from '../../shell/admin/portal';
import { PortalStyles } from '../../shell/admin/portal-styles';
import { RequireAdmin } from '../../shell/admin/require-admin';
import { PagePlaceholder } from '../../shell/page-placeholder';

const PAGES = {
  work: lazyComponent(() => import('../../features/work/work-view')),
  duplicates: lazyComponent(() => import('../../features/events/duplicates/duplicates-admin')),
  events: lazyComponent(() => import('./events-tab')),
  submissions: lazyComponent(() => import('../../features/submissions/admin/submissions')),
  sources: lazyComponent(() => import('../../features/events/sources/sources-admin')),
  links: lazyComponent(() => import('../../features/events/links/links-admin')),
  marketplace: lazyComponent(() => import('../../features/announcements/admin/ads-admin')),
  'marketplace-users': lazyComponent(() => import('./users-tab')),
  'marketplace-settings': lazyComponent(
    () => import('../../features/marketplace-settings/admin/settings-admin'),
  ),
  banners: lazyComponent(() => import('../../features/banners/admin/banners-admin')),
  contact: lazyComponent(() => import('./contact-tab')),
  admins: lazyComponent(() => import('./admins-tab')),
} satisfies Record<TabKey, unknown>;

const DIALOGS = {
  exportBackup: ExportDialog,
  importBackup: ImportDialog,
  audit: AuditDialog,
  changePassword: ChangePasswordDialog,
};

/** Links from before there were other first views than the events have no tab. */
export default function DashboardPage() {
  const [parameters] = useSearchParams();
  const requested = parameters.get('tab');
  if (isTab(requested)) return <Dashboard tab={requested} />;
  if (parameters.size === 0) return <Dashboard tab="work" />;
  const to = tabPath('events', { ...Object.fromEntries(parameters), tab: 'events' });
  // With a key, because a `Navigate` that stays while the address changes does not navigate again.
  return <Navigate key={parameters.toString()} to={to} replace />;
}

function Dashboard({ tab }: { tab: TabKey }) {
  usePageTitle(`${tabLabel(tab)} – Adminportal`);
  const Tab = PAGES[tab];
  return (
    <>
      <PortalStyles />
      <RequireAdmin changePassword={<ChangePasswordPage />} addFactor={<AddFactorPage />}>
        <Portal tab={tab} dialogs={DIALOGS}>
          <Suspense fallback={<PagePlaceholder />}>
            <Tab />
          </Suspense>
        </Portal>
      </RequireAdmin>
      <RecoveryCodesDialog />
      <ConfirmPasswordDialog />
    </>
  );
}
