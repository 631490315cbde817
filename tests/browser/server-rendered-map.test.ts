import { describe, expect, test } from 'bun:test';
import { sizes } from '#tests/support/browser.ts';
import { shiftsIn, visitWithDelayedRequests, visitWithoutScripts } from '#tests/support/first-paint.ts';
import { siteOfFile } from '#tests/support/site.ts';

const INITIAL_ROWS = 7;

const site = await siteOfFile();

const COUNT = /^Visar \d+ evenemang på kartan$/;

describe.each(sizes)('the server-rendered map page at %s size', (size) => {
  test('shows its filters, the event count and the first events without JavaScript', async () => {
    const { page, finish } = await visitWithoutScripts(site, '/map', size);
    expect(await page.locator('form:visible').count()).toBe(1);
    expect(await page.locator('.map-total').textContent()).toMatch(COUNT);
    expect(await page.locator('.map-row:visible').count()).toBe(INITIAL_ROWS);
    await finish();
  });

  test('hydrates without an error or layout shift and draws the map', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/map', '.map-row', {
      size,
    });
    const count = await page.locator('.map-total').textContent();
    const namesBefore = await page.locator('.map-row-name').allTextContents();
    release();
    await page.locator('.map-list button.map-row').first().waitFor();
    await page.locator('.map-canvas').waitFor();
    expect(await page.locator('.map-total').textContent()).toBe(count ?? '');
    expect((await page.locator('.map-row-name').allTextContents()).slice(0, 5)).toEqual(
      namesBefore.slice(0, 5),
    );
    expect(await shiftsIn(page)).toEqual([]);
    await finish();
  });

  test('applies a filter that was chosen before hydration', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/map', '.map-row', {
      size,
    });
    const count = await page.locator('.map-total').textContent();
    if (size === 'phone') await page.locator('.sport-row button', { hasText: 'OCR' }).click();
    else await page.locator('select[name=sport]').selectOption('OCR');
    release();
    await page.waitForURL(/sport=OCR/);
    await page.waitForFunction(
      (before) => document.querySelector('.map-total')?.textContent !== before,
      count,
    );
    await finish();
  });

  test('contains the filtered events of the URL before any script runs', async () => {
    const { page, finish } = await visitWithDelayedRequests(site, '/map?sport=Simning&date=all', '.map-row', {
      size,
    });
    const sports = await page.locator('.map-row [data-sport].map-row-sport').allTextContents();
    expect(new Set(sports)).toEqual(new Set(['Simning']));
    await finish();
  });
});
