import type { Page } from 'playwright-core';

type Shift = { value: number; of: string[] };

/** Of a window: less than this is the rounding of a pixel. */
const SEEN = 0.0005;

/** Notes what moves while nobody touches anything. */
export const noteShifts = (page: Page) =>
  page.addInitScript((seen) => {
    const noted: Shift[] = [];
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node?: Element }[];
      }[])
        if (entry.value > seen)
          noted.push({ value: entry.value, of: entry.sources.map(({ node }) => String(node?.className)) });
    }).observe({ type: 'layout-shift', buffered: true });
  }, SEEN);
export const shiftsIn = (page: Page) => page.evaluate(() => (window as unknown as { noted: Shift[] }).noted);

/** Holds back what matches until it is let go. */
export async function holding(page: Page, what: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const SCRIPTS = /\/assets\/.*\.js$/;
export const DATA = /\/trpc\//;
