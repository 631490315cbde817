import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const INTERVAL_MS = 5000;
const waitForPosition = (page: Page, text: string) =>
  page.locator('.carousel-count', { hasText: text }).waitFor();

test.each(['desktop', 'phone'] as const)(
  'the carousel advances by itself and by its buttons, and wraps around at %s size',
  async (size) => {
    const { page, problems, close } = await site.visit('/', { size });
    await waitForPosition(page, '1 / 3');
    await page.mouse.move(0, 0);
    await page.clock.runFor(INTERVAL_MS);
    await waitForPosition(page, '2 / 3');

    await page.getByRole('button', { name: 'Nästa' }).click();
    await waitForPosition(page, '3 / 3');
    await page.getByRole('button', { name: 'Nästa' }).click();
    await waitForPosition(page, '1 / 3');
    await page.getByRole('button', { name: 'Föregående' }).click();
    await waitForPosition(page, '3 / 3');
    await page.getByRole('button', { name: 'Visa 2 av 3' }).click();
    await waitForPosition(page, '2 / 3');
    expect(problems).toEqual([]);
    await close();
  },
);

test.each([
  ['desktop', 248],
  ['phone', 196],
] as const)('the carousel at %s size has its fixed height and loads its images', async (size, height) => {
  const { page, close } = await site.visit('/', { size });
  await waitForPosition(page, '1 / 3');
  expect((await page.locator('.carousel').boundingBox())?.height).toBe(height);
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.carousel img')];
    return pictures.length === 3 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });
  await close();
});

test('the carousel shows one banner at a time and links it to its target', async () => {
  const { page, close } = await site.visit('/');
  await page.getByRole('button', { name: 'Visa 3 av 3' }).click();
  await page.waitForFunction(() => {
    const titles = [...document.querySelectorAll('.carousel-slide .type-banner')];
    const visible = titles.filter((title) => title.checkVisibility({ visibilityProperty: true }));
    return visible.length === 1 && visible[0]?.textContent === 'Saknar du ett lopp?';
  });
  await page.getByRole('link', { name: /Saknar du ett lopp/ }).click({ position: { x: 40, y: 40 } });
  await page.waitForURL('**/submit-event');
  await close();
});
