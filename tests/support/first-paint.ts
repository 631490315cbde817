import type { Page } from 'playwright-core';
import { SIZES, type Size, visitOf } from './browser.ts';
import { until } from './process.ts';
import { isWithoutContent } from './rendered-pages.ts';
import type { Site } from './site.ts';

type Shift = { value: number; elements: string[] };

/** As a share of the window. Smaller shifts are rounding of pixels. */
const MIN_SHIFT = 0.0005;

const recordShifts = (page: Page) =>
  page.addInitScript((minShift) => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node?: Element }[];
      }[])
        if (entry.value > minShift)
          shifts.push({
            value: entry.value,
            elements: entry.sources.map(({ node }) => String(node?.className)),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  }, MIN_SHIFT);
export const shiftsIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

export const SCRIPT_REQUESTS = /\/assets\/.*\.js$/;
export const DATA_REQUESTS = /\/trpc\//;

/** The requests wait until the returned function is called. */
async function delayRequests(page: Page, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Rendering may take a while on a busy machine; until then pages have no content. */
const untilRendered = (site: Site, path: string) =>
  until(async () => !isWithoutContent(await (await fetch(`${site.url}${path}`)).text()), 10_000);

type DelayOptions = {
  size?: Size;
  delayed?: RegExp;
  prepare?: (page: Page) => Promise<unknown>;
};

export async function visitWithDelayedRequests(
  site: Site,
  path: string,
  itemSelector: string,
  { size = 'desktop', delayed = SCRIPT_REQUESTS, prepare }: DelayOptions = {},
) {
  await untilRendered(site, path);
  let release = () => {};
  const visit = await site.visit(path, {
    size,
    beforeScripts: true,
    prepare: async (page) => {
      await prepare?.(page);
      await recordShifts(page);
      release = await delayRequests(page, delayed);
    },
  });
  await visit.page.locator(itemSelector).first().waitFor();
  // Ignore the layout shift that loading the font causes.
  await visit.page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    (window as unknown as { shifts: Shift[] }).shifts.length = 0;
  });
  return { ...visit, release };
}

export async function visitWithoutScripts(site: Site, path: string, size: Size) {
  const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: SIZES[size] });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await until(async () => {
    await page.goto(`${site.url}${path}`);
    return !isWithoutContent(await page.content());
  }, 10_000);
  return visitOf(page, problems);
}
