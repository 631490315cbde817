import { type RefObject, useLayoutEffect, useRef } from 'react';

/** An element that is as high as what is seen of the page: it ends where the keyboard on the glass begins. */
export function useScreenHeight<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const fit = () => {
      // Zoomed in, the reader looks at a part of it: then it stays as it is.
      if (!element.current || seen.scale > 1.01) return;
      element.current.style.height = `${seen.height}px`;
      element.current.style.top = `${seen.offsetTop}px`;
    };
    fit();
    seen.addEventListener('resize', fit);
    seen.addEventListener('scroll', fit);
    return () => {
      seen.removeEventListener('resize', fit);
      seen.removeEventListener('scroll', fit);
    };
  }, []);
  return element;
}
