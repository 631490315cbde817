import '#client/shell/admin/portal-errors.ts';
import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ChangePasswordDialog, ChangePasswordPage } from '#client/features/admins/change-password.tsx';
import { ConfirmPasswordDialog } from '#client/features/admins/confirm-password-dialog.tsx';
import { AddFactorPage } from '#client/features/admins/factors/add-factor-page.tsx';
import { RecoveryCodesDialog } from '#client/features/admins/factors/recovery-codes-dialog.tsx';
import { AuditDialog } from '#client/features/audit/audit-dialog.tsx';
import { ExportDialog } from '#client/features/backup/export-dialog.tsx';
import { ImportDialog } from '#client/features/backup/import-dialog.tsx';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { isTab, type TabKey, tabLabel, tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { Portal } from '#client/shell/admin/portal.tsx';
import { PortalStyles } from '#client/shell/admin/portal-styles.tsx';
import { RequireAdmin } from '#client/shell/admin/require-admin.tsx';
import { PagePlaceholder } from '#client/shell/page-placeholder.tsx';

const PAGES = {
  work: lazyComponent(() => import('#client/features/work/work-view.tsx')),
  duplicates: lazyComponent(() => import('#client/features/duplicates/duplicates-admin.tsx')),
  events: lazyComponent(() => import('./events-tab.tsx')),
  submissions: lazyComponent(() => import('#client/features/submissions/admin/submissions.tsx')),
  sources: lazyComponent(() => import('#client/features/sources/sources-admin.tsx')),
  links: lazyComponent(() => import('#client/features/links/links-admin.tsx')),
  marketplace: lazyComponent(() => import('#client/features/announcements/admin/ads-admin.tsx')),
  'marketplace-users': lazyComponent(() => import('./users-tab.tsx')),
  'marketplace-settings': lazyComponent(
    () => import('#client/features/marketplace-settings/admin/settings-admin.tsx'),
  ),
  banners: lazyComponent(() => import('#client/features/banners/admin/banners-admin.tsx')),
  contact: lazyComponent(() => import('./contact-tab.tsx')),
  admins: lazyComponent(() => import('./admins-tab.tsx')),
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
