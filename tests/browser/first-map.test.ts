import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sizes } from '../support/browser';
import { held, shiftsIn, withoutScripts } from '../support/first-paint';
import { type Site, startSite } from '../support/site';

const FIRST = 7;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const COUNT = /^Visar \d+ evenemang på kartan$/;

describe.each(sizes)('the map as it is sent, at the size of a %s', (size) => {
  test('is read with JavaScript off: its filters, how many events, the first of them', async () => {
    const { page, problems, close } = await withoutScripts(site, '/map', size);
    expect(await page.locator('form:visible').count()).toBe(1);
    expect(await page.locator('.map-total').textContent()).toMatch(COUNT);
    expect(await page.locator('.map-row:visible').count()).toBe(FIRST);
    expect(problems).toEqual([]);
    await close();
  });

  test('is taken over without an error and without a move, and is drawn', async () => {
    const { page, problems, letGo, close } = await held(site, '/map', '.map-row', { size });
    const count = await page.locator('.map-total').textContent();
    const before = await page.locator('.map-row-name').allTextContents();
    letGo();
    await page.locator('.map-list button.map-row').first().waitFor();
    await page.locator('.map-canvas').waitFor();
    expect(await page.locator('.map-total').textContent()).toBe(count ?? '');
    expect((await page.locator('.map-row-name').allTextContents()).slice(0, 5)).toEqual(before.slice(0, 5));
    expect(await shiftsIn(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  test('does what was chosen before its code was here', async () => {
    const { page, problems, letGo, close } = await held(site, '/map', '.map-row', { size });
    const count = await page.locator('.map-total').textContent();
    await page.locator('label', { hasText: 'Alla' }).first().click();
    letGo();
    await page.waitForURL(/date=all/);
    await page.waitForFunction((was) => document.querySelector('.map-total')?.textContent !== was, count);
    expect(problems).toEqual([]);
    await close();
  });

  test('shows what a link asks for, before any script has run', async () => {
    const { page, problems, close } = await held(site, '/map?sport=Simning&date=all', '.map-row', { size });
    const sports = await page.locator('.map-row [data-sport].map-row-sport').allTextContents();
    expect(new Set(sports)).toEqual(new Set(['Simning']));
    expect(problems).toEqual([]);
    await close();
  });
});
