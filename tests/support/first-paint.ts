import type { Page } from 'playwright-core';
import { SIZES, type Size } from './browser';
import { isPlain } from './first-pages';
import { until } from './process';
import type { Site } from './site';

type Shift = { value: number; of: string[] };

/** Of a window: less than this is the rounding of a pixel. */
const SEEN = 0.0005;

/** Notes what moves while nobody touches anything. */
const noteShifts = (page: Page) =>
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

export const SCRIPTS = /\/assets\/.*\.js$/;
export const DATA = /\/trpc\//;

/** Holds back what matches until it is let go. */
async function holding(page: Page, what: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until a page is sent with its content, for which it may be late when the machine has much to do. */
const sentWhole = (site: Site, path: string) =>
  until(async () => !isPlain(await (await fetch(`${site.url}${path}`)).text()), 10_000);

type Held = {
  size?: Size;
  /** What waits until it is let go. */
  what?: RegExp;
  /** Done before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** A page as the server sent it, with the first of `items` in it; `letGo` lets its code, or its data, come. */
export async function held(
  site: Site,
  path: string,
  items: string,
  { size = 'desktop', what = SCRIPTS, prepare }: Held = {},
) {
  await sentWhole(site, path);
  let letGo = () => {};
  const visit = await site.visit(path, {
    size,
    atOnce: true,
    prepare: async (page) => {
      await prepare?.(page);
      await noteShifts(page);
      letGo = await holding(page, what);
    },
  });
  await visit.page.locator(items).first().waitFor();
  // What moves a little when the typeface comes is no part of what comes then.
  await visit.page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    (window as unknown as { noted: Shift[] }).noted.length = 0;
  });
  return { ...visit, letGo };
}

/** A page with JavaScript off, and what its console tells. */
export async function withoutScripts(site: Site, path: string, size: Size) {
  const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: SIZES[size] });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await until(async () => {
    await page.goto(`${site.url}${path}`);
    return !isPlain(await page.content());
  }, 10_000);
  return { page, problems, close: () => context.close() };
}
