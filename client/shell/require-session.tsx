import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Way } from '../platform/goal';
import { useSession, wasLeft } from '../platform/session';
import { toast } from '../platform/toast';

type Props = {
  message?: string;
  /** Goes on after "Du var på väg". */
  what?: string;
  children: ReactNode;
};

/**
 * A page for whoever is logged in (section 2): without a stored token and user it leads to the login, with `message`
 * as a toast where the spec has one, and `what` they were on the way to. Who logs out on such a page goes where logging
 * out leads instead.
 */
export function RequireSession({ message, what, children }: Props) {
  const token = useSession()?.token;
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
    if (message) toast.error(message);
    const way: Way = { isEnded: hadOne.current, ...(what && { goal: { what, to: `${pathname}${search}` } }) };
    navigate('/marketplace/login', { replace: true, state: way });
  }, [token, message, what, pathname, search, navigate]);
  return token ? children : null;
}
