import { AROUND_SWEDEN, type Bounds, type GeoPosition } from '#src/shared/geo.ts';
import { project, unproject, worldSize } from '#src/shared/mercator.ts';

export type Size = { width: number; height: number };
export type Pixel = { x: number; y: number };
/** The zoom may be fractional. */
export type View = { center: GeoPosition; zoom: number };
export type { Bounds };

export const DEFAULT_VIEW: View = { center: { latitude: 62, longitude: 15 }, zoom: 5 };

const MIN_ZOOM = 3.5;
/** Beyond this zoom only tiles have more detail. */
export const OUTLINE_MAX_ZOOM = 11;
export const TILES_MAX_ZOOM = 17;

/** Bounding box of Sweden: Treriksröset, Smygehuk, Koster, Haparanda. */
const SWEDEN: Bounds = { west: 10.9, south: 55.33, east: 24.2, north: 69.07 };
/** For markers at the edges. */
const MARGIN_PX = 24;

/**
 * The default view, zoomed out where the map is too small for all of Sweden: at 600 px, zoom 5 hides Kiruna. A map
 * taller than wide is centred on Sweden's bounding box instead, which leaves less sea around it.
 */
export function viewOfSweden({ width, height }: Size): View {
  const center = width < height ? middleOf(SWEDEN) : DEFAULT_VIEW.center;
  const zoom = zoomToFit(SWEDEN, center, { width, height });
  return { center, zoom: Math.max(MIN_ZOOM, Math.min(DEFAULT_VIEW.zoom, zoom)) };
}

/** A single event is shown with its surroundings. */
const AREA_MAX_ZOOM = 8;

export function viewOfArea(area: Bounds, size: Size, maxZoom: number): View {
  const center = middleOf(area);
  return clampView({ center, zoom: Math.min(AREA_MAX_ZOOM, zoomToFit(area, center, size)) }, maxZoom);
}

/** In {@link project}'s coordinates, where y grows to the south. */
const cornersOf = ({ west, south, east, north }: Bounds) =>
  [project({ latitude: north, longitude: west }), project({ latitude: south, longitude: east })] as const;

function middleOf(bounds: Bounds): GeoPosition {
  const [northWest, southEast] = cornersOf(bounds);
  return unproject({ x: (northWest.x + southEast.x) / 2, y: (northWest.y + southEast.y) / 2 });
}

/** The highest zoom at which all of `bounds` is visible around `center`. */
function zoomToFit(bounds: Bounds, center: GeoPosition, { width, height }: Size): number {
  const [northWest, southEast] = cornersOf(bounds);
  const middle = project(center);
  const halfWidth = Math.max(middle.x - northWest.x, southEast.x - middle.x);
  const halfHeight = Math.max(middle.y - northWest.y, southEast.y - middle.y);
  const worldSizePx = Math.min((width / 2 - MARGIN_PX) / halfWidth, (height / 2 - MARGIN_PX) / halfHeight);
  return Math.floor(Math.log2(Math.max(worldSizePx, 1) / 256) * 100) / 100;
}

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value));

export function clampView({ center, zoom }: View, maxZoom: number): View {
  return {
    center: {
      latitude: clamp(AROUND_SWEDEN.south, center.latitude, AROUND_SWEDEN.north),
      longitude: clamp(AROUND_SWEDEN.west, center.longitude, AROUND_SWEDEN.east),
    },
    zoom: clamp(MIN_ZOOM, zoom, maxZoom),
  };
}

/** Positive is east and south. */
export function panView({ center, zoom }: View, delta: Pixel): View {
  const { x, y } = project(center);
  const size = worldSize(zoom);
  return { center: unproject({ x: x + delta.x / size, y: y + delta.y / size }), zoom };
}

/** In px at that zoom. */
export function offsetOf(spot: GeoPosition, from: GeoPosition, zoom: number): Pixel {
  const [a, b] = [project(spot), project(from)];
  const size = worldSize(zoom);
  return { x: (a.x - b.x) * size, y: (a.y - b.y) * size };
}

export function pixelOf(spot: GeoPosition, { center, zoom }: View, { width, height }: Size): Pixel {
  const { x, y } = offsetOf(spot, center, zoom);
  return { x: width / 2 + x, y: height / 2 + y };
}

/** The lowest position of the spot, as a fraction of the free height. */
const LOWEST_SPOT = 0.8;

/** Moves the view so that the spot is not under an element that covers `coveredPx` at the bottom. */
export function panAboveCard(spot: GeoPosition, view: View, size: Size, coveredPx: number): View {
  const freeHeight = size.height - coveredPx;
  const overlap = pixelOf(spot, view, size).y - freeHeight * LOWEST_SPOT;
  return overlap > 0 ? panView(view, { x: 0, y: overlap }) : view;
}

export function boundsOf(view: View, { width, height }: Size): Bounds {
  const half = { x: width / 2, y: height / 2 };
  const northWest = panView(view, { x: -half.x, y: -half.y }).center;
  const southEast = panView(view, half).center;
  return {
    west: northWest.longitude,
    north: northWest.latitude,
    east: southEast.longitude,
    south: southEast.latitude,
  };
}

export const contains = (
  { west, south, east, north }: Bounds,
  { latitude, longitude }: GeoPosition,
): boolean => latitude >= south && latitude <= north && longitude >= west && longitude <= east;

const MARKER_GAP_PX = 16;
const EDGE_GAP_PX = 12;
/** Keeps the arrow clear of the rounded corners of the popup. */
const ARROW_INSET_PX = 24;

export const POPUP_WIDTH_PX = 316;
/** Radius of the marker of one event. Keep in sync with the stylesheet. */
export const EVENT_RADIUS_PX = 17;
/** Whether the popup fits on either side of a marker. Otherwise it is a card at the bottom. */
export const hasRoomBeside = (map: Size, radius: number): boolean =>
  map.width >= 2 * (POPUP_WIDTH_PX + radius + MARKER_GAP_PX + EDGE_GAP_PX);

/** Right of the marker if it fits, else left, never over it. `arrow` is measured from the top of the popup. */
export function placePopup(marker: Pixel, radius: number, map: Size, popup: Size) {
  const markerDistance = radius + MARKER_GAP_PX;
  const side = marker.x + markerDistance + popup.width + EDGE_GAP_PX <= map.width ? 'right' : 'left';
  const left = side === 'right' ? marker.x + markerDistance : marker.x - markerDistance - popup.width;
  const top = clamp(
    EDGE_GAP_PX,
    marker.y - popup.height / 2,
    Math.max(EDGE_GAP_PX, map.height - popup.height - EDGE_GAP_PX),
  );
  return {
    side,
    left: clamp(EDGE_GAP_PX, left, map.width - popup.width - EDGE_GAP_PX),
    top,
    arrow: clamp(ARROW_INSET_PX, marker.y - top, popup.height - ARROW_INSET_PX),
  } as const;
}
