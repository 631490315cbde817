import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Replaces the history entry, so that Back does not return to a sent form. Leaving the page cancels the redirect. */
export function useRedirect(active: boolean, to: string, milliseconds: number, state?: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), milliseconds);
    return () => clearTimeout(timer);
  }, [active, to, milliseconds, state, navigate]);
}
