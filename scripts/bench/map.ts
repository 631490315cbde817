// How smoothly the map moves under the mouse.
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { buildClientIfStale } from '../build';
import { launch } from './support/browser';
import { startBrowserProduct } from './support/browser-product';
import { percentile, printRows, type Row } from './support/browser-table';

const HELP = `bun run bench map [EVENTS] [--rounds N] [--url URL]

Opens the map with EVENTS events (5000) in a window of 1280 px, drags it about at two zooms and zooms by wheel, and notes
how long each frame takes. N rounds (3). URL measures a product that runs already. Wants a machine that is quiet.

Exit code: 0 all is met, 1 failed or something is missed, 2 misused.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    url: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const count = Number(positionals[0] ?? 5000);
const rounds = Number(values.rounds);
if (!(count >= 100 && count <= 20_000 && rounds >= 3)) {
  console.error(`EVENTS is 100 to 20000, N at least 3.\n\n${HELP}`);
  process.exit(2);
}

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'drag over Sweden': drag,
  'zoom by wheel': zoom,
  'drag from near': drag,
};
/** A clock of 60 Hz that ticks in steps of 0.1 ms: 16.6 and 16.7 in turns. */
const FRAME = 16.75;
const ROWS: Row[] = Object.keys(WAYS).flatMap((way) => [
  { what: `${way}: median frame`, limit: FRAME, digits: 2, unit: ' ms' },
  { what: `${way}: 95th percentile`, limit: 25, digits: 2, unit: ' ms' },
]);

await buildClientIfStale();
const product = values.url ? undefined : await startBrowserProduct(count);
const browser = await launch();
const measured = new Map<string, number[]>();
const add = (what: string, number: number) => measured.set(what, [...(measured.get(what) ?? []), number]);
try {
  for (let round = -1; round < rounds; round++)
    await visit(browser, values.url ?? product?.url ?? '', round >= 0);
  console.log(`${count} events, ${rounds} rounds, 1280 px, not slowed; medians`);
  process.exitCode = printRows(ROWS, measured) ? 0 : 1;
} finally {
  await browser.close();
  await product?.stop();
}

async function visit(browser: Browser, url: string, counts: boolean): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'sv-SE' });
  // Those of the past too: every marker there is.
  await page.goto(`${url}/map?date=all`);
  await page.locator('.map-marker').first().waitFor();
  await page.waitForTimeout(1500);
  for (const [way, move] of Object.entries(WAYS)) {
    const frames = await framesDuring(page, () => move(page));
    if (counts) {
      add(`${way}: median frame`, percentile(frames, 0.5));
      add(`${way}: 95th percentile`, percentile(frames, 0.95));
    }
    await page.waitForTimeout(500);
  }
  await page.close();
}

/** Milliseconds between the frames that were drawn meanwhile. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const noted = { at: [] as number[], goesOn: true };
    (window as unknown as { noted: typeof noted }).noted = noted;
    const tick = (now: number) => {
      noted.at.push(now);
      if (noted.goesOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  const at = await page.evaluate(() => {
    const { noted } = window as unknown as { noted: { at: number[]; goesOn: boolean } };
    noted.goesOn = false;
    return noted.at;
  });
  return at.slice(1).map((now, index) => now - (at[index] ?? now));
}

const SECONDS = 4;

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.map-ground').boundingBox();
  if (!box) throw new Error('There is no map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Round and round with the button down, as fast as the mouse of a hand tells of it. */
async function drag(page: Page): Promise<void> {
  const middle = await middleOf(page);
  const start = performance.now();
  await page.mouse.move(middle.x + 140, middle.y);
  await page.mouse.down();
  for (let seconds = 0; seconds < SECONDS; seconds = (performance.now() - start) / 1000) {
    const turn = seconds * Math.PI * 1.2;
    await page.mouse.move(middle.x + 140 * Math.cos(turn), middle.y + 110 * Math.sin(turn));
    await Bun.sleep(6);
  }
  await page.mouse.up();
}

/** In by three steps, and half of it out again. */
async function zoom(page: Page): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, step < 9 ? -120 : 60);
    await Bun.sleep(160);
  }
}
