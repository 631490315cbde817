import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Where somebody was on their way when the login came between. Section 2 leads everybody from it to Startplatsmarknaden;
 * there a line leads on. It goes along in the history, so it is gone with the window.
 */
export type Goal = {
  /** Goes on after "Du var på väg". */
  what: string;
} & (
  | { to: string }
  /** The id of the ad whose owner was to be contacted. */
  | { ad: string }
);

/** What the history carries to the login and from it. */
export type Way = {
  goal?: Goal;
  /** A session has ended by itself. */
  isEnded?: boolean;
};

export const useWay = (): Way | null => useLocation().state as Way | null;

/** The goal that the login led here with, and how to forget it. It is taken from the history: who comes back is not on their way. */
export function useGoal(): [Goal | undefined, forget: () => void] {
  const way = useWay();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [goal, setGoal] = useState(way?.goal);
  const isCarried = !!way?.goal;
  useEffect(() => {
    if (isCarried) navigate({ search }, { replace: true, state: null });
  }, [isCarried, search, navigate]);
  return [goal, () => setGoal(undefined)];
}
