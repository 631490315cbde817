import { memo, type PointerEvent, useRef } from 'react';
import type { MapItem } from './clusters.ts';
import { DEFAULT_VIEW, offsetOf, type Pixel } from './geometry.ts';
import { Marker, type MarkerProps } from './marker.tsx';

type Props = Pick<MarkerProps, 'nameOf' | 'icon' | 'onPress' | 'onActive' | 'onFocused'> & {
  items: readonly MapItem[];
  zoom: number;
  activeKey: string | null;
};

/** Positioned relative to the default centre, so that panning does not render them again. */
const Markers = memo(function Markers({ items, zoom, activeKey, ...markerProps }: Props) {
  return items.map((item) => {
    const { x, y } = offsetOf(item.spot, DEFAULT_VIEW.center, zoom);
    return (
      <Marker
        key={item.key}
        {...markerProps}
        item={item}
        x={Math.round(x)}
        y={Math.round(y)}
        isActive={item.key === activeKey}
      />
    );
  });
});

const DRAG_THRESHOLD_PX = 6;

/** `origin` is the position of the default centre in px. */
export function MarkerLayer({ origin, onPress, onFocused, ...markersProps }: Props & { origin: Pixel }) {
  const pressStart = useRef<Pixel>(undefined);
  const wasDragged = useRef(false);
  const latestOnPress = useRef(onPress);
  latestOnPress.current = onPress;
  const pressUnlessDragged = useRef<MarkerProps['onPress']>((item, button) => {
    if (!wasDragged.current) latestOnPress.current(item, button);
  });

  const latestOnFocused = useRef(onFocused);
  latestOnFocused.current = onFocused;
  const forwardFocus = useRef<MarkerProps['onFocused']>((item) => latestOnFocused.current(item));

  const startPress = ({ clientX, clientY }: PointerEvent) => {
    pressStart.current = { x: clientX, y: clientY };
    wasDragged.current = false;
  };
  const endPress = ({ clientX, clientY }: PointerEvent) => {
    const start = pressStart.current;
    wasDragged.current = !!start && Math.hypot(clientX - start.x, clientY - start.y) > DRAG_THRESHOLD_PX;
    pressStart.current = undefined;
    // The click of this press follows at once; a later one may come from the keyboard.
    setTimeout(() => {
      wasDragged.current = false;
    });
  };

  return (
    <div
      className="map-markers"
      style={{ transform: `translate(${origin.x}px, ${origin.y}px)` }}
      onPointerDownCapture={startPress}
      onPointerUpCapture={endPress}
    >
      <Markers {...markersProps} onPress={pressUnlessDragged.current} onFocused={forwardFocus.current} />
    </div>
  );
}
