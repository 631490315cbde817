import { type RefObject, useLayoutEffect, useState } from 'react';
import { GUTTER_FROM, type ListShape, ROWS_FROM } from './list-rows';

type Place = {
  shape: ListShape;
  /** One rem in px: text may be enlarged. */
  rem: number;
  /** From the top of the document to the list. */
  top: number;
};

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

function measure(element: HTMLElement): Place {
  const rem = rootSize();
  const box = element.getBoundingClientRect();
  const width = box.width / rem;
  return {
    rem,
    top: Math.round(box.top + window.scrollY),
    shape: width >= GUTTER_FROM ? 'gutter' : width >= ROWS_FROM ? 'rows' : 'stack',
  };
}

/** Where the list stands and how it is laid out, kept right while what is above it grows and the window turns. */
export function useListPlace(root: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ shape: 'stack', rem: 16, top: 0 });

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const update = () => {
      const next = measure(element);
      setPlace((now) =>
        now.shape === next.shape && now.rem === next.rem && now.top === next.top ? now : next,
      );
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);

  return place;
}
