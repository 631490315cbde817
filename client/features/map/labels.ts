import type { Pixel } from './geometry.ts';

/** A place or landskap at its position in px. */
export type Name = Pixel & { name: string };
/** A marker, which names must not be under. */
type Disc = Pixel & { radius: number };
export type Label = {
  name: string;
  /** Position of the start, middle or end of the text (see `anchor`), at half its height. */
  text: Pixel;
  anchor: 'start' | 'middle' | 'end';
  /** Undefined for a landskap, and under a marker. */
  dot?: Pixel;
};

type Box = { left: number; top: number; right: number; bottom: number };

const HALF_HEIGHT_PX = 8;
export const DOT_RADIUS_PX = 2.5;
const DOT_GAP_PX = 6;
/** Between names. */
const MARGIN_PX = 4;
/** A place that is closer than this to a larger one, such as a suburb, gets no name. */
const SPACING_PX = 44;
/** Average width of a character. Measuring each name would take a layout. */
export const PLACE_CHARACTER_PX = 7.2;
export const LANDSKAP_CHARACTER_PX = 9;
/** Tried in this order. With a larger offset, the name might be in another landskap. */
const LANDSKAP_OFFSETS_PX = [0, -16, 16];

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const distance = (a: Pixel, b: Pixel) => Math.hypot(a.x - b.x, a.y - b.y);

function squareAround({ x, y }: Pixel, half: number): Box {
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/** The box around the text of a label. */
export function boxOf({ name, text: { x, y }, anchor }: Label, characterPx: number, textScale: number): Box {
  const width = name.length * characterPx * textScale;
  const halfHeight = HALF_HEIGHT_PX * textScale;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - halfHeight, bottom: y + halfHeight };
}

/** Right, left, below and above its dot, or the marker that covers it. */
function placeCandidates({ name, ...spot }: Name, discs: readonly Disc[], textScale: number): Label[] {
  const disc = discs.find((disc) => distance(disc, spot) < disc.radius);
  const { x, y } = disc ?? spot;
  const gap = DOT_GAP_PX + (disc?.radius ?? 0);
  const dot = disc ? undefined : spot;
  const halfHeight = HALF_HEIGHT_PX * textScale;
  return [
    { name, dot, anchor: 'start', text: { x: x + gap, y } },
    { name, dot, anchor: 'end', text: { x: x - gap, y } },
    { name, dot, anchor: 'middle', text: { x, y: y + gap + halfHeight } },
    { name, dot, anchor: 'middle', text: { x, y: y - gap - halfHeight } },
  ];
}

const landskapCandidates = ({ name, x, y }: Name): Label[] =>
  LANDSKAP_OFFSETS_PX.map((offset) => ({ name, anchor: 'middle', text: { x, y: y + offset } }));

/**
 * Places as many names as fit without an overlap. Landskap come first, because they have fewer positions; of two
 * places the first, which is the larger, is kept.
 */
export function placeLabels(input: {
  places: readonly Name[];
  landskap: readonly Name[];
  discs: readonly Disc[];
  /** 1 at the browser's default text size. */
  textScale: number;
}) {
  const { discs, textScale } = input;
  const taken: Box[] = discs.map((disc) => squareAround(disc, disc.radius));
  const isFree = (box: Box) => !taken.some((other) => overlaps(box, other));
  const place = (candidates: Label[], characterPx: number): Label | undefined => {
    for (const label of candidates) {
      const { left, top, right, bottom } = boxOf(label, characterPx, textScale);
      const box = { left: left - MARGIN_PX, top, right: right + MARGIN_PX, bottom };
      const dotBox = label.dot && squareAround(label.dot, DOT_RADIUS_PX);
      if (!isFree(box) || (dotBox && !isFree(dotBox))) continue;
      taken.push(box, ...(dotBox ? [dotBox] : []));
      return label;
    }
  };
  const landskap = input.landskap.flatMap(
    (name) => place(landskapCandidates(name), LANDSKAP_CHARACTER_PX) ?? [],
  );
  const spots: Pixel[] = [];
  const places = input.places.flatMap((name) => {
    if (spots.some((spot) => distance(spot, name) < SPACING_PX)) return [];
    const label = place(placeCandidates(name, discs, textScale), PLACE_CHARACTER_PX);
    if (!label) return [];
    spots.push(name);
    return [label];
  });
  return { places, landskap };
}
