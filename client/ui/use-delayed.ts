import { useEffect, useState } from 'react';

/** True once `active` has been true for `delayMs`, so that fast loads show no skeleton. */
export function useDelayed(active: boolean, delayMs = 150): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return setPassed(false);
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [active, delayMs]);
  return active && hasPassed;
}
