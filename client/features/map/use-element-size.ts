import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './geometry.ts';

/** In px; undefined until layout. */
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
        setSize((current) =>
          current?.width === width && current.height === height ? current : { width, height },
        );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
