import { Inbox } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useLiveUpdates } from '../features/conversations/use-live-updates';
import { useLogOut } from '../platform/session/use-log-out';
import { Counter } from '../ui/badge';
import { Link } from '../ui/link';

export function HeaderMember({ name, unread }: { name: string; unread: number }) {
  const logOut = useLogOut();
  useLiveUpdates();
  // The market has its own links to the inbox and the profile.
  const hasLinks = !/^\/marketplace\/?$/.test(useLocation().pathname);
  return (
    <div className="header-member">
      {hasLinks && (
        <Link
          className="header-inbox"
          to="/marketplace/inbox"
          aria-label={
            unread > 0 ? `Meddelanden, ${unread} ${unread === 1 ? 'oläst' : 'olästa'}` : 'Meddelanden'
          }
          title="Meddelanden"
        >
          <Inbox size={22} strokeWidth={1.9} aria-hidden="true" />
          {unread > 0 && <Counter count={unread} loud />}
        </Link>
      )}
      {hasLinks ? (
        <Link className="header-name" to="/marketplace/profile" title={name}>
          <span>{name}</span>
        </Link>
      ) : (
        <span className="header-name" title={name}>
          <span>{name}</span>
        </span>
      )}
      <button type="button" className="header-log-out" onClick={logOut}>
        Logga ut
      </button>
    </div>
  );
}
