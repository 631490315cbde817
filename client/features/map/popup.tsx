import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { cx } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { type Pixel, POPUP_WIDTH_PX, placePopup, type Size } from './geometry.ts';
import { useElementSize } from './use-element-size.ts';

type PopupProps = {
  name: string;
  /** Among the events on this spot. */
  index: number;
  count: number;
  onStep: (index: number) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Used until the popup is measured. */
const TYPICAL_HEIGHT_PX = 240;

function Content({
  name,
  index,
  count,
  onStep,
  onClose,
  children,
  box,
  className,
}: PopupProps & { box: RefObject<HTMLDivElement | null>; className: string }) {
  const step = (offset: number) => onStep((index + offset + count) % count);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, [box]);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      // pigeon-maps: a drag or click in the popup is not one on the map.
      className={cx('map-popup pigeon-drag-block pigeon-click-block', className)}
    >
      {count > 1 && (
        <div className="map-popup-steps">
          <IconButton label="Föregående evenemang på platsen" onClick={() => step(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </IconButton>
          <span aria-live="polite">
            {index + 1} av {count}
          </span>
          <IconButton label="Nästa evenemang på platsen" onClick={() => step(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {children}
      <IconButton label="Stäng" className="map-popup-close" onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

export function FloatingPopup({
  markerPixel,
  radius,
  mapSize,
  ...popupProps
}: PopupProps & { markerPixel: Pixel; radius: number; mapSize: Size }) {
  const [box, measuredSize] = useElementSize<HTMLDivElement>();
  const size = measuredSize ?? { width: POPUP_WIDTH_PX, height: TYPICAL_HEIGHT_PX };
  const { left, top, side, arrow } = placePopup(markerPixel, radius, mapSize, size);
  return (
    <div
      className={cx('map-popup-place', `map-popup-${side}`)}
      style={{ transform: `translate(${left}px, ${top}px)` }}
    >
      <span className="map-popup-arrow" style={{ top: arrow }} aria-hidden="true" />
      <Content {...popupProps} box={box} className="map-popup-floating" />
    </div>
  );
}

export function PopupCard(props: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  return <Content {...props} box={box} className="map-popup-card" />;
}
