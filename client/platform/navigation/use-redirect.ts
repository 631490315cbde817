import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Goes to `to` after `milliseconds` (section 9) once `active` holds, in the page's place: Back does not lead to what has
 * been sent. Who has left the page by then stays where they are. `state` goes along in the history.
 */
export function useRedirect(active: boolean, to: string, milliseconds: number, state?: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), milliseconds);
    return () => clearTimeout(timer);
  }, [active, to, milliseconds, state, navigate]);
}
