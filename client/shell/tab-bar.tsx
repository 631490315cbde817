import { UserRound } from 'lucide-react';
import { useRequestedPath } from '#client/platform/navigation/page-router.tsx';
import { useLoggedIn, useUnreadCount } from '#client/platform/session/login-state.ts';
import { useLogOut } from '#client/platform/session/use-log-out.ts';
import { Counter } from '#client/ui/badge.tsx';
import { Link } from '#client/ui/link.tsx';
import { isOwnPage, TABS } from './navigation.ts';
import { useFilterLink } from './use-filter-link.ts';

/** The main menu of narrow windows. The browser opens and closes "Jag", so it works without scripts. */
export function TabBar() {
  const path = useRequestedPath();
  const withFilter = useFilterLink();
  const unread = useUnreadCount();
  return (
    <nav className="tabs" aria-label="Huvudmeny">
      {TABS.map(({ to, label, icon: Icon, isCurrent }) => (
        <Link
          key={to}
          to={withFilter(to)}
          className="tab"
          aria-current={isCurrent(path) ? 'page' : undefined}
        >
          <Icon size={24} strokeWidth={1.8} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <button
        type="button"
        className="tab"
        popoverTarget="me"
        aria-current={isOwnPage(path) ? 'page' : undefined}
      >
        <UserRound size={24} strokeWidth={1.8} aria-hidden="true" />
        Jag
        <Unread count={unread} />
      </button>
      <MeMenu unread={unread} />
    </nav>
  );
}

function MeMenu({ unread }: { unread: number }) {
  const name = useLoggedIn()?.user.full_name;
  const logOut = useLogOut();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles clicks that bubble from its links and button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a link and of a button send a click
    <div id="me" className="me-menu" popover="auto" onClick={(event) => event.currentTarget.hidePopover?.()}>
      {name ? (
        <>
          <strong>{name}</strong>
          <Link to="/marketplace/inbox">
            Meddelanden <Unread count={unread} />
          </Link>
          <Link to="/marketplace/profile">Min profil</Link>
          <button type="button" onClick={logOut}>
            Logga ut
          </button>
        </>
      ) : (
        <>
          <Link to="/marketplace/login">Logga in</Link>
          <Link to="/marketplace/register">Registrera dig</Link>
        </>
      )}
      <strong>Mer</strong>
      <Link to="/contact">Kontakt</Link>
      <Link to="/rules">Regler</Link>
      <Link to="/privacy">Integritetspolicy</Link>
    </div>
  );
}

const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <>
      <Counter count={count} loud />
      <span className="visually-hidden"> {count === 1 ? 'oläst' : 'olästa'}</span>
    </>
  );
