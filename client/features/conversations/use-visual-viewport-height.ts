import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The element ends above the on-screen keyboard. */
export function useVisualViewportHeight<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      // With pinch zoom the viewport is only a part of the page: keep the size.
      if (!element.current || viewport.scale > 1.01) return;
      element.current.style.height = `${viewport.height}px`;
      element.current.style.top = `${viewport.offsetTop}px`;
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
    };
  }, []);
  return element;
}
