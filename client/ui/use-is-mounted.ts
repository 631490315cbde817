import { type RefObject, useEffect, useRef } from 'react';

/** A response may arrive after the component is unmounted. */
export function useIsMounted(): RefObject<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
