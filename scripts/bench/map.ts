// How smoothly the map moves under the mouse.
import type { Page } from 'playwright-core';
import { launch } from './support/browser';
import { EVENTS, startFullProduct } from './support/browser-product';
import { type Found, rowsOf, type Target } from './support/browser-rows';
import { atEnd, run } from './support/ending';
import { inTurns } from './support/figures';
import { report } from './support/report';
import { readBenchWords } from './support/words';

const HELP = `bun run bench map [--rounds N] [--seconds N] [--write FILE]

Opens the map with ${EVENTS} events in a window of 1280 px, drags it about at two zooms and zooms by wheel, and notes how long
each frame takes.
`;

const WAYS = { 'drag over Sweden': drag, 'zoom by wheel': zoom, 'drag from near': drag };
const TARGETS: Target[] = Object.keys(WAYS).flatMap((way) => [
  { what: `${way}: frames a second, median`, limit: 60, unit: '', isLeast: true },
  { what: `${way}: 95th percentile of frames`, limit: 25, unit: ' ms' },
]);

const words = readBenchWords(HELP, { rounds: 5, seconds: 4 });
await run(async () => {
  const product = await startFullProduct();
  const browser = await launch();
  atEnd(() => browser.close());

  async function visit(): Promise<Found> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'sv-SE' });
    // Those of the past too: every marker there is.
    await page.goto(`${product.url}/map?date=all`);
    await page.locator('.map-marker').first().waitFor();
    await page.waitForTimeout(1500);
    const found: Found = {};
    for (const [way, move] of Object.entries(WAYS)) {
      const frames = (await framesDuring(page, () => move(page))).toSorted((a, b) => a - b);
      const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
      // The browser's clock ticks in tenths of a millisecond: a frame of 16.67 is told as 16.6 or 16.7.
      found[`${way}: frames a second, median`] = Math.round(1000 / at(0.5));
      found[`${way}: 95th percentile of frames`] = at(0.95);
      await page.waitForTimeout(500);
    }
    await page.close();
    return found;
  }

  await visit();
  const { visits = [] } = await inTurns(words.rounds, { visits: visit });
  await report(
    {
      name: 'map',
      how: [
        `The map with ${EVENTS} events in Chromium without a graphics card, 1280 px wide, not slowed, ${words.rounds} visits. Each drags ` +
          `it round for ${words.seconds} s at the first zoom, zooms in by the wheel, and drags it again; a frame is from one ` +
          '`requestAnimationFrame` to the next.',
      ],
      tables: [rowsOf(TARGETS, visits)],
    },
    words.write,
  );
});

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
  for (let seconds = 0; seconds < words.seconds; seconds = (performance.now() - start) / 1000) {
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
