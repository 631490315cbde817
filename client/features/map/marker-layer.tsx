import { memo, type PointerEvent, useRef } from 'react';
import type { MapItem } from './clusters';
import { DEFAULT_VIEW, offsetOf, type Pixel } from './geometry';
import { Marker, type MarkerProps } from './marker';

type Props = Pick<MarkerProps, 'nameOf' | 'icon' | 'onPress' | 'onActive' | 'onFocused'> & {
  items: readonly MapItem[];
  zoom: number;
  activeKey: string | null;
};

/** Positioned relative to the default centre, so that panning does not render them again. */
const Markers = memo(function Markers({ items, zoom, activeKey, ...rest }: Props) {
  return items.map((item) => {
    const { x, y } = offsetOf(item.spot, DEFAULT_VIEW.center, zoom);
    return (
      <Marker
        key={item.key}
        {...rest}
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
export function MarkerLayer({ origin, onPress, onFocused, ...rest }: Props & { origin: Pixel }) {
  const pressedAt = useRef<Pixel>(undefined);
  const wasDragged = useRef(false);
  const press = useRef(onPress);
  press.current = onPress;
  const pressUnlessDragged = useRef<MarkerProps['onPress']>((item, button) => {
    if (!wasDragged.current) press.current(item, button);
  });

  const focused = useRef(onFocused);
  focused.current = onFocused;
  const forwardFocus = useRef<MarkerProps['onFocused']>((item) => focused.current(item));

  const begin = ({ clientX, clientY }: PointerEvent) => {
    pressedAt.current = { x: clientX, y: clientY };
    wasDragged.current = false;
  };
  const end = ({ clientX, clientY }: PointerEvent) => {
    const from = pressedAt.current;
    wasDragged.current = !!from && Math.hypot(clientX - from.x, clientY - from.y) > DRAG_THRESHOLD_PX;
    pressedAt.current = undefined;
    // The click of this press follows at once; a later one may come from the keyboard.
    setTimeout(() => {
      wasDragged.current = false;
    });
  };

  return (
    <div
      className="map-markers"
      style={{ transform: `translate(${origin.x}px, ${origin.y}px)` }}
      onPointerDownCapture={begin}
      onPointerUpCapture={end}
    >
      <Markers {...rest} onPress={pressUnlessDragged.current} onFocused={forwardFocus.current} />
    </div>
  );
}
