import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes, sizes, toast } from '#tests/support/browser.ts';
import {
  button,
  field,
  focused,
  makeLongEvent,
  startOwnAds,
  waitForFieldError,
} from '#tests/support/own-ads.ts';

let event: Awaited<ReturnType<typeof ownAds.reset>>;
const ownAds = await startOwnAds();
afterAll(() => ownAds.site.stop());
beforeEach(async () => {
  event = await ownAds.reset();
});

async function chooseEvent(page: Page, query = 'provlop') {
  await field(page, 'event_id').fill(query);
  await page.getByRole('option', { name: /Provloppet/ }).click();
  await button(page, 'Ändra').waitFor();
}

const submit = (page: Page) => button(page, 'Skapa annons').click();

describe.each(sizes)('the page that creates an ad at %s size', (size) => {
  test('shows errors one at a time, stores the ad as typed, shows a toast and goes to the market', async () => {
    const { page, finish } = await ownAds.visit('/marketplace/create', { size });
    await submit(page);
    await waitForFieldError(page, 'Välj ett evenemang');
    expect(await focused(page)).toBe('event_id');
    await chooseEvent(page, 'PROVKÖP');
    expect(await focused(page)).toBe('distance');
    await submit(page);
    await waitForFieldError(page, 'Välj distans');
    await field(page, 'distance').selectOption('5 km');
    await button(page, 'Ändra').click();
    expect(await focused(page)).toBe('event_id');
    expect(await field(page, 'distance').isDisabled()).toBe(true);
    await chooseEvent(page);
    expect(await field(page, 'distance').inputValue()).toBe('');
    await field(page, 'distance').selectOption('21,1 km');
    await field(page, 'price').fill('1295');
    await field(page, 'has_name_change_fee').check();
    await field(page, 'name_change_fee').fill('200');
    await field(page, 'description').fill('å'.repeat(501));
    await page.getByText('501/500').waitFor();
    await page.getByLabel('Söker - Jag vill köpa en startplats').check();
    expect(await ownAds.countAds()).toBe(0);
    await submit(page);
    await toast(page, 'Annons skapad! Omdirigerar till marknadsplatsen...');
    const start = performance.now();
    expect(page.url()).toEndWith('/marketplace/create');
    await page.waitForURL('**/marketplace');
    expect(performance.now() - start).toBeWithin(800, 4000);
    const ads = await ownAds.site.sql`
      select announcement_type, event_id, distance, price, name_change_fee, user_id, length(description) from announcements`;
    expect(ads.map((ad) => ({ ...ad }))).toEqual([
      {
        announcement_type: 'wanted',
        event_id: event.id,
        distance: '21,1 km',
        price: 1295,
        name_change_fee: 200,
        user_id: ownAds.anna.id,
        length: 501,
      },
    ]);
    await finish();
  });
});

test.each(sizes)(
  'the form of an ad, its errors and its suggestions have no axe violations at %s size',
  async (size) => {
    const { page, finish } = await ownAds.visit('/marketplace/create', {
      size,
      reducedMotion: 'reduce',
    });
    const expectAccessible = async () => expect(await axeInBothSchemes(page)).toEqual([]);
    await expectAccessible();
    await submit(page);
    await waitForFieldError(page, 'Välj ett evenemang');
    await expectAccessible();
    await field(page, 'event_id').fill('a');
    await page.getByRole('option').first().waitFor();
    await expectAccessible();
    await field(page, 'event_id').fill('finns inte');
    await page.locator('.combobox-notice').waitFor();
    await expectAccessible();
    await chooseEvent(page);
    await field(page, 'has_name_change_fee').check();
    await field(page, 'description').fill('å'.repeat(501));
    await expectAccessible();
    await finish();
  },
);

test('the form of an ad has no overflow at 320 px with long words', async () => {
  const longEvent = await makeLongEvent(ownAds.db);
  const { page, close } = await ownAds.visit('/marketplace/create', {
    size: 'phone',
    prepare: (page) => page.setViewportSize({ width: 320, height: 700 }),
  });
  const documentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await field(page, 'event_id').fill('längd');
  await field(page, 'event_id').fill('provloppet');
  await page.getByRole('option').first().waitFor();
  expect(await documentWidth()).toBeLessThanOrEqual(320);
  await page.getByRole('option', { name: /Långdistans/ }).click();
  expect(await documentWidth()).toBeLessThanOrEqual(320);
  await ownAds.site.sql`delete from events where id = ${longEvent.id}`;
  await close();
});
