import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../platform/session';
import { toast } from '../platform/toast';
import { hasLeft } from '../platform/use-log-out';

/**
 * A page for whoever is logged in (section 2): without a stored token and user it leads to the login, with `message`
 * as a toast where the spec has one. Who logs out on such a page goes where logging out leads instead.
 */
export function RequireSession({ message, children }: { message?: string; children: ReactNode }) {
  const token = useSession()?.token;
  const navigate = useNavigate();
  const had = useRef<string>(undefined);
  const isTold = useRef(false);
  useEffect(() => {
    if (token) {
      had.current = token;
      return;
    }
    if (hasLeft(had.current)) return;
    if (message && !isTold.current) toast.error(message);
    isTold.current = true;
    navigate('/marketplace/login', { replace: true });
  }, [token, message, navigate]);
  return token ? children : null;
}
