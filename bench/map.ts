// The frame rate of the map while it is dragged and zoomed.
import type { Page } from 'playwright-core';
import { readBenchArguments } from './support/arguments.ts';
import { launch } from './support/browser.ts';
import { EVENTS, startFullProduct } from './support/browser-product.ts';
import { type Measurement, rowsOf, type Target } from './support/browser-rows.ts';
import { atEnd, runBench } from './support/ending.ts';
import { runAlternating } from './support/figures.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench map [--rounds N] [--seconds N] [--write FILE]

Opens the map with ${EVENTS} events in a window of 1280 px, drags it at two zoom levels, zooms with the wheel, and measures the
time of each frame.
`;

const WAYS = { 'drag over Sweden': drag, 'zoom by wheel': zoom, 'drag zoomed in': drag };
const TARGETS: Target[] = Object.keys(WAYS).flatMap((way) => [
  { what: `${way}: frames per second, median`, limit: 60, unit: '', isLeast: true },
  { what: `${way}: 95th percentile of frames`, limit: 25, unit: ' ms' },
]);

const parameters = readBenchArguments(HELP, { rounds: 5, seconds: 4 });
await runBench(async () => {
  const product = await startFullProduct();
  const browser = await launch();
  atEnd(() => browser.close());

  async function visit(): Promise<Measurement> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'sv-SE' });
    // With past events, the map shows every marker.
    await page.goto(`${product.url}/map?date=all`);
    await page.locator('.map-marker').first().waitFor();
    await page.waitForTimeout(1500);
    const found: Measurement = {};
    for (const [way, move] of Object.entries(WAYS)) {
      const frames = (await framesDuring(page, () => move(page))).toSorted((a, b) => a - b);
      const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
      // The browser's clock has a resolution of 0.1 ms, so a frame of 16.67 ms is reported as 16.6 or 16.7.
      found[`${way}: frames per second, median`] = Math.round(1000 / at(0.5));
      found[`${way}: 95th percentile of frames`] = at(0.95);
      await page.waitForTimeout(500);
    }
    await page.close();
    return found;
  }

  await visit();
  const { visits = [] } = await runAlternating(parameters.rounds, { visits: visit });
  await report(
    {
      name: 'map',
      method: [
        `The map with ${EVENTS} events in Chromium without a GPU, 1280 px wide, CPU not slowed, ${parameters.rounds} visits. Each visit drags ` +
          `the map in circles for ${parameters.seconds} s at the first zoom level, zooms in with the wheel, and drags it again. A frame is the time between ` +
          'two `requestAnimationFrame` callbacks.',
      ],
      tables: [rowsOf(TARGETS, visits)],
    },
    parameters.write,
  );
});

async function framesDuring(page: Page, action: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const recorded = { at: [] as number[], isRecording: true };
    (window as unknown as { recorded: typeof recorded }).recorded = recorded;
    const tick = (now: number) => {
      recorded.at.push(now);
      if (recorded.isRecording) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await action();
  const at = await page.evaluate(() => {
    const { recorded } = window as unknown as { recorded: { at: number[]; isRecording: boolean } };
    recorded.isRecording = false;
    return recorded.at;
  });
  return at.slice(1).map((now, index) => now - (at[index] ?? now));
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.map-ground').boundingBox();
  if (!box) throw new Error('The page has no map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page): Promise<void> {
  const middle = await middleOf(page);
  const start = performance.now();
  await page.mouse.move(middle.x + 140, middle.y);
  await page.mouse.down();
  for (let seconds = 0; seconds < parameters.seconds; seconds = (performance.now() - start) / 1000) {
    const turn = seconds * Math.PI * 1.2;
    await page.mouse.move(middle.x + 140 * Math.cos(turn), middle.y + 110 * Math.sin(turn));
    await Bun.sleep(6);
  }
  await page.mouse.up();
}

async function zoom(page: Page): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, step < 9 ? -120 : 60);
    await Bun.sleep(160);
  }
}
