import type { Page } from 'playwright-core';

type Shift = { value: number; of: string[] };

/** Notes what moves while nobody touches anything. */
export const noteShifts = (page: Page) =>
  page.addInitScript(() => {
    const noted: Shift[] = [];
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node?: Element }[];
      }[])
        noted.push({ value: entry.value, of: entry.sources.map(({ node }) => String(node?.className)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
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
