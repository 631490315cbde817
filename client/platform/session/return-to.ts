import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The id of an ad whose owner a visitor wanted to write to. `what` is the text after "Du var på väg". */
export type InterruptedAd = { ad: string; what: string };

/** What a login interrupted. Kept in the history state, so closing the window removes it. */
type ReturnTo = { to: string } | InterruptedAd;

/** The history state of the login page, and of the page after the login. */
export type LoginRouteState = {
  returnTo?: ReturnTo;
  /** Whether the session expired on the page that redirected here. */
  isEnded?: boolean;
  /** The address of an account that was registered just now. */
  registeredEmail?: string;
};

export const useLoginRouteState = (): LoginRouteState | null => useLocation().state as LoginRouteState | null;

/** A path of this site: `//host` and `/\\host` would be other sites. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path);

const MARKET = '/marketplace';

/** Where to go after the login: the page that it interrupted, or the market, which opens the interrupted ad. */
export function loginDestination(routeState: LoginRouteState | null): string {
  const returnTo = routeState?.returnTo;
  return returnTo && 'to' in returnTo && isOwnPath(returnTo.to) ? returnTo.to : MARKET;
}

/**
 * For the market: the ad that a login interrupted. It is removed from the history, so that Back does not open it again.
 * If the login interrupted another page, goes there: the visitor logged in in another tab.
 */
export function useInterruptedAd(): [InterruptedAd | undefined, forget: () => void] {
  const routeState = useLoginRouteState();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [returnTo, setReturnTo] = useState(routeState?.returnTo);
  useEffect(() => {
    if (!routeState?.returnTo) return;
    const destination = loginDestination(routeState);
    navigate(destination === MARKET ? { search } : destination, { replace: true, state: null });
  }, [routeState, search, navigate]);
  const forget = useCallback(() => setReturnTo(undefined), []);
  return [returnTo && 'ad' in returnTo ? returnTo : undefined, forget];
}
