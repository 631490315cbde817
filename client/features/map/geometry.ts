import { AROUND_SWEDEN, type Bounds, type Spot } from '../../../src/shared/geo';
import { project, unproject, worldSize } from '../../../src/shared/mercator';

export type Size = { width: number; height: number };
export type Pixel = { x: number; y: number };
/** What the map shows: the middle and a zoom, which may be fractional. */
export type View = { center: Spot; zoom: number };
export type { Bounds };

/** Section 9: the map's middle and zoom to begin with. */
export const DEFAULT_VIEW: View = { center: { latitude: 62, longitude: 15 }, zoom: 5 };

export const MIN_ZOOM = 3.5;
/** Nearer than this the outline has nothing more to show; tiles have. */
export const OUTLINE_MAX_ZOOM = 11;
export const TILES_MAX_ZOOM = 17;

/** The corners of Sweden: Treriksröset, Smygehuk, Koster, Haparanda. */
const SWEDEN: Bounds = { west: 10.9, south: 55.33, east: 24.2, north: 69.07 };
/** Free pixels round Sweden, for the markers at its edges. */
const MARGIN = 24;

/** The default view, further out where the map is too small to show all of Sweden: at 600 px zoom 5 hides Kiruna. */
export function viewOfSweden({ width, height }: Size): View {
  const { center } = DEFAULT_VIEW;
  const middle = project(center);
  const northWest = project({ latitude: SWEDEN.north, longitude: SWEDEN.west });
  const southEast = project({ latitude: SWEDEN.south, longitude: SWEDEN.east });
  const widest = Math.max(middle.x - northWest.x, southEast.x - middle.x);
  const tallest = Math.max(middle.y - northWest.y, southEast.y - middle.y);
  const side = Math.min((width / 2 - MARGIN) / widest, (height / 2 - MARGIN) / tallest);
  const zoom = Math.log2(Math.max(side, 1) / 256);
  return { center, zoom: Math.max(MIN_ZOOM, Math.min(DEFAULT_VIEW.zoom, Math.floor(zoom * 100) / 100)) };
}

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value));

/** The view kept to where there is something to see: its middle within {@link AROUND_SWEDEN}. */
export function limited({ center, zoom }: View, maxZoom: number): View {
  return {
    center: {
      latitude: between(AROUND_SWEDEN.south, center.latitude, AROUND_SWEDEN.north),
      longitude: between(AROUND_SWEDEN.west, center.longitude, AROUND_SWEDEN.east),
    },
    zoom: between(MIN_ZOOM, zoom, maxZoom),
  };
}

/** The view moved by pixels: positive is to the east and to the south. */
export function panned({ center, zoom }: View, by: Pixel): View {
  const { x, y } = project(center);
  const size = worldSize(zoom);
  return { center: unproject({ x: x + by.x / size, y: y + by.y / size }), zoom };
}

/** Where a spot lies, in pixels from another, at that zoom. */
export function offsetOf(spot: Spot, from: Spot, zoom: number): Pixel {
  const [a, b] = [project(spot), project(from)];
  const size = worldSize(zoom);
  return { x: (a.x - b.x) * size, y: (a.y - b.y) * size };
}

/** Where a spot lies on a map of that size that shows the view. */
export function pixelOf(spot: Spot, { center, zoom }: View, { width, height }: Size): Pixel {
  const { x, y } = offsetOf(spot, center, zoom);
  return { x: width / 2 + x, y: height / 2 + y };
}

/** The view moved up, if it must, so that a spot is not under what covers that many pixels at the map's foot. */
export function withRoomBelow(spot: Spot, view: View, size: Size, covered: number): View {
  const free = size.height - covered;
  const below = pixelOf(spot, view, size).y - free * 0.8;
  return below > 0 ? panned(view, { x: 0, y: below }) : view;
}

/** What a map of that size shows. */
export function boundsOf(view: View, { width, height }: Size): Bounds {
  const half = { x: width / 2, y: height / 2 };
  const northWest = panned(view, { x: -half.x, y: -half.y }).center;
  const southEast = panned(view, half).center;
  return {
    west: northWest.longitude,
    north: northWest.latitude,
    east: southEast.longitude,
    south: southEast.latitude,
  };
}

export const contains = ({ west, south, east, north }: Bounds, { latitude, longitude }: Spot): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Pixels between a popup and its marker, and between a popup and the map's edge. */
const GAP = 16;
const EDGE = 12;
/** The arrow stays clear of the popup's round corners. */
const ARROW_INSET = 24;

export const POPUP_WIDTH = 316;
/** A map at least this wide has room for the popup beside a marker wherever it is; else it is a card at the foot. */
export const hasRoomBeside = (map: Size, radius: number): boolean =>
  map.width >= 2 * (POPUP_WIDTH + radius + GAP + EDGE);

/** Beside the marker, never over it: to its right when there is room, else to its left. `arrow` is from the popup's top. */
export function placePopup(marker: Pixel, radius: number, map: Size, popup: Size) {
  const reach = radius + GAP;
  const side = marker.x + reach + popup.width + EDGE <= map.width ? 'right' : 'left';
  const left = side === 'right' ? marker.x + reach : marker.x - reach - popup.width;
  const top = between(EDGE, marker.y - popup.height / 2, Math.max(EDGE, map.height - popup.height - EDGE));
  return {
    side,
    left: between(EDGE, left, map.width - popup.width - EDGE),
    top,
    arrow: between(ARROW_INSET, marker.y - top, popup.height - ARROW_INSET),
  } as const;
}
