// `bun run make:demo-art` draws the images of the demonstration banners. They are WebP because banners do not accept
// SVG.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { contours } from '#client/ui/contours.ts';
import { findBrowser } from '#tests/support/find-browser.ts';

if (process.argv.includes('--help')) {
  console.log('bun run make:demo-art\n\nDraws client/public/demo/*.webp with Chromium.');
  process.exit(0);
}

const OUT = join(import.meta.dir, '../client/public/demo');
const [WIDTH, HEIGHT, SCALE] = [1200, 148, 1.5];
const INK = { ground: '#103B2F', line: '#8FC3AC', flag: '#F25A06', sea: '#0C3230', land: '#16493B' };

type Point = readonly [x: number, y: number];

const circle = ([x, y]: Point, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
const startTriangle = ([x, y]: Point) => `<path d="M${x} ${y - 16}L${x + 15} ${y + 10}H${x - 15}Z"/>`;

function legPath([x1, y1]: Point, [x2, y2]: Point): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [((x2 - x1) / length) * 21, ((y2 - y1) / length) * 21];
  return `<path d="M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}"/>`;
}

/** Start, numbered controls and finish. `dash` makes the lines dotted. */
function course(points: readonly Point[], dash = ''): string {
  const signs = points.map((point, index) => {
    if (index === 0) return startTriangle(point);
    return index < points.length - 1 ? circle(point, 15) : circle(point, 15) + circle(point, 9);
  });
  const legs = points.slice(1).map((point, index) => legPath(points[index] ?? point, point));
  const numbers = points
    .slice(1, -1)
    .map(([x, y], index) => `<text x="${x}" y="${y > HEIGHT / 2 ? y + 34 : y - 22}">${index + 1}</text>`);
  return `<g class="course">${signs.join('')}<g stroke-dasharray="${dash}">${legs.join('')}</g></g>${numbers.join('')}`;
}

function land(seed: number): string {
  const lines = contours(WIDTH, HEIGHT, seed).map(
    (line) => `<path d="${line.path}" stroke-opacity="${line.isIndex ? 0.42 : 0.24}"/>`,
  );
  return `<g class="contour">${lines.join('')}</g>`;
}

const spruce = ([x, y]: Point) =>
  `<path d="M${x} ${y - 17}l7 10h-4l7 10h-4l6 9h-24l6-9h-4l7-10h-4zM${x} ${y + 12}v6"/>`;

function ski(): string {
  const tracks = [-3.5, 3.5].map(
    (y) =>
      `<path d="M640 ${118 + y}C740 ${106 + y} 760 ${42 + y} 850 ${52 + y}S940 ${96 + y} 1020 ${80 + y}S1080 ${40 + y} 1128 ${36 + y}"/>`,
  );
  const trees: Point[] = [
    [690, 66],
    [734, 46],
    [800, 120],
    [905, 32],
    [950, 52],
    [1090, 84],
    [1044, 30],
    [880, 118],
    [1166, 78],
  ];
  return `<g class="trees">${trees.map(spruce).join('')}</g>
    <g class="course">${tracks.join('')}${startTriangle([622, 120])}${circle([1148, 34], 15)}${circle([1148, 34], 9)}</g>`;
}

const SKERRIES: [cx: number, cy: number, rx: number, ry: number][] = [
  [690, 110, 62, 26],
  [830, 54, 74, 28],
  [972, 96, 68, 26],
  [1104, 48, 62, 28],
  [742, 26, 30, 10],
  [884, 142, 34, 10],
  [560, 56, 44, 16],
  [420, 120, 60, 18],
  [1180, 124, 40, 14],
  [300, 44, 50, 16],
  [120, 108, 70, 20],
];

/** An ellipse whose radius varies with the angle. */
function shore([cx, cy, rx, ry]: (typeof SKERRIES)[number], size: number, phase: number): string {
  const points = Array.from({ length: 72 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI;
    const swing =
      1 +
      0.16 * Math.sin(2 * angle + phase) +
      0.13 * Math.sin(3 * angle + 2 * phase) +
      0.05 * Math.sin(7 * angle);
    return `${(cx + rx * size * swing * Math.cos(angle)).toFixed(1)} ${(cy + ry * size * swing * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

function islands(): string {
  const rings = SKERRIES.map((skerry, index) =>
    [1, 0.78, 0.55, 0.3]
      .map(
        (size, ring) =>
          `<path d="${shore(skerry, size, index * 1.7)}" fill="${ring === 0 ? INK.land : 'none'}" stroke-opacity="${ring === 0 ? 0.5 : 0.28}"/>`,
      )
      .join(''),
  );
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK.sea}"/><g class="contour">${rings.join('')}</g>
    ${course(
      [
        [690, 110],
        [830, 54],
        [972, 88],
        [1104, 46],
      ],
      '2 9',
    )}`;
}

const PICTURES: Record<string, string> = {
  course:
    land(11) +
    course([
      [640, 116],
      [742, 52],
      [864, 104],
      [950, 46],
      [1064, 70],
      [1144, 32],
    ]),
  ski: land(23) + ski(),
  islands: islands(),
};

const page = (
  art: string,
) => `<style>body{margin:0;background:${INK.ground}} text{font:700 16px Arial;fill:${INK.flag};text-anchor:middle}
  .contour{fill:none;stroke:${INK.line};stroke-width:1} .course{fill:none;stroke:${INK.flag};stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
  .trees{fill:${INK.land};stroke:${INK.line};stroke-opacity:.6;stroke-width:1.2}</style>
  <svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="display:block">${art}</svg>`;

mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
const devtools = await tab.context().newCDPSession(tab);
for (const [name, art] of Object.entries(PICTURES)) {
  await tab.setContent(page(art));
  const clip = { x: 0, y: 0, width: WIDTH, height: HEIGHT, scale: SCALE };
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60, clip });
  writeFileSync(join(OUT, `${name}.webp`), Buffer.from(data, 'base64'));
}
await browser.close();
