import { useEffect, useState } from 'react';

/** Fast loads show no skeleton. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return setPassed(false);
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [active, milliseconds]);
  return active && passed;
}
