import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

/**
 * Chromium loads the suggestions of its address bar as a web page for every new window, which takes more CPU time than
 * most tests. A second `--disable-features` replaces Playwright's, so the others repeat Playwright's list.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** `axe.source` is not minified, which takes longer in each page. */
const axeSource = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');

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
  // Links, banners and tiles may point to any host, but tests only use this machine. `context.route` would send each
  // request through the test process and turn off the cache.
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
export const SCHEMES = ['light', 'dark'] as const;
export type Size = keyof typeof SIZES;
export const sizes = Object.keys(SIZES) as Size[];

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium or Chrome was found on this machine.');
  return chromium.launch({ executablePath, args: FLAGS });
}

type VisitOptions = {
  now: Date;
  size?: Size;
  prepare?: (page: Page) => Promise<unknown>;
  /** Returns once the response begins, without waiting for scripts. */
  beforeScripts?: boolean;
  /** For `page.clock`. Playwright's timers take a tenth of the processor time of a visit. */
  fakeTimers?: boolean;
} & BrowserContextOptions;

export type Visit = {
  page: Page;
  /** Console messages, uncaught errors and CSP violations. Tests expect none. */
  problems: string[];
  close: () => Promise<void>;
  /** Closes the page. Throws if it had problems. */
  finish: () => Promise<void>;
};

/** The page's clock starts at `now` and runs. */
export async function visit(
  browser: Browser,
  url: string,
  { size = 'desktop', now, prepare, beforeScripts = false, fakeTimers = false, ...options }: VisitOptions,
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
  if (fakeTimers) await page.clock.install({ time: now });
  else await context.addInitScript(shiftDate, now.getTime() - Date.now());
  await prepare?.(page);
  await page.goto(url, beforeScripts ? { waitUntil: 'commit' } : {});
  if (!beforeScripts) await untilFullList(page);
  return visitOf(page, problems);
}

export function visitOf(page: Page, problems: string[]): Visit {
  const close = () => page.context().close();
  return {
    page,
    problems,
    close,
    finish: async () => {
      if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`);
      await close();
    },
  };
}

/** Runs in the page, before its scripts. */
function shiftDate(offsetMs: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs;
  window.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}

/** The full list replaces the initial rows. Returns after 5 s if it has not. */
export async function untilFullList(page: Page): Promise<void> {
  await page
    .locator('.event-list-initial')
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => {});
}

export async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** One line for each violation, with the elements. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluate axe instead of adding a script, which the content security policy would block.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // Base UI's focus guards are hidden and focusable, but pass focus on at once. axe reports them by mistake:
    // https://github.com/dequelabs/axe-core/issues/4832
    const context = { exclude: '[data-base-ui-focus-guard]' };
    const { violations } = await axe.run(context, {
      resultTypes: ['violations'],
      // Only experimental rules read style sheets, and no page plays sound by itself.
      preload: false,
      ...(runOnly && { runOnly }),
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
    );
  }, rules);
}

export async function axeInBothSchemes(page: Page): Promise<string[]> {
  await untilSettled(page);
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilSettled(page);
  const dark = await axeViolations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await untilSettled(page);
  return [...light, ...dark.map((line) => `in dark mode: ${line}`)];
}

/** Violations of axe in both schemes, and overflow of the page or its dialog, on a phone also at 320 px. */
export async function faultsIn(page: Page, size: Size): Promise<string[]> {
  const faults = await axeInBothSchemes(page);
  for (const width of size === 'phone' ? [390, 320] : [1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => {
      const body = document.querySelector('.dialog-body');
      return Math.max(
        document.documentElement.scrollWidth - innerWidth,
        (body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0),
      );
    });
    if (overflow > 0) faults.push(`${overflow} px of overflow at ${width} px`);
  }
  await page.setViewportSize(SIZES[size]);
  return faults;
}

export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Resolves when the toast is shown. */
export const toast = (page: Page, text: string): Promise<void> =>
  page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor();

/** Presses Tab until an element has focus whose name, label or text matches. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs++) {
    const text = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === document.body) return '';
      return (
        focused?.getAttribute('name') || focused?.getAttribute('aria-label') || focused?.textContent || ''
      );
    });
    if (name.test(text.trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No element matching ${name} got focus within 80 Tab presses.`);
}
