import { Minus, Plus } from 'lucide-react';

type Props = { canZoomIn: boolean; canZoomOut: boolean; onZoom: (by: 1 | -1) => void };

export function ZoomButtons({ canZoomIn, canZoomOut, onZoom }: Props) {
  return (
    <div className="map-zoom">
      <button type="button" aria-label="Zooma in" aria-disabled={!canZoomIn} onClick={() => onZoom(1)}>
        <Plus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label="Zooma ut" aria-disabled={!canZoomOut} onClick={() => onZoom(-1)}>
        <Minus size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
