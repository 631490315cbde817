import {
  DatabaseBackup,
  Download,
  History,
  KeyRound,
  LogOut,
  Menu as MenuIcon,
  ShieldUser,
  Upload,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNextWaiting } from '#client/features/work/use-next-waiting.ts';
import { ADMINS_TAB, type TabKey, tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { useLogOutAdmin } from '#client/platform/session/use-log-out-admin.ts';
import { Logo } from '#client/shell/logo.tsx';
import { NAVIGATION } from '#client/shell/navigation.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Link } from '#client/ui/link.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { TabLinks } from './tab-links.tsx';
import { useTabChange } from './use-tab-change.ts';

/** The market has no link in the portal. */
const PUBLIC_PAGES = NAVIGATION.filter(({ to }) => to !== '/marketplace');

/** The bar has room for all of its buttons. */
const WIDE_BAR_QUERY = '(min-width: 68em)';

type PortalDialog = (props: { onClose: () => void }) => ReactNode;

type Props = {
  tab: TabKey;
  dialogs: Record<'exportBackup' | 'importBackup' | 'audit' | 'changePassword', PortalDialog>;
  children: ReactNode;
};

export function Portal({ tab, dialogs, children }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const isWide = useMedia(WIDE_BAR_QUERY);
  const main = useRef<HTMLElement>(null);
  useTabChange(tab, main);
  useNextWaiting(main);
  const navigate = useNavigate();
  const logOut = useLogOutAdmin();
  const Dialog = open && dialogs[open];
  const backupItems = [
    {
      label: 'Exportera backup',
      icon: <Download size={18} aria-hidden="true" />,
      onSelect: () => setOpen('exportBackup'),
    },
    {
      label: 'Importera backup',
      icon: <Upload size={18} aria-hidden="true" />,
      onSelect: () => setOpen('importBackup'),
    },
  ];
  const audit = {
    label: 'Logg',
    icon: <History size={18} aria-hidden="true" />,
    onSelect: () => setOpen('audit'),
  };
  const admins = {
    label: ADMINS_TAB.label,
    onSelect: () => navigate(tabPath(ADMINS_TAB.key)),
  };
  const changePassword = { label: 'Byt lösenord', onSelect: () => setOpen('changePassword') };

  return (
    <div className="portal">
      <header className="portal-bar">
        <Link className="portal-home" to={tabPath('work')}>
          <Logo />
          <span>Adminportal</span>
        </Link>
        {isWide ? (
          <>
            <nav className="portal-links" aria-label="Publika sidor">
              {PUBLIC_PAGES.map(({ to, label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </nav>
            <div className="portal-actions">
              <Menu
                label="Backup"
                text="Backup"
                buttonClass="portal-action"
                icon={<DatabaseBackup size={18} aria-hidden="true" />}
                items={backupItems}
              />
              <Button className="portal-action" icon={audit.icon} onClick={audit.onSelect}>
                {audit.label}
              </Button>
              <IconButton label={admins.label} title={admins.label} onClick={admins.onSelect}>
                <ShieldUser size={20} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={changePassword.label}
                title={changePassword.label}
                onClick={changePassword.onSelect}
              >
                <KeyRound size={20} aria-hidden="true" />
              </IconButton>
              <Button
                className="portal-action portal-log-out"
                icon={<LogOut size={18} aria-hidden="true" />}
                onClick={logOut}
              >
                Logga ut
              </Button>
            </div>
          </>
        ) : (
          <Menu
            label="Meny"
            icon={<MenuIcon size={24} aria-hidden="true" />}
            items={[
              ...PUBLIC_PAGES.map(({ to, label, icon: Icon }) => ({
                label,
                icon: <Icon size={18} aria-hidden="true" />,
                onSelect: () => navigate(to),
              })),
              ...backupItems,
              audit,
              { ...admins, icon: <ShieldUser size={18} aria-hidden="true" /> },
              { ...changePassword, icon: <KeyRound size={18} aria-hidden="true" /> },
              { label: 'Logga ut', icon: <LogOut size={18} aria-hidden="true" />, onSelect: logOut },
            ]}
          />
        )}
      </header>
      <TabLinks tab={tab} />
      <main className="portal-page" id="innehall" ref={main} tabIndex={-1}>
        {children}
      </main>
      {Dialog && <Dialog onClose={() => setOpen(undefined)} />}
    </div>
  );
}
