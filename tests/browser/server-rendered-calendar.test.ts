import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sizes, untilFullList } from '#tests/support/browser.ts';
import {
  DATA_REQUESTS,
  shiftsIn,
  visitWithDelayedRequests,
  visitWithoutScripts,
} from '#tests/support/first-paint.ts';
import { until } from '#tests/support/process.ts';
import { NOW, siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const INITIAL_CARDS = 8;

const eventNames = (page: Page) => page.locator('article h3').allTextContents();

describe.each(sizes)('the server-rendered calendar at %s size', (size) => {
  test('shows cards, banners, the count and the filter without JavaScript', async () => {
    const { page, finish } = await visitWithoutScripts(site, '/', size);
    expect(await page.locator('article:visible').count()).toBe(INITIAL_CARDS);
    expect(await page.locator('.filter-count:visible').count()).toBe(1);
    expect(await page.locator('form:visible').count()).toBe(1);
    expect(await page.locator('.carousel-slide').first().isVisible()).toBe(true);
    await finish();
  });

  test('hydrates without an error or layout shift and renders the rest of the list', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/', 'article', { size });
    await page
      .locator('article')
      .nth(INITIAL_CARDS - 1)
      .waitFor();
    const [namesBefore, topsBefore] = [await eventNames(page), await topsOf(page)];
    release();
    await untilFullList(page);
    // Cards outside the viewport render incrementally.
    await page.locator('article').nth(INITIAL_CARDS).waitFor();
    expect((await eventNames(page)).slice(0, INITIAL_CARDS)).toEqual(namesBefore);
    expect((await topsOf(page)).slice(0, INITIAL_CARDS)).toEqual(topsBefore);
    expect(await page.locator('article').count()).toBeGreaterThan(INITIAL_CARDS);
    expect(await shiftsIn(page)).toEqual([]);
    await finish();
  });

  test('keeps scroll position and focus when the whole list arrives', async () => {
    const { page, release, close } = await visitWithDelayedRequests(site, '/', 'article', {
      size,
      delayed: DATA_REQUESTS,
    });
    const link = page.locator('article').nth(6).locator('a').first();
    await link.focus();
    const name = await page.locator('article').nth(6).locator('h3').textContent();
    const top = () =>
      page.locator('article', { hasText: name ?? '' }).evaluate((card) => card.getBoundingClientRect().top);
    const topBefore = await top();
    release();
    await untilFullList(page);
    expect(Math.abs((await top()) - topBefore)).toBeLessThan(1);
    const focused = () => document.activeElement?.closest('article')?.querySelector('h3')?.textContent ?? '';
    expect(await page.evaluate(focused)).toBe(name ?? '');
    await close();
  });

  test('keeps the scroll position of a reader who scrolled before hydration', async () => {
    const { page, release, close } = await visitWithDelayedRequests(site, '/', 'article', { size });
    await page.evaluate(() => window.scrollTo(0, 500));
    release();
    await untilFullList(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(500);
    // A page load starts at the top, whatever the scroll position before.
    await page.goto(`${site.url}/map`);
    await page.locator('.map-canvas').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await close();
  });

  test('applies what was typed and pressed before hydration', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/', 'article', { size });
    // The style sheet decides which of the two forms is visible.
    await page.waitForFunction(() => document.styleSheets.length > 0);
    await page.locator('input[name=q]:visible').fill('varvet');
    await page.locator(size === 'phone' ? '.filter-open' : '.filter-cell button >> nth=0').click();
    release();
    await page.getByRole('dialog').waitFor();
    await page.waitForURL(/q=varvet/);
    await untilFullList(page);
    await until(async () => {
      const shown = await eventNames(page);
      return shown.length > 0 && shown.every((name) => /varvet/i.test(name));
    }, 5000);
    await finish();
  });

  test('applies a filter before the whole list has arrived', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/', 'article', {
      size,
      delayed: DATA_REQUESTS,
    });
    await page.locator('article').first().waitFor();
    await page.locator('input[name=q]:visible').fill('varvet');
    await page.locator('.event-list-initial').waitFor({ state: 'detached' });
    release();
    await page.locator('article').first().waitFor();
    for (const name of await eventNames(page)) expect(name).toMatch(/varvet/i);
    await finish();
  });

  test('contains the filtered events of the URL before any script runs', async () => {
    const { page, finish } = await visitWithDelayedRequests(site, '/?sport=Simning&date=all', 'article', {
      size,
    });
    const sports = await page.locator('.sport-badge').allTextContents();
    expect(new Set(sports)).toEqual(new Set(['Simning']));
    await finish();
  });
});

test('the calendar shows the stored member and theme before the server has responded', async () => {
  const { page, finish } = await site.visit('/', {
    prepare: async (page) => {
      await page.route(/marketplace\.(accounts|conversations)/, () => {});
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark');
        localStorage.setItem('marketplace_token', 'token');
        localStorage.setItem('marketplace_user', JSON.stringify({ id: 'anna', full_name: 'Anna Andersson' }));
      });
    },
  });
  await page.getByRole('link', { name: 'Anna Andersson' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect(await page.getByRole('radio', { name: 'Mörkt' }).isChecked()).toBe(true);
  await finish();
});

test('the calendar keeps its server-rendered cards and offers a retry when the list cannot be fetched', async () => {
  const { page, close } = await site.visit('/', {
    beforeScripts: true,
    prepare: (page) => page.route(DATA_REQUESTS, (route) => route.abort()),
  });
  const retry = page.getByRole('button', { name: 'Försök igen' });
  await retry.waitFor();
  expect(await page.locator('article').count()).toBe(INITIAL_CARDS);
  await page.unroute(DATA_REQUESTS);
  await retry.click();
  await untilFullList(page);
  expect(await page.locator('.event-list-initial').count()).toBe(0);
  expect(await page.locator('article').count()).toBeGreaterThan(0);
  await close();
});

test('the calendar removes server-rendered cards of events that are over according to the browser clock', async () => {
  const { page, close } = await site.visit('/', { fakeTimers: true });
  await page.clock.setFixedTime(new Date(NOW.getTime() + 40 * 86_400_000));
  await page.reload();
  await page.locator('article').first().waitFor();
  await untilFullList(page);
  const days = await page
    .locator('article time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
  // 40 days after 15 January it is 24 February. Cards may show an event that began a few days before.
  for (const day of days) expect((day ?? '') >= '2027-02-2').toBe(true);
  await close();
});

const topsOf = (page: Page) =>
  page
    .locator('article')
    .evaluateAll((cards) =>
      cards.map((card) => Math.round(card.getBoundingClientRect().top + window.scrollY)),
    );
