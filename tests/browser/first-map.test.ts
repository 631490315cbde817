import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SIZES, type Size } from '../support/browser';
import { holding, noteShifts, SCRIPTS, shiftsIn } from '../support/first-paint';
import { until } from '../support/process';
import { type Site, startSite } from '../support/site';

const FIRST = 7;

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await until(async () => (await (await fetch(`${site.url}/map`)).text()).includes('map-row'), 10_000);
});
afterAll(() => site.stop());

const sizes = Object.keys(SIZES) as Size[];
const COUNT = /^Visar \d+ evenemang på kartan$/;

/** The page as the server sent it, whose code waits until it is let go. */
async function held(size: Size, path: string) {
  let letGo = () => {};
  const visit = await site.visit(path, {
    size,
    atOnce: true,
    prepare: async (page) => {
      await noteShifts(page);
      letGo = await holding(page, SCRIPTS);
    },
  });
  await visit.page.locator('.map-row').first().waitFor();
  return { ...visit, letGo };
}

describe.each(sizes)('the map as it is sent, at the size of a %s', (size) => {
  test('is read with JavaScript off: its filters, how many events, the first of them', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: SIZES[size] });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(`${site.url}/map`);
    expect(await page.locator('form:visible').count()).toBe(1);
    expect(await page.locator('.map-total').textContent()).toMatch(COUNT);
    expect(await page.locator('.map-row:visible').count()).toBe(FIRST);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('is taken over without an error and without a move, and is drawn', async () => {
    const { page, problems, letGo, close } = await held(size, '/map');
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
    const { page, problems, letGo, close } = await held(size, '/map');
    const count = await page.locator('.map-total').textContent();
    await page.locator('label', { hasText: 'Alla' }).first().click();
    letGo();
    await page.waitForURL(/date=all/);
    await page.waitForFunction((was) => document.querySelector('.map-total')?.textContent !== was, count);
    expect(problems).toEqual([]);
    await close();
  });

  test('shows what a link asks for, before any script has run', async () => {
    const { page, problems, close } = await held(size, '/map?sport=Simning&date=all');
    const sports = await page.locator('.map-row [data-sport].map-row-sport').allTextContents();
    expect(new Set(sports)).toEqual(new Set(['Simning']));
    expect(problems).toEqual([]);
    await close();
  });
});
