import type { PublicEvent } from '#src/features/events/contract.ts';
import { untilFullList } from '#tests/support/browser.ts';
import { type Window, waitUntilIdle } from './watch.ts';

const QUERY_PARAMETERS = [
  'q',
  'date',
  'sport',
  'distance',
  'landskap',
  'event',
  'type',
  'tab',
  'page',
  'status',
];

export async function scrollThrough(window: Window, where: string): Promise<void> {
  await waitForAllRows(window);
  for (let steps = 0; steps < 400; steps++) {
    await window.look(window.page, `${where} (${steps} screens down)`);
    const isEnd = await window.page.evaluate(() => {
      const before = scrollY;
      scrollBy(0, innerHeight * 0.9);
      return scrollY === before;
    });
    if (isEnd) return;
    await window.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  throw new Error(`${where} does not end after 400 screens.`);
}

/** Waits for incremental rendering. */
async function waitForAllRows({ page }: Window): Promise<void> {
  const rows = page.locator('article');
  for (let before = -1, now = 0; now !== before; now = await rows.count()) {
    before = now;
    await page.waitForTimeout(300);
  }
}

export async function visitorPages(window: Window): Promise<void> {
  const { page } = window;
  await page.setViewportSize({ width: 1280, height: 6000 });
  await window.open('/?date=all', 'article');
  await untilFullList(page);
  await scrollThrough(window, '/');
  await page.setViewportSize({ width: 1280, height: 900 });
  await window.open('/map', '.map-row');
  await mapPopups(window);
  await window.open('/contact', 'form');
  await window.open('/submit-event', 'form');
  await window.open('/marketplace', '.ad-card');
  for (const path of ['login', 'register', 'forgot-password'])
    await window.open(`/marketplace/${path}`, 'form');
  await window.open('/admin', 'form');
  await racePages(window);
}

const RACE_PAGES = 12;

async function racePages(window: Window): Promise<void> {
  // Of an address of their own, whose reads do not count against those of the other windows.
  await window.page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  const response = await window.page.request.get(new URL('/api/events', window.page.url()).href);
  const events: PublicEvent[] = await response.json();
  const urls = events.flatMap(({ url }) => url ?? []);
  if (urls.length === 0) throw new Error('No race has a page.');
  for (const url of urls.slice(0, RACE_PAGES)) {
    await window.open(url, 'h1');
    await window.open(`/embed${url.replace(/\/[^/]+$/, '')}/startplatser`, 'main');
  }
  for (const path of ['/embed/lopp?date=past', '/embed/lopp?date=all&theme=dark'])
    await window.open(path, 'main');
  for (const path of ['/lopp.atom?date=all', '/lopp.json?date=all', '/api/series']) await window.open(path);
  await window.page.setExtraHTTPHeaders({});
}

async function mapPopups(window: Window): Promise<void> {
  const { page } = window;
  const seen = new Set<number>();
  for (let steps = 0; steps < 1000; steps++) {
    const shown = await page
      .locator('.map-list-rows > li')
      .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.index)));
    const next = shown.filter((index) => !seen.has(index));
    for (const index of next) {
      seen.add(index);
      const hasRow = await page.evaluate((at) => {
        const row = document.querySelector<HTMLElement>(`.map-list-rows > li[data-index="${at}"] button`);
        row?.click();
        return !!row;
      }, index);
      if (hasRow) await window.look(page, `/map, popup ${index}`);
    }
    const isEnd = await page.locator('.map-list-scroller').evaluate((list) => {
      const before = list.scrollTop;
      list.scrollTop += list.clientHeight;
      return list.scrollTop === before;
    });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    if (isEnd && next.length === 0) return;
  }
}

export async function hostileAddresses(
  window: Window,
  payloads: readonly string[],
  reloadedUrls: number,
): Promise<void> {
  const { page } = window;
  const query = (payload: string) =>
    new URLSearchParams(QUERY_PARAMETERS.map((key) => [key, payload])).toString();
  for (const path of ['/', '/map', '/marketplace']) {
    await page.goto('about:blank');
    await window.open(path, 'h1');
    for (const payload of payloads) await window.navigate(`${path}?${query(payload)}`);
  }
  const encoded = (payload: string) => encodeURIComponent(payload.slice(0, 1500));
  await window.open('/contact', 'form');
  for (const payload of payloads) {
    await window.navigate(`/marketplace/verify/${encoded(payload)}`, 'h1');
    await window.navigate(`/marketplace/reset-password/${encoded(payload)}`, 'h1');
    await window.navigate(`/marketplace/my-data/${encoded(payload)}`, 'h1');
    await window.navigate(`/rules/invandning/${encoded(payload)}`, 'h1');
    await window.navigate(`/bevakning/${encoded(payload)}`, 'h1');
    await window.navigate(`/bevakning/avsluta/${encoded(payload)}`, 'h1');
    await window.navigate(`/marketplace/${encoded(payload)}`, 'h1');
    await window.navigate(`/lopp/${encoded(payload)}`, 'h1');
    await window.navigate(`/${encoded(payload)}#${payload.slice(0, 500)}`, 'h1');
  }
  // Load some of them as full pages, as links from mails do.
  for (let at = 0; at < payloads.length; at += Math.ceil(payloads.length / reloadedUrls)) {
    const payload = payloads[at] ?? '';
    await window.open(`/marketplace/verify/${encoded(payload)}`, 'h1');
    await window.open(`/marketplace/reset-password/${encoded(payload)}`, 'h1');
    await window.open(`/marketplace/my-data/${encoded(payload)}`, 'h1');
    await window.open(`/rules/invandning/${encoded(payload)}`, 'h1');
    await window.open(`/bevakning/${encoded(payload)}`, 'h1');
    await window.open(`/bevakning/bekrafta/${encoded(payload)}`, 'h1');
    await window.open(`/?${query(payload.slice(0, 300))}#${payload.slice(0, 300)}`, 'h1');
    await window.open(`/?q=${payload.slice(0, 300).replace(/[\s#]/g, '+')}`, 'h1');
    await window.open(`/lopp/${encoded(payload)}/2027`);
    await window.open(`/embed/lopp?${query(payload.slice(0, 300))}`, 'main');
    await window.open(`/embed/lopp/${encoded(payload)}/startplatser`);
  }
}

/** API responses opened as documents must not be rendered as pages. */
export async function dataAsDocuments(
  window: Window,
  paths: readonly string[],
  payloads: readonly string[],
): Promise<void> {
  for (const path of paths) await window.open(path);
  for (const payload of payloads) {
    const encoded = encodeURIComponent(payload.slice(0, 1000));
    for (const path of [
      `/api/${encoded}`,
      `/trpc/${encoded}`,
      `/uploads/${encoded}`,
      `/trpc/public.events.list?input=${encoded}`,
    ]) {
      await window.page.goto(new URL(window.page.url()).origin + path).catch((error: Error) => {
        // Downloads do not open as documents.
        if (!/Download is starting|net::ERR_ABORTED/.test(error.message)) throw error;
      });
      await window.look(window.page, path);
    }
  }
  await waitUntilIdle(window.page);
}
