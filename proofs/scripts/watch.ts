import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { until } from '#tests/support/process.ts';
import { findLiveMarkup } from './dom.ts';

export type Findings = {
  /** Payloads that called `hit`, opened a box or a window, or changed a prototype. */
  ran: string[];
  /** Requests to hosts that no banner names, including navigations. */
  reached: string[];
  /** Live markup that the product did not create. */
  live: string[];
  violations: string[];
  problems: string[];
  /** Payloads found in pages, as text, as a value or in a URL. */
  seen: Set<number>;
  looks: number;
};

export const newFindings = (): Findings => ({
  ran: [],
  reached: [],
  live: [],
  violations: [],
  problems: [],
  seen: new Set(),
  looks: 0,
});

type Options = BrowserContextOptions & {
  storage?: Record<string, string>;
  mayShow?: (url: string) => boolean;
  /** Without it, requests to other hosts, such as tiles and banners, are aborted. */
  answer?: (request: Request) => { contentType: string; body: Buffer } | undefined;
};

export type Window = Awaited<ReturnType<typeof openWindow>>;

/** `look` checks the current state of the document. */
export async function openWindow(
  browser: Browser,
  origin: string,
  findings: Findings,
  options: Options = {},
) {
  const { storage = {}, mayShow = () => false, answer, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'sv-SE',
    reducedMotion: 'reduce',
    ...rest,
  });
  context.setDefaultTimeout(60_000);
  countRequests(context);
  await watchScripts(context, origin, findings, storage);
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(https?|wss?|ftp):/.test(url) || new URL(url).origin === origin) return;
    const isShown = ['image', 'media'].includes(request.resourceType()) && mayShow(url);
    if (!isShown) findings.reached.push(`${request.resourceType()} ${url.slice(0, 200)}`);
  });
  await context.route(
    (target) => target.origin !== origin && target.protocol.startsWith('http'),
    (route) => {
      const fakeResponse = answer?.(route.request());
      return fakeResponse ? route.fulfill(fakeResponse) : route.abort();
    },
  );
  const page = await context.newPage();
  context.on('page', (opened) => findings.ran.push(`a window was opened: ${opened.url().slice(0, 200)}`));

  async function look(on: Page = page, where = on.url()): Promise<void> {
    const { found, numbers } = await on.evaluate(findLiveMarkup, origin);
    findings.looks++;
    findings.live.push(...found.map((line) => `${where.slice(0, 120)}: ${line}`));
    for (const number of numbers) findings.seen.add(number);
  }
  return {
    page,
    context,
    look,
    report: (line: string) => void findings.live.push(line),
    /** Also waits until the page is idle and checks it. */
    open: async (path: string, ready?: string) => {
      await page.goto(origin + path, { waitUntil: 'load' });
      if (ready) await page.locator(ready).first().waitFor({ state: 'attached' });
      await waitUntilHydrated(page);
      await waitUntilIdle(page);
      await look(page, path);
    },
    /** Navigates in the client, without a page load. */
    navigate: async (path: string, ready?: string) => {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      if (ready)
        await page
          .locator(ready)
          .first()
          .waitFor({ state: 'attached' })
          .catch(async (error) => {
            throw new Error(
              `${path}: ${page.url()} ${(await page.content()).slice(-1500)}\n${findings.problems.slice(-5)}\n${error}`,
            );
          });
      await look(page, path);
    },
    close: () => context.close(),
  };
}

const pendingRequests = new WeakMap<Page, number>();

function countRequests(context: BrowserContext): void {
  const add = (request: Request, by: number) => {
    // Streams of messages stay open, and videos are fetched while they play.
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/trpc/') || pathname.includes('live')) return;
    const page = request.frame().page();
    pendingRequests.set(page, (pendingRequests.get(page) ?? 0) + by);
  };
  context.on('request', (request) => add(request, 1));
  context.on('requestfinished', (request) => add(request, -1));
  context.on('requestfailed', (request) => add(request, -1));
}

/** Until then, presses do nothing and the router does not see a new address. */
async function waitUntilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const heading = document.querySelector('#root h1');
      return !heading || Object.keys(heading).some((key) => key.startsWith('__react'));
    });
  await until(isHydrated, 30_000);
}

export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForTimeout(30);
  for (let tries = 0; tries < 60 && (pendingRequests.get(page) ?? 0) > 0; tries++) await Bun.sleep(25);
  const rendered = page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  // Sandboxed documents render but never resolve the promise.
  await Promise.race([rendered.catch(() => {}), Bun.sleep(500)]);
}

/** Console errors for blocked requests, and for sandboxed responses that block the script of `watchScripts`. */
const EXPECTED_ERRORS =
  /Failed to load resource|net::ERR_FAILED|^Blocked script execution in '[^']*\/(api|trpc)\/[^']*' because the document's frame is sandboxed/;

async function watchScripts(
  context: BrowserContext,
  origin: string,
  findings: Findings,
  storage: Record<string, string>,
): Promise<void> {
  await context.exposeBinding('hit', (_, what) => void findings.ran.push(`hit(${String(what)})`));
  await context.exposeBinding('policyRefused', (_, what) => void findings.violations.push(String(what)));
  await context.addInitScript(
    ([storedItems, ownOrigin]) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sample, sourceFile } = event;
        const { policyRefused } = window as unknown as { policyRefused: (what: string) => void };
        policyRefused(
          `${location.pathname} ${effectiveDirective} ${blockedURI.slice(0, 80)} ${sample} ${sourceFile ?? ''}`,
        );
      });
      if (location.origin !== ownOrigin) return;
      for (const [key, value] of Object.entries(storedItems)) localStorage.setItem(key, value);
    },
    [storage, origin] as const,
  );
  context.on('dialog', (dialog) => {
    // The unsaved-changes guard opens the browser's own box, which contains no text of ours.
    if (dialog.type() !== 'beforeunload') findings.ran.push(`${dialog.type()}(${dialog.message()})`);
    void dialog.dismiss().catch(() => {});
  });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !EXPECTED_ERRORS.test(text)) findings.problems.push(text.slice(0, 300));
  });
  context.on('weberror', (error) => findings.problems.push(`uncaught: ${error.error().message}`));
}
