import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The page or ad that a login interrupted. The login leads to Startplatsmarknaden, where a notice links to it. It is
 * kept in the history state, so it is gone when the window is closed.
 */
export type ReturnTo = {
  /** The text after "Du var på väg". */
  what: string;
} & (
  | { to: string }
  /** The id of the ad whose owner was to be contacted. */
  | { ad: string }
);

/** The history state of the login page, and of the page after the login. */
export type LoginRouteState = {
  returnTo?: ReturnTo;
  /** The session expired. */
  isEnded?: boolean;
};

export const useLoginRouteState = (): LoginRouteState | null => useLocation().state as LoginRouteState | null;

/**
 * The post-login destination, and a function to forget it. It is removed from the history, so that Back does not
 * offer it again.
 */
export function useReturnTo(): [ReturnTo | undefined, forget: () => void] {
  const way = useLoginRouteState();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [goal, setGoal] = useState(way?.returnTo);
  const isCarried = !!way?.returnTo;
  useEffect(() => {
    if (isCarried) navigate({ search }, { replace: true, state: null });
  }, [isCarried, search, navigate]);
  return [goal, () => setGoal(undefined)];
}
