// `bun run make:share-images` draws the pictures that social networks show beside a link to the site.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import UPNG from 'upng-js';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { Contours, Course } from '#client/ui/course-art.tsx';
import { SHARE_IMAGE_SIZE, SHARE_IMAGES } from '#src/shared/share-images.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { findBrowser } from '#tests/support/find-browser.ts';
import { helpIfAsked } from './help.ts';

helpIfAsked('bun run make:share-images\n\nDraws client/public/share/*.png with Chromium.');

const ROOT = join(import.meta.dir, '..');
const FONT = 'node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2';
const { width, height } = SHARE_IMAGE_SIZE;
const SEED = 23;
const COLOURS = 16;

const read = (path: string) => Bun.file(join(ROOT, path)).text();
const font = Buffer.from(await Bun.file(join(ROOT, FONT)).bytes()).toString('base64');
const styles = `
  ${await read('client/tokens.css')}
  ${await read('client/features/events/card/sport.css')}
  @font-face {
    font-family: Archivo;
    font-weight: 100 900;
    font-stretch: 62% 125%;
    src: url(data:font/woff2;base64,${font});
  }
  html { color-scheme: light; }
  body { margin: 0; width: ${width}px; height: ${height}px; position: relative; overflow: hidden; }
  body { background: var(--sport, var(--spruce)); color: #fff; font: 740 92px/1.05 Archivo; font-stretch: 114%; }
  .land, .course-art { position: absolute; inset: 0; fill: none; stroke: #fff; }
  .contour { stroke-width: 1.5; opacity: 0.13; }
  .contour-index { stroke-width: 2.5; opacity: 0.2; }
  .course { stroke: var(--flag); stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
  .course-art text { fill: var(--flag); stroke: none; font-size: 16px; text-anchor: middle; }
  .sport-icon { position: absolute; right: 76px; top: 48px; width: 408px; height: 408px; stroke-width: 1.6; }
  .mark { position: absolute; left: 76px; top: 68px; width: 104px; }
  p { margin: 0; position: absolute; left: 80px; bottom: 66px; letter-spacing: -0.022em; text-wrap: balance; }
  .general { max-width: 700px; }
`;

const COURSE = [
  { x: 400, y: 156, mark: 'start' },
  { x: 452, y: 74, mark: 'control', label: '1' },
  { x: 540, y: 166, mark: 'control', label: '2', below: true },
  { x: 578, y: 62, mark: 'control', label: '3' },
  { x: 662, y: 150, mark: 'finish' },
] as const;

const svg = (className: string, viewBox: string, child: ReactElement) =>
  createElement('svg', { className, width, height, viewBox }, child);

function pictureOf(text: string): string {
  const land = svg('land', `0 0 ${width} ${height}`, createElement(Contours, { width, height, seed: SEED }));
  const drawing = sportNamed(text)
    ? createElement(SportIcon, { sport: text })
    : svg('course-art', '0 0 720 378', createElement(Course, { controls: COURSE }));
  return renderToStaticMarkup(land) + renderToStaticMarkup(drawing);
}

/** A third of the size. */
function withFewColours(png: Buffer): ArrayBuffer {
  const [frame = new ArrayBuffer()] = UPNG.toRGBA8(UPNG.decode(new Uint8Array(png).buffer));
  return UPNG.encode([frame], width, height, COLOURS);
}

const mark = (await read('client/favicon.svg'))
  .replace('<svg', '<svg class="mark"')
  .replace(/<style>.*<\/style>/, '<style>.f{stroke:#11201a}</style>');
const out = join(ROOT, 'client/public/share');
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const tab = await browser.newPage({ viewport: SHARE_IMAGE_SIZE });
for (const { path, alt } of SHARE_IMAGES) {
  const sport = sportNamed(alt);
  await tab.setContent(
    `<html><style>${styles}</style><body ${sport ? `data-sport="${sport}"` : ''}>${pictureOf(alt)}${mark}<p class="${sport ? '' : 'general'}">${alt}</p>`,
  );
  await tab.evaluate('document.fonts.ready');
  await Bun.write(join(out, path.replace('/share/', '')), withFewColours(await tab.screenshot()));
}
await browser.close();
