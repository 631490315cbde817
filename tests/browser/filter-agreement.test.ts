import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Size } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

type Selection = {
  query: string;
  /** Presses on the filter bar of a wide screen. */
  bar: (page: Page) => Promise<void>;
  /** Presses in the open filter sheet of a phone. */
  sheet: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const chooseLandskap = (page: Page, name: string) =>
  page.locator('select[name=landskap]:visible').selectOption(name);

async function typeDistance(page: Page, end: 'min' | 'max', kilometres: string) {
  await page.locator(`[name=distance_${end}]:visible`).fill(kilometres);
  await page.keyboard.press('Enter');
}

async function chooseTown(page: Page, typed: string, town: RegExp) {
  await press(page, /^Nära/);
  await page.locator('[name=near]').fill(typed);
  await page.getByRole('option', { name: town }).waitFor();
  await page.keyboard.press('Enter');
}

const SELECTIONS: Selection[] = [
  {
    query: 'from=2027-04-01&to=2027-05-31&distance_max=21&landskap=V%C3%A4sterg%C3%B6tland',
    bar: async (page) => {
      await press(page, /^apr /);
      await press(page, /^maj /);
      await chooseLandskap(page, 'Västergötland');
      await press(page, /^Distans/);
      await typeDistance(page, 'max', '21');
    },
    sheet: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: /^apr / }).click();
      await page.getByRole('dialog').getByRole('button', { name: /^maj / }).click();
      await chooseLandskap(page, 'Västergötland');
      await typeDistance(page, 'max', '21');
    },
  },
  {
    query: 'sport=L%C3%B6pning+trail&near=Mora&within=200',
    bar: async (page) => {
      await page.locator('select[name=sport]:visible').selectOption('Löpning trail');
      await chooseTown(page, 'mora', /^Mora/);
      await page.locator('label', { hasText: '200' }).click();
    },
    sheet: async (page) => {
      await page.locator('dialog label', { hasText: 'Löpning trail' }).click();
      await chooseTown(page, 'mora', /^Mora/);
      await page.locator('dialog label', { hasText: '200' }).click();
    },
  },
  {
    query: 'date=all&distance_min=20.1&distance_max=43',
    bar: async (page) => {
      await press(page, /^Datum/);
      await page.locator('label', { hasText: 'Alla Datum' }).click();
      await page.keyboard.press('Escape');
      await press(page, /^Distans/);
      await press(page, /^20,1 - 43 km/);
    },
    sheet: async (page) => {
      await page.locator('dialog label', { hasText: 'Alla Datum' }).click();
      await press(page, /^20,1 - 43 km/);
    },
  },
];

/** The text above the list or the map. `count` is a regular expression. */
const countText = (page: Page, count = '\\d+') =>
  page.locator('.filter-count:visible, .map-total:visible', {
    hasText: new RegExp(`\\(${count} evenemang av|Visar ${count} evenemang på kartan`),
  });

async function open(path: string, size: Size) {
  const visit = await site.visit(path, { size });
  await countText(visit.page).waitFor();
  return visit;
}

test.each(SELECTIONS)(
  '$query yields the same races by URL, bar and sheet, on list and map',
  async (selection) => {
    const { query, bar, sheet } = selection;
    const list = await open(`/?${query}`, 'desktop');
    // Until the place is found, every event counts as near.
    if (query.includes('near='))
      await list.page
        .getByText(/ bort$/)
        .first()
        .waitFor();
    const count = Number(/\d+/.exec((await countText(list.page).textContent()) ?? ''));
    expect(count).toBeGreaterThan(0);
    await list.close();
    const map = await open(`/map?${query}`, 'desktop');
    await countText(map.page, String(count)).waitFor();
    await map.close();

    for (const path of ['/', '/map']) {
      for (const [size, choose] of [
        ['desktop', bar],
        ['phone', sheet],
      ] as const) {
        const { page, finish } = await open(path, size);
        if (size === 'phone') await press(page, /^Filter/);
        await choose(page);
        await page.waitForURL((url) => url.searchParams.toString() === query);
        await countText(page, String(count)).waitFor();
        await finish();
      }
    }
  },
);
