import { type RefObject, useLayoutEffect, useState } from 'react';
import { GUTTER_FROM, type ListShape, ROWS_FROM } from './list-rows';

type Place = {
  shape: ListShape;
  /** One rem in px; users may enlarge text. */
  rem: number;
  /** Distance from the top of the document, in px. */
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

export function useListLayout(root: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ shape: 'stack', rem: 16, top: 0 });

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const update = () => {
      const next = measure(element);
      setPlace((current) =>
        current.shape === next.shape && current.rem === next.rem && current.top === next.top ? current : next,
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
