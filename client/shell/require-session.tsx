import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../platform/feedback/toast';
import type { Way } from '../platform/session/goal';
import { diedOn, useSession, wasLeft } from '../platform/session/member';

type Props = {
  message?: string;
  /** Goes on after "Du var på väg". */
  what?: string;
  children: ReactNode;
};

/**
 * A page for whoever is logged in (section 2): without a stored token and user it leads to the login, with `message`
 * as a toast where the spec has one, and `what` they were on the way to. Whose session dies while they are there is led
 * there in silence (section 4); who logs out there goes where logging out leads instead. When another person logs in
 * elsewhere meanwhile the page begins anew: nothing of the former stands in its forms.
 */
export function RequireSession({ message, what, children }: Props) {
  const session = useSession();
  const token = session?.token;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const hadOne = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    if (token) {
      hadOne.current = true;
      isGone.current = false;
      return;
    }
    if (isGone.current) return;
    isGone.current = true;
    if (hadOne.current && wasLeft()) return;
    const isEnded = hadOne.current || diedOn(pathname);
    if (message && !isEnded) toast.error(message);
    const way: Way = {
      isEnded,
      ...(what && { goal: { what, to: `${pathname}${search}` } }),
    };
    navigate('/marketplace/login', { replace: true, state: way });
  }, [token, message, what, pathname, search, navigate]);
  return session && <Fragment key={session.user.id}>{children}</Fragment>;
}
