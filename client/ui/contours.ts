type Hill = { x: number; y: number; height: number; spread: number };

/** mulberry32, for numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const CELL_SIZE = 8;

function heightGrid(
  width: number,
  height: number,
  seed: number,
): { columns: number; rows: number; heights: Float32Array } {
  const random = randomFrom(seed);
  const hills: Hill[] = Array.from({ length: Math.round((width * height) / 14000) + 4 }, () => ({
    x: random() * width,
    y: random() * height,
    height: random() * 2 - 0.7,
    spread: 40 + random() * 80,
  }));
  const columns = Math.ceil(width / CELL_SIZE) + 1;
  const rows = Math.ceil(height / CELL_SIZE) + 1;
  const heights = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (const hill of hills) {
        const distance =
          ((column * CELL_SIZE - hill.x) ** 2 + (row * CELL_SIZE - hill.y) ** 2) / hill.spread ** 2;
        sum += hill.height * Math.exp(-distance);
      }
      heights[row * columns + column] = sum;
    }
  }
  return { columns, rows, heights };
}

/** Which edges (top 0, right 1, bottom 2, left 3) a line crosses, by which corners are above it. */
const CROSSINGS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[3, 2]],
  2: [[2, 1]],
  3: [[3, 1]],
  4: [[0, 1]],
  5: [
    [3, 0],
    [2, 1],
  ],
  6: [[0, 2]],
  7: [[3, 0]],
  8: [[3, 0]],
  9: [[0, 2]],
  10: [
    [0, 1],
    [3, 2],
  ],
  11: [[0, 1]],
  12: [[3, 1]],
  13: [[2, 1]],
  14: [[3, 2]],
};

/** The height between two lines, and the height of line 0. */
const [LEVEL_STEP, LEVEL_OFFSET] = [0.12, 0.05];
const [LOWEST_LEVEL, HIGHEST_LEVEL] = [-8, 22];
const levelOf = (step: number) => step * LEVEL_STEP + LEVEL_OFFSET;

/** Uses marching squares and visits each cell once. */
function contourPaths({ columns, rows, heights }: ReturnType<typeof heightGrid>): Map<number, string> {
  const paths = new Map<number, string>();
  for (let step = LOWEST_LEVEL; step <= HIGHEST_LEVEL; step++) paths.set(step, '');
  const height = (column: number, row: number) => heights[row * columns + column] ?? 0;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const topLeft = height(column, row);
      const topRight = height(column + 1, row);
      const bottomRight = height(column + 1, row + 1);
      const bottomLeft = height(column, row + 1);
      const low = Math.min(topLeft, topRight, bottomRight, bottomLeft);
      const high = Math.max(topLeft, topRight, bottomRight, bottomLeft);
      const last = Math.min(Math.ceil((high - LEVEL_OFFSET) / LEVEL_STEP), HIGHEST_LEVEL);
      for (
        let step = Math.max(Math.floor((low - LEVEL_OFFSET) / LEVEL_STEP), LOWEST_LEVEL);
        step <= last;
        step++
      ) {
        const level = levelOf(step);
        const interpolate = (a: number, b: number) => (level - a) / (b - a || 1);
        const edge = (side: number): string => {
          const x =
            side === 1
              ? 1
              : side === 3
                ? 0
                : interpolate(side === 0 ? topLeft : bottomLeft, side === 0 ? topRight : bottomRight);
          const y =
            side === 0
              ? 0
              : side === 2
                ? 1
                : interpolate(side === 3 ? topLeft : topRight, side === 3 ? bottomLeft : bottomRight);
          return `${((column + x) * CELL_SIZE).toFixed(1)} ${((row + y) * CELL_SIZE).toFixed(1)}`;
        };
        const corners =
          (topLeft > level ? 8 : 0) +
          (topRight > level ? 4 : 0) +
          (bottomRight > level ? 2 : 0) +
          (bottomLeft > level ? 1 : 0);
        const crossings = CROSSINGS[corners];
        if (!crossings) continue;
        let path = paths.get(step) ?? '';
        for (const [from, to] of crossings) path += `M${edge(from)}L${edge(to)}`;
        paths.set(step, path);
      }
    }
  }
  return paths;
}

type Contour = { step: number; path: string; isIndex: boolean };

const cache = new Map<string, Contour[]>();

/** The same seed always gives the same lines. The result is cached. */
export function contours(width: number, height: number, seed: number): Contour[] {
  const key = `${width}x${height}/${seed}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const lines: Contour[] = [];
  for (const [step, path] of contourPaths(heightGrid(width, height, seed)))
    if (path) lines.push({ step, path, isIndex: step % 5 === 0 });
  cache.set(key, lines);
  return lines;
}
