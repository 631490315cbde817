import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Size, sizes } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const countText = (page: Page) => page.locator('.filter-count').textContent();
const cards = (page: Page) => page.locator('article');
const waitForCount = (page: Page, text: string | RegExp) =>
  page.locator('.filter-count', { hasText: text }).waitFor();

async function inFilters(page: Page, size: Size, action: () => Promise<unknown>) {
  if (size === 'phone') await page.getByRole('button', { name: /^Filter/ }).click();
  await action();
  if (size === 'phone') await page.getByRole('button', { name: /^Visa .*evenemang$/ }).click();
}

async function chooseDate(page: Page, size: Size, label: string) {
  await inFilters(page, size, async () => {
    if (size === 'desktop') await page.getByRole('button', { name: /^Datum/ }).click();
    await page.locator('label:has([name=date]):visible', { hasText: label }).click();
    if (size === 'desktop') await page.keyboard.press('Escape');
  });
}

async function chooseSport(page: Page, size: Size, sport: string) {
  await inFilters(page, size, () =>
    size === 'phone'
      ? page.locator(`dialog label:has([name=sport][value="${sport}"])`).click()
      : page.locator('select[name=sport]').selectOption({ label: sport }),
  );
}

async function chooseDistance(page: Page, size: Size, distance: string) {
  await inFilters(page, size, async () => {
    if (size === 'desktop') await page.getByRole('button', { name: /^Distans/ }).click();
    await page.getByRole('button', { name: distance }).click();
    if (size === 'desktop') await page.keyboard.press('Escape');
  });
}

describe.each(sizes)('the calendar at %s size', (size) => {
  test('shows upcoming events by default, and all or past events by the date filter', async () => {
    const { page, finish } = await site.visit('/', { size });
    await waitForCount(page, 'av 58)');
    const upcomingCount = Number(/\((\d+)/.exec((await countText(page)) ?? '')?.[1]);
    await chooseDate(page, size, 'Alla Datum');
    await waitForCount(page, '(58 evenemang av 58)');
    await chooseDate(page, size, 'Tidigare Evenemang');
    await waitForCount(page, `(${58 - upcomingCount} evenemang av 58)`);
    await page.waitForURL(/[?&]date=past/);
    await finish();
  });

  test('filters by text, sport, distance and landskap in the URL, with Back, shared links and clearing', async () => {
    const { page, finish } = await site.visit('/?date=all', { size });
    await waitForCount(page, '(58 evenemang av 58)');

    await page.locator('input[name=q]:visible').fill('göteborgsv');
    await waitForCount(page, '(1 evenemang av 58)');
    expect(await cards(page).textContent()).toContain('Göteborgsvarvet');
    await page.locator('input[name=q]:visible').fill('');
    await waitForCount(page, '(58 evenemang av 58)');

    await chooseSport(page, size, 'Löpning');
    await waitForCount(page, '(13 evenemang av 58)');
    await chooseDistance(page, size, '20,1 - 43 km');
    await waitForCount(page, '(7 evenemang av 58)');
    await inFilters(page, size, () =>
      page.locator('select[name=landskap]:visible').selectOption('Västergötland'),
    );
    await waitForCount(page, '(1 evenemang av 58)');
    expect(await cards(page).textContent()).toContain('Göteborgsvarvet');

    await page.waitForURL(/[?&]landskap=/);
    const shared = await site.visit(new URL(page.url()).pathname + new URL(page.url()).search, { size });
    await waitForCount(shared.page, '(1 evenemang av 58)');
    expect(await cards(shared.page).textContent()).toContain('Göteborgsvarvet');
    await shared.close();

    await page.goBack();
    await waitForCount(page, '(7 evenemang av 58)');
    await page.getByRole('button', { name: 'Ta bort filter 20,1 - 43 km' }).click();
    await waitForCount(page, '(13 evenemang av 58)');
    await page.getByRole('button', { name: 'Rensa Alla' }).first().click();
    await waitForCount(page, 'av 58)');
    await page.waitForURL(({ search }) => search === '');
    await finish();
  });

  test('does not scroll sideways, also at 320 px on a phone', async () => {
    const { page, close } = await site.visit('/', { size });
    await cards(page).first().waitFor();
    if (size === 'phone') await page.setViewportSize({ width: 320, height: 700 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await close();
  });
});

test('an unknown page shows an error with status 404', async () => {
  const { page, close } = await site.visit('/finns-inte');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await page.request.get(`${site.url}/finns-inte`)).status()).toBe(404);
  expect(await page.title()).toContain('Loppkalendern');
  await close();
});

test('an event card shows the counts of its ads and links to them', async () => {
  const [event] =
    await site.sql`select id, event_name, event_date from events where event_name = 'Vasaloppet'`;
  const userId = Bun.randomUUIDv7();
  await site.sql`insert into marketplace_users (id, email, username, password_hash, full_name) values (${userId}, 'a@example.se', 'anna.a', 'none', 'Anna A')`;
  for (const [index, type] of ['sale', 'sale', 'wanted'].entries()) {
    await site.sql`insert into announcements
      (id, announcement_type, event_id, event_name, event_date, distance, price, order_number, user_id)
      values (${Bun.randomUUIDv7()}, ${type}, ${event?.id}, ${event?.event_name}, ${event?.event_date}, '90 km', 1500,
      ${`SP-000${index}`}, ${userId})`;
  }
  const { page, close } = await site.visit('/?q=vasaloppet');
  const card = cards(page).filter({ hasText: '2 säljes' });
  await card.waitFor();
  expect(await card.textContent()).toContain('1 söks');
  expect(await card.getByRole('link', { name: '2 säljes' }).getAttribute('href')).toContain(
    `event=${event?.id}`,
  );
  await close();
  await site.sql`delete from marketplace_users`;
});

test('the calendar filters work by keyboard alone', async () => {
  const { page, finish } = await site.visit('/?date=all');
  await waitForCount(page, '(58 evenemang av 58)');
  await page.locator('select[name=sport]').focus();
  await page.keyboard.type('Sim');
  await waitForCount(page, '(2 evenemang av 58)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
  await page.keyboard.press('Space');
  await page.waitForURL(/distance_min=/);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  await page.getByRole('button', { name: 'Ta bort filter Simning' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !location.search.includes('sport='));
  await finish();
});

test('at most twelve tab stops are between the navigation and the first race, and a link skips them', async () => {
  const { page, finish } = await site.visit('/');
  await waitForCount(page, 'av 58)');
  const skip = page.getByRole('link', { name: 'Till loppen' });
  const isAtRace = () => page.evaluate(() => !!document.activeElement?.closest('article'));
  await skip.focus();
  let stops = 1;
  for (; stops < 20 && !(await isAtRace()); stops++) await page.keyboard.press('Tab');
  // The last one is the race.
  expect(stops - 1).toBeLessThanOrEqual(12);
  await skip.press('Enter');
  await page.keyboard.press('Tab');
  expect(await isAtRace()).toBe(true);
  await finish();
});
