import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './geometry';

/** The size of an element in pixels, kept up to date; undefined until it is laid out. */
export function useElementSize<T extends HTMLElement>(): [RefObject<T | null>, Size | undefined] {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const width = element.offsetWidth;
      const height = element.offsetHeight;
      if (width && height)
        setSize((was) => (was?.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
