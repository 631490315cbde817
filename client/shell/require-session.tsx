import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '#client/platform/feedback/toast.ts';
import { didMemberLogOut, sessionExpiredOn, useSession } from '#client/platform/session/member.ts';
import type { LoginRouteState } from '#client/platform/session/return-to.ts';

type Props = {
  message?: string;
  /** The text after "Du var på väg". */
  what?: string;
  children: ReactNode;
};

/**
 * Without a stored session, redirects to the login, with `message` as a toast and `what` as the destination after it.
 * If the session expires on the page, redirects without a toast. After a logout it does nothing, because the logout
 * itself navigates. If another member logs in in a different tab, the page is remounted, so that its forms are empty.
 */
export function RequireSession({ message, what, children }: Props) {
  const session = useSession();
  const token = session?.token;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const hadSession = useRef(false);
  const isHandled = useRef(false);
  useEffect(() => {
    if (token) {
      hadSession.current = true;
      isHandled.current = false;
      return;
    }
    if (isHandled.current) return;
    isHandled.current = true;
    if (hadSession.current && didMemberLogOut()) return;
    const isEnded = hadSession.current || sessionExpiredOn(pathname);
    if (message && !isEnded) toast.error(message);
    const state: LoginRouteState = {
      isEnded,
      ...(what && { returnTo: { what, to: `${pathname}${search}` } }),
    };
    navigate('/marketplace/login', { replace: true, state });
  }, [token, message, what, pathname, search, navigate]);
  return session && <Fragment key={session.user.id}>{children}</Fragment>;
}
