import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Replaces the history entry, so that Back does not return to a sent form. Leaving the page cancels the redirect. */
export function useRedirect(isActive: boolean, to: string, delayMs: number, state?: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), delayMs);
    return () => clearTimeout(timer);
  }, [isActive, to, delayMs, state, navigate]);
}
