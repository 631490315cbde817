import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
export const SCHEMES = ['light', 'dark'] as const;
export type Size = keyof typeof SIZES;

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium or Chrome on this machine.');
  return chromium.launch({ executablePath, args: FLAGS });
}

type VisitOptions = {
  now: Date;
  size?: Size;
  /** Done before the page is opened: a route, an observer. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Comes back with the page as the server sent it, however far its code is. */
  atOnce?: boolean;
} & BrowserContextOptions;

export type Visit = {
  page: Page;
  /** Console errors and warnings, uncaught errors and CSP violations so far; a journey ends with none. */
  problems: string[];
  close: () => Promise<void>;
};

/**
 * A visitor's window of that size, in a context of its own, whose clock starts at `now` and goes on from there; a test
 * may move it with `page.clock`. Nothing but the product's own server is reached.
 */
export async function visit(
  browser: Browser,
  url: string,
  { size = 'desktop', now, prepare, atOnce = false, ...options }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    locale: 'sv-SE',
    reducedMotion: 'no-preference',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const origin = new URL(url).origin;
  // Links, banners and tiles may point anywhere; a test reaches nothing but this machine.
  await context.route(
    (target) => target.origin !== origin && target.protocol.startsWith('http'),
    (route) => route.abort(),
  );
  await page.clock.install({ time: now });
  await prepare?.(page);
  await page.goto(url, atOnce ? { waitUntil: 'commit' } : {});
  if (!atOnce) await wholeList(page);
  return { page, problems, close: () => context.close() };
}

/** When the whole list stands where its first cards stood, if it comes. */
export async function wholeList(page: Page): Promise<void> {
  await page
    .locator('.event-list-initial')
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => {});
}

/** When nothing moves any more: no animation, no picture or typeface on its way. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** What axe finds wrong on the page as it is: a line a violation, with where. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the content security policy stays as strict as it is.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
    );
  });
}
