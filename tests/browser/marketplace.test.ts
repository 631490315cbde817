import { beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes, SIZES, sizes, untilSettled } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { asMember, type Member } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

let anna: Member;
let per: Member;
let market: Awaited<ReturnType<typeof makeMarket>>;

async function makeMarket() {
  const { db } = site;
  const vasa = await makeEvent(db, {
    event_name: 'Marknadsloppet',
    event_date: '2027-03-07',
    distances: ['90 km'],
  });
  const varv = await makeEvent(db, {
    event_name: 'Ängsvarvet',
    event_date: '2027-05-22',
    distances: ['21,1 km'],
  });
  const makeAd = (event: typeof vasa, row: object) =>
    makeAnnouncement(db, { event_id: event.id, distance: event.distances[0] ?? '', ...row });
  return {
    vasa,
    sale: await makeAd(vasa, {
      user_id: per.id,
      price: 2450,
      name_change_fee: 350,
      description: 'Startled 6.',
    }),
    wanted: await makeAd(vasa, { user_id: per.id, announcement_type: 'wanted', price: 2000 }),
    annasAd: await makeAd(varv, { user_id: anna.id, price: 1295 }),
  };
}

beforeEach(async () => {
  await site.sql`delete from marketplace_users`;
  await site.sql`delete from announcements`;
  await site.sql`delete from events where event_name in ('Marknadsloppet', 'Ängsvarvet')`;
  await site.sql`delete from rate_limits`;
  const { db } = site;
  anna = await makeMember(db, { full_name: 'Anna Lindqvist' });
  per = await makeMember(db, { full_name: 'Per Holmström' });
  market = await makeMarket();
});

const field = (page: Page, name: string) => page.locator(`body [name="${name}"]`);
const cards = (page: Page) => page.locator('article.ad-card');
const card = (page: Page, text: string) => cards(page).filter({ hasText: text });
const waitForTotal = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const typeFilter = (page: Page, name: RegExp) => page.getByRole('radio', { name });

async function writeToPer(page: Page, text: string) {
  await card(page, '450').getByRole('button', { name: 'Kontakta' }).click();
  await field(page, 'message_text').fill(text);
}

describe.each(sizes)('the market at %s size', (size) => {
  test('filters by name and price and sorts by price, and Back undoes each choice', async () => {
    const { page, finish } = await site.visit('/marketplace', { size });
    await waitForTotal(page, 'Visar 3 av 3 annonser');
    // The server renders the filters of both sizes.
    await page.waitForFunction(() => document.querySelectorAll('[name="q"]').length === 1);
    await field(page, 'q').pressSequentially('marknads');
    await page.waitForURL((url) => url.search === '?q=marknads');
    await waitForTotal(page, 'Visar 2 av 3 annonser');
    if (size === 'phone') await button(page, 'Filter').click();
    await field(page, 'max_price').fill('2 100');
    if (size === 'phone') await button(page, 'Visa 1 annons').click();
    await waitForTotal(page, 'Visar 1 av 3 annonser');
    await page.waitForURL((url) => url.search === '?q=marknads&max_price=2100');
    await field(page, 'sort').selectOption({ label: 'Lägst pris först' });
    await page.goBack();
    await page.goBack();
    await waitForTotal(page, 'Visar 2 av 3 annonser');
    await page.goBack();
    await waitForTotal(page, 'Visar 3 av 3 annonser');
    expect(new URL(page.url()).search).toBe('');
    await field(page, 'sort').selectOption({ label: 'Lägst pris först' });
    await page.waitForURL((url) => url.search === '?sort=price');
    expect(await cards(page).first().textContent()).toContain('Ängsvarvet');
    await finish();
  });

  test('opens filtered from an event card, and keeps its filters across Back, Forward and a reload', async () => {
    const { page, finish } = await site.visit('/?q=Marknadsloppet', { size });
    await page.getByRole('link', { name: /1 säljes/ }).click();
    await waitForTotal(page, 'Visar 1 av 3 annonser');
    expect(new URL(page.url()).search).toBe(`?event=${market.vasa.id}&type=sale`);
    /** On a phone, the event filter is in a sheet. */
    const inFilters = async (act: () => Promise<unknown>) => {
      if (size === 'phone') await page.getByRole('button', { name: /^Filter/ }).click();
      await act();
      if (size === 'phone') await page.getByRole('button', { name: /^Visa \d/ }).click();
    };
    await inFilters(async () =>
      expect(await field(page, 'event').locator('option').allTextContents()).toEqual([
        'Alla evenemang (2)',
        'Marknadsloppet (1)',
        'Ängsvarvet (1)',
      ]),
    );
    await typeFilter(page, /^Söker/).check();
    await card(page, 'Söks').waitFor();
    await typeFilter(page, /^Alla/).check();
    await waitForTotal(page, 'Visar 2 av 3 annonser');
    await inFilters(() => field(page, 'event').selectOption({ label: 'Alla evenemang (3)' }));
    await waitForTotal(page, 'Visar 3 av 3 annonser');
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await waitForTotal(page, 'Visar 2 av 3 annonser');
    await page.goBack();
    await page.goBack();
    expect(await typeFilter(page, /^Till salu\/Säljes 1$/).isChecked()).toBe(true);
    await waitForTotal(page, 'Visar 1 av 3 annonser');
    await page.goForward();
    await card(page, 'Söks').waitFor();
    await page.reload();
    await card(page, 'Söks').waitFor();
    expect(await typeFilter(page, /^Söker 1$/).isChecked()).toBe(true);
    await finish();
  });
});

test('the first screen of a phone has the whole first ad, below the folded info box', async () => {
  const { page, close } = await site.visit('/marketplace?type=sale&max_price=1000000', {
    size: 'phone',
    prepare: asMember(anna),
  });
  await page.getByText('Välkommen, Anna').waitFor();
  await page.getByRole('button', { name: 'Ta bort filter Högst' }).waitFor();
  await untilSettled(page);
  const box = page.getByRole('region', { name: 'Så fungerar Startplatsmarknaden' });
  expect((await box.boundingBox())?.height).toBeLessThan(50);
  const bottomBarHeight = 68;
  const card = await cards(page).first().boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(SIZES.phone.height - bottomBarHeight);
  await box.getByRole('button').click();
  await page.getByText('Skapa ett konto och bekräfta').waitFor();
  await close();
});

test('the card of an ad leads to the thread once the member has written about the ad', async () => {
  const { page, finish } = await site.visit('/marketplace', { prepare: asMember(anna) });
  await writeToPer(page, 'Finns platsen kvar?');
  await button(page, 'Skicka meddelande').click();
  await card(page, '450').getByRole('link', { name: 'Du har skrivit' }).click();
  await page.getByText('Finns platsen kvar?').first().waitFor();
  expect(new URL(page.url()).searchParams.get('announcement')).toBe(market.sale.id);
  await finish();
});

const overflowingElements = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page');
    for (const box of document.querySelectorAll('.ad-card, dialog')) {
      const { left, right } = box.getBoundingClientRect();
      for (const part of box.querySelectorAll('*:not(option)')) {
        const at = part.getBoundingClientRect();
        if (at.width > 0 && (at.left < left - 1 || at.right > right + 1))
          found.push(part.className.toString());
      }
    }
    return found;
  });

test('the market shows three lines of a long description with a button for the rest', async () => {
  await site.sql`
    update announcements set description = ${'En startplats som jag inte kan använda. '.repeat(12)}
    where id = ${market.annasAd.id}`;
  const { page, close } = await site.visit('/marketplace', { size: 'phone' });
  const threeLinesHeight = 66;
  const longCard = card(page, 'Ängsvarvet');
  const height = () =>
    longCard.locator('p', { hasText: 'En startplats' }).evaluate((text) => text.clientHeight);
  await longCard.getByRole('button', { name: 'Visa mer' }).click();
  const openHeight = await height();
  await longCard.getByRole('button', { name: 'Visa mindre' }).click();
  expect(await height()).toBe(threeLinesHeight);
  expect(openHeight).toBeGreaterThan(threeLinesHeight);
  expect(await page.getByRole('button', { name: /^Visa m/ }).count()).toBe(1);
  await close();
});

test('the age of an ad is on one line', async () => {
  await site.sql`update announcements set created_at = '2026-12-20T10:00:00Z' where id = ${market.annasAd.id}`;
  const { page, close } = await site.visit('/marketplace', { size: 'phone' });
  const age = page.getByText('Upplagd för 26 dagar sedan');
  await age.waitFor();
  expect((await age.boundingBox())?.height).toBeLessThan(20);
  await close();
});

test('the market has no overflow with the longest names, texts and prices from 1280 to 320 px', async () => {
  await site.sql`update marketplace_users set full_name = ${'N'.repeat(200)} where id = ${per.id}`;
  await site.sql`update events set event_name = ${'W'.repeat(200)} where id = ${market.vasa.id}`;
  await site.sql`
    update announcements set price = 1000000, name_change_fee = 1000000, distance = ${'D'.repeat(200)},
    description = ${'x'.repeat(5000)} where id = ${market.sale.id}`;
  const { page, close } = await site.visit('/marketplace', { size: 'phone', prepare: asMember(anna) });
  await cards(page).first().waitFor();
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await untilSettled(page);
    expect(await overflowingElements(page)).toEqual([]);
    await card(page, '1\u00a0000\u00a0000').getByRole('button', { name: 'Kontakta' }).click();
    await page.locator('[name=message_text]').waitFor();
    await untilSettled(page);
    expect(await overflowingElements(page)).toEqual([]);
    await button(page, 'Rapportera användare').click();
    await page.locator('[name=reason]').waitFor();
    await untilSettled(page);
    expect(await overflowingElements(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await close();
  await site.sql`delete from events where id = ${market.vasa.id}`;
});

test('the market renders and filters 1,000 ads, and find-in-page reaches them all', async () => {
  await site.sql`
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, description,
      order_number, user_id, created_at)
    select gen_random_uuid(), case n % 4 when 0 then 'wanted' else 'sale' end, ${market.vasa.id}, 'x', '2027-03-07',
      '90 km', 100 + n, repeat('En startplats. ', n % 20), 'SP-' || lpad((5000 + n)::text, 4, '0'), ${per.id},
      timestamptz '2027-01-01' - n * interval '1 minute'
    from generate_series(1, 1000) n`;
  const { page, finish } = await site.visit('/marketplace');
  await waitForTotal(page, 'Visar 1\u00a0003 av 1\u00a0003 annonser');
  await page.waitForFunction(() => document.querySelectorAll('.ad-card').length === 1003);
  // The browser's own search, as Ctrl+F does it.
  expect(
    await page.evaluate(() => (window as unknown as { find: (text: string) => boolean }).find('SP-6000')),
  ).toBe(true);
  await page.waitForFunction(() => window.scrollY > 10_000);
  await page.evaluate(() => window.scrollTo(0, 0));
  await typeFilter(page, /^Söker/).check();
  await waitForTotal(page, 'Visar 251 av 1\u00a0003 annonser');
  await finish();
});

test('the market page of a member and its dialogs have no axe violations at both sizes', async () => {
  const { page, finish } = await site.visit('/marketplace', {
    reducedMotion: 'reduce',
    prepare: asMember(anna),
  });
  const expectAccessible = async () => expect(await axeInBothSchemes(page)).toEqual([]);
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    await cards(page).first().waitFor();
    await expectAccessible();
    if (size === 'phone') {
      await button(page, 'Filter').click();
      await field(page, 'max_price').waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
    }
    await writeToPer(page, '');
    await button(page, 'Skicka meddelande').click();
    await waitForAlert(page, 'Meddelandet kan inte vara tomt');
    await expectAccessible();
    await button(page, 'Rapportera användare').click();
    await button(page, 'Skicka rapport').click();
    await waitForAlert(page, 'Beskriv vad som hänt');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await button(page, 'Klar').click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible();
    await page.keyboard.press('Escape');
  }
  await finish();
});
