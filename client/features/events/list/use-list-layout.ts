import { type RefObject, useLayoutEffect, useState } from 'react';
import { GUTTER_FROM_REM, type ListShape, ROWS_FROM_REM } from './list-rows.ts';

type ListLayout = {
  shape: ListShape;
  /** One rem in px; users may enlarge text. */
  rem: number;
  /** Distance from the top of the document, in px. */
  top: number;
};

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

function measure(element: HTMLElement): ListLayout {
  const rem = rootSize();
  const box = element.getBoundingClientRect();
  const width = box.width / rem;
  return {
    rem,
    top: Math.round(box.top + window.scrollY),
    shape: width >= GUTTER_FROM_REM ? 'gutter' : width >= ROWS_FROM_REM ? 'rows' : 'stack',
  };
}

export function useListLayout(root: RefObject<HTMLElement | null>): ListLayout {
  const [layout, setLayout] = useState<ListLayout>({ shape: 'stack', rem: 16, top: 0 });

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const update = () => {
      const next = measure(element);
      setLayout((current) =>
        current.shape === next.shape && current.rem === next.rem && current.top === next.top ? current : next,
      );
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);

  return layout;
}
