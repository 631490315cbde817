import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The page or ad (its id) that a login interrupted. Kept in the history state, so closing the window removes it. */
export type ReturnTo = {
  /** The text after "Du var på väg". */
  what: string;
} & ({ to: string } | { ad: string });

/** The history state of the login page, and of the page after the login. */
export type LoginRouteState = {
  returnTo?: ReturnTo;
  /** Whether the session expired on the page that redirected here. */
  isEnded?: boolean;
  /** The address of an account that was registered just now. */
  registeredEmail?: string;
};

export const useLoginRouteState = (): LoginRouteState | null => useLocation().state as LoginRouteState | null;

/** Returns the page or ad to offer, and removes it from the history, so that Back does not offer it again. */
export function useReturnTo(): [ReturnTo | undefined, forget: () => void] {
  const routeState = useLoginRouteState();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [returnTo, setReturnTo] = useState(routeState?.returnTo);
  const isInHistory = !!routeState?.returnTo;
  useEffect(() => {
    if (isInHistory) navigate({ search }, { replace: true, state: null });
  }, [isInHistory, search, navigate]);
  return [returnTo, () => setReturnTo(undefined)];
}
