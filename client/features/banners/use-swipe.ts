import { type MouseEvent, type PointerEvent, useRef } from 'react';

const MIN_SWIPE_PX = 40;

/** The click that follows a swipe is cancelled. */
export function useSwipe({ next, previous }: { next: () => void; previous: () => void }) {
  const startPoint = useRef<{ x: number; y: number }>(undefined);
  const wasSwiped = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      wasSwiped.current = false;
      startPoint.current = event.pointerType === 'mouse' ? undefined : { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = startPoint.current;
      startPoint.current = undefined;
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(dx) < MIN_SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return;
      wasSwiped.current = true;
      if (dx < 0) next();
      else previous();
    },
    onPointerCancel: () => {
      startPoint.current = undefined;
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasSwiped.current) return;
      wasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
