// How soon a phone on a slow line shows the calendar, and how soon it answers what is typed and pressed.
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { buildClientIfStale } from '../build';
import { CPU, LINE, launch, slowPhone } from './support/browser';
import { type Noted, noted, watch } from './support/browser-load';
import { startBrowserProduct } from './support/browser-product';
import { printRows, type Row } from './support/browser-table';

const HELP = `bun run bench interaction [EVENTS] [--rounds N] [--url URL] [--verbose]

Opens the calendar with EVENTS events (5000) in a window of 390 px, nothing cached, the processor slowed ${CPU} times, the
line ${(LINE.downloadThroughput * 8) / 1e6} Mbit/s with ${LINE.latency} ms; then types in the search field and uses every other filter. N rounds (3).
URL measures a product that runs already. Wants a machine that is quiet.

Exit code: 0 all is met, 1 failed or something is missed, 2 misused.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    url: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const count = Number(positionals[0] ?? 5000);
const rounds = Number(values.rounds);
if (!(count >= 100 && count <= 20_000 && rounds >= 3)) {
  console.error(`EVENTS is 100 to 20000, N at least 3.\n\n${HELP}`);
  process.exit(2);
}

const ms = { digits: 0, unit: ' ms' };
const ROWS: Row[] = [
  { what: 'first card visible', limit: 1200, ...ms },
  { what: 'largest paint', limit: 1800, ...ms },
  { what: 'total blocking time', limit: 100, ...ms },
  { what: 'layout shift', limit: 0.02, digits: 4, unit: '' },
  ...['search', 'date', 'sport', 'distance', 'landskap'].map((what) => ({
    what: `worst key or press: ${what}`,
    limit: 50,
    ...ms,
  })),
];

const PAUSE = { delay: 120 };

const FILTERS: Record<string, (page: Page) => Promise<void>> = {
  search: async (page) => {
    const field = page.locator('input[type=search]');
    await field.tap();
    await field.pressSequentially('stafetten 21', PAUSE);
    for (let key = 0; key < 12; key++) await field.press('Backspace', PAUSE);
    await field.pressSequentially('mora', PAUSE);
    for (let key = 0; key < 4; key++) await field.press('Backspace', PAUSE);
  },
  date: async (page) => {
    await page.locator('.filter-open').tap();
    await page.locator('.filter-sheet').waitFor();
    for (const label of ['Alla Datum', 'Tidigare Evenemang', 'Alla Datum']) await tap(page, label);
  },
  sport: async (page) => {
    for (const label of ['Löpning', 'Simning', 'Alla sporter']) await tap(page, label);
  },
  distance: async (page) => {
    for (const label of ['10,1 - 20 km', '100 km', '10,1 - 20 km']) await tap(page, label);
  },
  landskap: async (page) => {
    const select = page.locator('.filter-sheet select');
    await select.focus();
    for (let key = 0; key < 4; key++) await select.press('ArrowDown', PAUSE);
    await page.keyboard.press('Escape');
  },
};

await buildClientIfStale();
const product = values.url ? undefined : await startBrowserProduct(count);
const browser = await launch();
const measured = new Map<string, number[]>();
const add = (what: string, number: number) => measured.set(what, [...(measured.get(what) ?? []), number]);
try {
  // One round more, to warm up the server, that does not count.
  for (let round = -1; round < rounds; round++)
    await visit(browser, values.url ?? product?.url ?? '', round >= 0);
  console.log(
    `${count} events, ${rounds} rounds, processor slowed ${CPU} times, 1.6 Mbit/s, 390 px; medians`,
  );
  process.exitCode = printRows(ROWS, measured) ? 0 : 1;
} finally {
  await browser.close();
  await product?.stop();
}

async function visit(browser: Browser, url: string, counts: boolean): Promise<void> {
  const { page, cdp } = await slowPhone(browser);
  await watch(page, 'article.event-card');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.filter-count', { hasText: 'evenemang av' }).waitFor();
  await page.locator('article.event-card').first().waitFor();
  // What comes after the first cards blocks too, if it does.
  await page.waitForTimeout(5000);
  const load = await noted(page);
  if (counts) {
    add('first card visible', load.firstCard);
    add('largest paint', load.largest.at(-1)?.at ?? 0);
    add('total blocking time', blockingOf(load));
    add('layout shift', load.shift);
  }
  if (values.verbose) console.log(JSON.stringify({ ...load, events: undefined }, null, 1));
  for (const [filter, use] of Object.entries(FILTERS)) {
    const before = (await noted(page)).events.length;
    await use(page);
    await page.waitForTimeout(600);
    const events = (await noted(page)).events.slice(before);
    if (values.verbose) console.log(filter, JSON.stringify(events.filter(({ duration }) => duration > 40)));
    if (counts) add(`worst key or press: ${filter}`, Math.max(16, ...events.map(({ duration }) => duration)));
  }
  await cdp.detach();
  await page.context().close();
}

/** What of its tasks was beyond 50 ms, from the first paint on. */
function blockingOf({ long, firstPaint }: Noted): number {
  return long.filter(({ at }) => at >= firstPaint).reduce((sum, { duration }) => sum + duration - 50, 0);
}

/** A finger on one of the sheet's choices. */
async function tap(page: Page, label: string): Promise<void> {
  await page
    .locator('.filter-sheet label', { hasText: new RegExp(`^${label}$`) })
    .first()
    .tap();
  await page.waitForTimeout(400);
}
