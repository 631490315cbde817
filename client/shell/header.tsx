import { Ticket } from 'lucide-react';
import { useRequestedPath } from '#client/platform/navigation/page-router.tsx';
import { clientConfig } from '#client/platform/page/config.ts';
import { useLoggedIn, useLoginCheck, useUnreadCount } from '#client/platform/session/login-state.ts';
import { cx } from '#client/ui/class-names.ts';
import { Link } from '#client/ui/link.tsx';
import { HeaderMember } from './header-member.tsx';
import { Logo } from './logo.tsx';
import { NAVIGATION } from './navigation.ts';
import { useFilterLink } from './use-filter-link.ts';

const MARKET = '/marketplace';

export function Header({ preload }: { preload: (path: string) => void }) {
  const path = useRequestedPath();
  const withFilter = useFilterLink();
  useLoginCheck();
  const member = useLoggedIn()?.user;
  const unread = useUnreadCount();
  return (
    <header className="header page">
      <div className={cx('header-row', member && 'header-row-member')}>
        <Link className="header-home" to="/">
          <Logo />
          <span className="header-site">{clientConfig().site_name}</span>
        </Link>
        <nav className="header-nav" aria-label="Huvudmeny">
          {NAVIGATION.map(({ to, label, isCurrent }) => {
            const current = isCurrent(path);
            const isMarket = to === MARKET;
            return (
              <Link
                key={to}
                to={withFilter(to)}
                aria-current={current ? 'page' : undefined}
                onPointerEnter={() => preload(to)}
                onFocus={() => preload(to)}
                className={
                  isMarket
                    ? cx('button header-market', current ? 'button-primary' : 'button-secondary')
                    : 'header-link'
                }
              >
                {isMarket && <Ticket size={18} aria-hidden="true" />}
                {label}
              </Link>
            );
          })}
        </nav>
        {member && <HeaderMember name={member.full_name} unread={unread} />}
      </div>
    </header>
  );
}
