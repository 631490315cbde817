export type Point = [number, number];

function squaredDistanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length ? Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) : 0;
  return (p[0] - a[0] - along * dx) ** 2 + (p[1] - a[1] - along * dy) ** 2;
}

/** Douglas-Peucker. Deviates from each point by at most its tolerance. Keeps both ends. */
export function simplify(line: Point[], toleranceAt: (point: Point) => number): Point[] {
  const keptIndexes = new Set([0, line.length - 1]);
  const openSpans: [number, number][] = [[0, line.length - 1]];
  for (let span = openSpans.pop(); span; span = openSpans.pop()) {
    const [from, to] = span;
    let furthest = -1;
    let deviation = 1;
    for (let i = from + 1; i < to; i++) {
      const squaredDistance = squaredDistanceToSegment(line[i]!, line[from]!, line[to]!);
      const inTolerances = squaredDistance / toleranceAt(line[i]!) ** 2;
      if (inTolerances > deviation) [furthest, deviation] = [i, inTolerances];
    }
    if (furthest > 0) {
      keptIndexes.add(furthest);
      openSpans.push([from, furthest], [furthest, to]);
    }
  }
  return line.filter((_, i) => keptIndexes.has(i));
}

/** Sutherland-Hodgman for one edge. `cross` intersects a line with the edge. */
function clipEdge(
  ring: Point[],
  inside: (p: Point) => boolean,
  cross: (a: Point, b: Point) => Point,
): Point[] {
  return ring.flatMap((point, i) => {
    const before = ring.at(i - 1)!;
    if (inside(point)) return inside(before) ? [point] : [cross(before, point), point];
    return inside(before) ? [cross(before, point)] : [];
  });
}

export type Box = { west: number; north: number; east: number; south: number };

/** The ring has no closing point. y grows to the south. */
export function clip(ring: Point[], { west, north, east, south }: Box): Point[] {
  const atX =
    (x: number) =>
    (a: Point, b: Point): Point => [x, a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])];
  const atY =
    (y: number) =>
    (a: Point, b: Point): Point => [a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]), y];
  let clipped = clipEdge(ring, (p) => p[0] >= west, atX(west));
  clipped = clipEdge(clipped, (p) => p[0] <= east, atX(east));
  clipped = clipEdge(clipped, (p) => p[1] >= north, atY(north));
  return clipEdge(clipped, (p) => p[1] <= south, atY(south));
}

export function areaOf(ring: Point[]): number {
  const doubledArea = ring.reduce((sum, [x, y], i) => {
    const [beforeX, beforeY] = ring.at(i - 1)!;
    return sum + beforeX * y - x * beforeY;
  }, 0);
  return Math.abs(doubledArea) / 2;
}
