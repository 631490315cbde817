import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted. A response may arrive after it is unmounted. */
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
