import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SIZES, type Size } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const EVENT_COUNT = 5000;
/** More than the cards in the viewport and in the overscan around it. */
const MAX_RENDERED = 40;

const site = await siteOfFile();
await site.sql`delete from events`;
await site.sql`
  insert into events (id, event_name, event_date, sport_type, distances, ort, landskap, race_link)
  select gen_random_uuid(), 'Lopp nummer ' || lpad(n::text, 4, '0') || repeat(' med ett långt namn', n % 4),
    date '2027-02-01' + n / 10, case n % 3 when 0 then 'Simning' else 'Löpning' end, array['10 km', '21,1 km'],
    case n % 2 when 0 then 'Mora' end, 'Dalarna', case n % 5 when 0 then 'https://lopp.example' end
  from generate_series(1, ${EVENT_COUNT}::int) n`;

const cards = (page: Page) => page.locator('article');
const card = (page: Page, number: number) =>
  cards(page).filter({ hasText: `nummer ${String(number).padStart(4, '0')}` });
const waitForCount = (page: Page, text: string) => page.locator('.filter-count', { hasText: text }).waitFor();
const renderedCount = (page: Page) => cards(page).count();

describe.each(Object.keys(SIZES) as Size[])('a list of 5,000 events at %s size', (size) => {
  test('reaches the last event with End and the first with Home, with few cards in the document', async () => {
    const { page, finish } = await site.visit('/', { size });
    await waitForCount(page, '(5 000 evenemang av 5 000)');
    await card(page, 1).waitFor();
    expect(await renderedCount(page)).toBeLessThan(MAX_RENDERED);
    await page.keyboard.press('End');
    await card(page, EVENT_COUNT).waitFor();
    // Cards differ from their estimated height once rendered, so on a slow machine End needs more than one press.
    const isAtEnd = () =>
      page.evaluate(() => window.innerHeight + window.scrollY >= document.body.scrollHeight - 2);
    for (let presses = 0; presses === 0 || !(await isAtEnd()); presses++) {
      expect(presses).toBeLessThan(20);
      await page.keyboard.press('End');
      await page.waitForTimeout(200);
    }
    expect(await renderedCount(page)).toBeLessThan(MAX_RENDERED);
    await page.keyboard.press('Home');
    await card(page, 1).waitFor();
    expect(await renderedCount(page)).toBeLessThan(MAX_RENDERED);
    await finish();
  });

  test('skips no event while scrolling, with few cards in the document', async () => {
    const { page, close } = await site.visit('/', { size });
    await card(page, 1).waitFor();
    await page.mouse.move(200, 500);
    const found = new Set<string>();
    let maxRendered = 0;
    while (!found.has('0100')) {
      await page.mouse.wheel(0, 400);
      const names = await cards(page).locator('h3').allTextContents();
      for (const name of names) found.add(/\d{4}/.exec(name)?.[0] ?? name);
      maxRendered = Math.max(maxRendered, names.length);
    }
    for (let number = 1; number <= 100; number++) expect(found).toContain(String(number).padStart(4, '0'));
    expect(maxRendered).toBeLessThan(MAX_RENDERED);
    let remainingTurns = 3000;
    while (remainingTurns-- > 0 && (await card(page, EVENT_COUNT).count()) === 0) {
      await page.mouse.wheel(0, 40_000);
      maxRendered = Math.max(maxRendered, await renderedCount(page));
    }
    await card(page, EVENT_COUNT).waitFor();
    expect(maxRendered).toBeLessThan(MAX_RENDERED);
    await close();
  });

  test('filters within 2 s, also from the end of the list', async () => {
    const { page, close } = await site.visit('/', { size });
    await card(page, 1).waitFor();
    await page.keyboard.press('End');
    await card(page, EVENT_COUNT).waitFor();
    const start = performance.now();
    await page.locator('input[name=q]:visible').fill('nummer 2345');
    await waitForCount(page, '(1 evenemang av 5 000)');
    await card(page, 2345).waitFor();
    expect(performance.now() - start).toBeLessThan(2000);
    await page.locator('input[name=q]:visible').fill('simning');
    await waitForCount(page, '(1 666 evenemang av 5 000)');
    await card(page, 3).waitFor();
    expect(await renderedCount(page)).toBeLessThan(MAX_RENDERED);
    await close();
  });
});
