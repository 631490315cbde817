import { Inbox } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useLiveUpdates } from '#client/features/conversations/use-live-updates.ts';
import { useLogOut } from '#client/platform/session/use-log-out.ts';
import { Counter } from '#client/ui/badge.tsx';
import { Link } from '#client/ui/link.tsx';

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
