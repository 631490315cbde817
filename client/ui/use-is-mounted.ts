import { type RefObject, useEffect, useRef } from 'react';

/** A response may arrive after the component is unmounted. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
