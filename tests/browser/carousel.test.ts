import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SIZES, type Size } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const TITLES = ['Hela året på ett ställe', 'Vinterns långlopp väntar', 'Saknar du ett lopp?'];
const count = (page: Page) => page.locator('.carousel-count').textContent();
/** The titles that can be seen, when nothing moves any more. */
const seen = async (page: Page) => {
  await page.waitForTimeout(450);
  return page
    .locator('.carousel-slide .type-banner')
    .evaluateAll((titles) =>
      titles
        .filter((title) => title.checkVisibility({ visibilityProperty: true }))
        .map((one) => one.textContent),
    );
};

describe.each(Object.keys(SIZES) as Size[])('the carousel, %s', (size) => {
  test('is of its fixed height from the start, and its pictures come', async () => {
    const { page, problems, close } = await site.visit('/', { size });
    await page.locator('.carousel-slide img').first().waitFor();
    const box = await page.locator('.carousel').boundingBox();
    expect(box?.height).toBe(size === 'phone' ? 196 : 248);
    const widths = await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('.carousel img')];
      return pictures.every((one) => one.complete) && pictures.map((one) => one.naturalWidth);
    });
    expect(await widths.jsonValue()).toEqual([1800, 1800, 1800]);
    expect(problems).toEqual([]);
    await close();
  });

  test('goes on after five seconds, and waits under the pointer or when stopped', async () => {
    const { page, close } = await site.visit('/', { size });
    await page.mouse.move(5, 5);
    await page.waitForFunction(
      () => document.querySelector('.carousel-count')?.textContent === '2 / 3',
      null,
      {
        timeout: 7000,
      },
    );
    expect(await seen(page)).toEqual([TITLES[1] ?? '']);
    await page.getByRole('button', { name: 'Pausa bildspelet' }).click();
    await page.mouse.move(5, 5);
    await page.waitForTimeout(5500);
    expect(await count(page)).toBe('2 / 3');
    await close();
  });

  test('previous, next and dots lead round and round', async () => {
    const { page, close } = await site.visit('/', { size });
    await page.getByRole('button', { name: 'Föregående' }).click();
    expect([await count(page), await seen(page)]).toEqual(['3 / 3', [TITLES[2] ?? '']]);
    await page.getByRole('button', { name: 'Nästa' }).click();
    expect([await count(page), await seen(page)]).toEqual(['1 / 3', [TITLES[0] ?? '']]);
    await page.getByRole('button', { name: 'Visa 2 av 3' }).click();
    expect([await count(page), await seen(page)]).toEqual(['2 / 3', [TITLES[1] ?? '']]);
    await close();
  });

  test('a click leads to the link', async () => {
    const { page, close } = await site.visit('/', { size });
    await page.getByRole('button', { name: 'Visa 3 av 3' }).click();
    await page.getByRole('link', { name: /Saknar du ett lopp/ }).click({ position: { x: 40, y: 40 } });
    await page.waitForURL('**/submit-event');
    await close();
  });
});

test('does not move by itself for who wants less motion', async () => {
  const { page, close } = await site.visit('/', { reducedMotion: 'reduce' });
  await page.locator('.carousel-count').waitFor();
  await page.mouse.move(5, 5);
  await page.waitForTimeout(5600);
  expect(await count(page)).toBe('1 / 3');
  expect(await page.getByRole('button', { name: 'Starta bildspelet' }).count()).toBe(1);
  await close();
});
