import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page: an answer may come after it is gone. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
