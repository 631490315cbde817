import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Size } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

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
    query: 'from=2027-04-01&to=2027-05-31&distance_max=21&landskap=Dalarna',
    bar: async (page) => {
      await press(page, /^apr /);
      await press(page, /^maj /);
      await chooseLandskap(page, 'Dalarna');
      await press(page, /^Distans/);
      await typeDistance(page, 'max', '21');
    },
    sheet: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: /^apr / }).click();
      await page.getByRole('dialog').getByRole('button', { name: /^maj / }).click();
      await chooseLandskap(page, 'Dalarna');
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

const COUNT = /\((\d+) evenemang av|Visar (\d+) evenemang på kartan/;

/** The number in the text above the list or the map. */
async function countOn(page: Page): Promise<number> {
  const texts = await page.locator('.filter-count, .map-total').allTextContents();
  const [, onList, onMap] = COUNT.exec(texts.join(' ')) ?? [];
  return Number(onList ?? onMap);
}

async function countAfter(path: string, size: Size, choose?: Selection['bar'], query?: string) {
  const { page, problems, close } = await site.visit(path, { size });
  await page.locator('.filter-count, .map-total', { hasText: COUNT }).first().waitFor();
  await choose?.(page);
  if (query !== undefined) await page.waitForURL((url) => url.searchParams.toString() === query);
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  const count = await countOn(page);
  expect(problems).toEqual([]);
  await close();
  return count;
}

test.each(SELECTIONS)(
  '$query yields the same races by URL, bar and sheet, on list and map',
  async (selection) => {
    const { query, bar, sheet } = selection;
    const chooseInSheet = async (page: Page) => {
      await press(page, /^Filter/);
      await sheet(page);
    };
    const count = await countAfter(`/?${query}`, 'desktop');
    expect(count).toBeGreaterThan(0);
    expect(await countAfter(`/?${query}`, 'phone')).toBe(count);
    expect(await countAfter(`/map?${query}`, 'desktop')).toBe(count);
    for (const path of ['/', '/map']) {
      expect(await countAfter(path, 'desktop', bar, query)).toBe(count);
      expect(await countAfter(path, 'phone', chooseInSheet, query)).toBe(count);
    }
  },
);
