import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  axeInBothSchemes,
  axeViolations,
  SIZES,
  sizes,
  toast,
  untilSettled,
} from '#tests/support/browser.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import {
  button,
  field,
  focused,
  LONG_WORD,
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

const ownAd = (page: Page, name: RegExp | string = /Provloppet/) => page.getByRole('listitem', { name });

describe.each(sizes)('the profile at %s size', (size) => {
  const makeAd = (row: Parameters<typeof makeAnnouncement>[1] = {}) =>
    makeAnnouncement(ownAds.db, {
      user_id: ownAds.anna.id,
      event_id: event.id,
      distance: '21,1 km',
      price: 1295,
      name_change_fee: 200,
      ...row,
    });

  test('edits, completes and deletes an ad, each with a toast and an updated list', async () => {
    const { id } = await makeAd();
    const { page, finish } = await ownAds.visit('/marketplace/profile', { size });
    await page.getByRole('heading', { name: 'Mina annonser (1)' }).waitFor();
    await ownAd(page).getByText('1\u00a0295\u00a0SEK', { exact: true }).waitFor();
    await ownAd(page).getByText('+ 200\u00a0SEK namnbyte').waitFor();

    await button(page, /^Redigera ?:/).click();
    await field(page, 'price').fill('9 00,00');
    await field(page, 'name_change_fee').fill('');
    await field(page, 'description').fill('  Ny text  ');
    await button(page, 'Spara').click();
    await toast(page, 'Annons uppdaterad');
    await ownAd(page).getByText('900\u00a0SEK', { exact: true }).waitFor();
    expect(await ownAd(page).getByText('namnbyte').count()).toBe(0);
    expect(await focused(page)).toStartWith('Redigera: Provloppet');
    const [edited] = await ownAds.site.sql`select price, name_change_fee, description from announcements`;
    expect({ ...edited }).toEqual({ price: 900, name_change_fee: null, description: 'Ny text' });

    await button(page, 'Markera som klar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Är du säker på att du vill markera denna annons som slutförd?').waitFor();
    await dialog.getByRole('button', { name: 'Markera som klar' }).click();
    await toast(page, 'Annons markerad som slutförd');
    await ownAd(page).getByText('Slutförd').waitFor();
    expect(await button(page, /^(Markera|Redigera ?:)/).count()).toBe(0);

    await button(page, /^Ta bort ?:/).click();
    await dialog
      .getByText(
        'Är du säker på att du vill ta bort annonsen för "Provloppet"? Detta raderar även alla relaterade meddelanden.',
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Avbryt' }).click();
    expect(await ownAds.countAds()).toBe(1);
    await button(page, /^Ta bort ?:/).click();
    await dialog.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Annons borttagen');
    await page.getByRole('heading', { name: 'Mina annonser (0)' }).waitFor();
    const hasBorder = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).borderLeftWidth !== '0px');
    expect(await hasBorder('.own-ads')).not.toBe(await hasBorder('.own-ads .empty-state'));
    expect(await focused(page)).toBe('Mina annonser (0)');
    expect(await ownAds.site.sql`select id from announcements where id = ${id}`).toHaveLength(0);
    await finish();
  });

  test('edits an ad in a dialog that fills a phone but not a desktop, and keeps "Spara" visible', async () => {
    await makeAd({ description: 'En lång rad.\n'.repeat(60) });
    const { page, finish } = await ownAds.visit('/marketplace/profile', { size });
    await button(page, /^Redigera ?:/).click();
    await untilSettled(page);
    await field(page, 'description').scrollIntoViewIfNeeded();
    const { width, height } = SIZES[size];
    const boxOf = async (selector: string) =>
      (await page.locator(`dialog ${selector}`.trim()).boundingBox())!;
    const dialogBox = (await page.getByRole('dialog').boundingBox())!;
    const saveBox = (await button(page, 'Spara').boundingBox())!;
    if (size === 'phone') {
      expect(dialogBox).toEqual({ x: 0, y: 0, width, height });
      expect(saveBox.y + saveBox.height).toBeLessThan(64);
      expect(saveBox.x + saveBox.width).toBeGreaterThan(width - 24);
      expect((await boxOf('[aria-label="Stäng"]')).x).toBeLessThan(16);
    } else {
      expect(dialogBox.width).toBe(680);
      expect(saveBox.y).toBeGreaterThan(dialogBox.y + dialogBox.height - 80);
    }
    expect(await axeViolations(page)).toEqual([]);
    await finish();
  });

  test('stores a trimmed name and phone and shows the name in the header', async () => {
    const { page, finish } = await ownAds.visit('/marketplace/profile', { size });
    await page.getByText('14 januari 2027 21:02').waitFor();
    await page.getByText('4 mars 2025').waitFor();
    await button(page, 'Redigera profil').click();
    expect(await focused(page)).toBe('full_name');
    expect(await field(page, 'email').isEditable()).toBe(false);
    await page.getByText('E-postadress kan inte ändras').waitFor();
    await field(page, 'full_name').fill('  ');
    await button(page, 'Spara').click();
    await waitForFieldError(page, 'Namn måste anges');
    await field(page, 'full_name').fill('  Anna Ek ');
    await field(page, 'phone_number').fill('  ');
    await button(page, 'Spara').click();
    await toast(page, 'Profil uppdaterad');
    await page.getByText('Ej angivet').waitFor();
    expect(await focused(page)).toBe('Redigera profil');
    if (size === 'phone') await button(page, 'Jag').click();
    await page
      .getByRole(size === 'phone' ? 'navigation' : 'banner')
      .getByText('Anna Ek')
      .waitFor();
    if (size === 'phone') await page.keyboard.press('Escape');
    const [stored] = await ownAds.site
      .sql`select full_name, phone_number, email from marketplace_users where id = ${ownAds.anna.id}`;
    expect({ ...stored }).toEqual({ full_name: 'Anna Ek', phone_number: null, email: ownAds.anna.email });
    await finish();
  });
});

test.each(sizes)(
  'the profile, its errors and its dialogs have no axe violations at %s size',
  async (size) => {
    await makeAnnouncement(ownAds.db, { user_id: ownAds.anna.id, event_id: event.id, name_change_fee: 200 });
    await makeAnnouncement(ownAds.db, {
      user_id: ownAds.anna.id,
      event_id: event.id,
      announcement_type: 'wanted',
      is_active: false,
    });
    await makeAnnouncement(ownAds.db, { user_id: ownAds.anna.id, event_id: event.id, is_completed: true });
    const { page, finish } = await ownAds.visit('/marketplace/profile', {
      size,
      reducedMotion: 'reduce',
    });
    const expectAccessible = async () => expect(await axeInBothSchemes(page)).toEqual([]);

    await ownAd(page).first().waitFor();
    await page.getByText('Kontoinformation').waitFor();
    await expectAccessible();
    await button(page, 'Redigera profil').click();
    await field(page, 'full_name').fill('');
    await button(page, 'Spara').click();
    await expectAccessible();
    await button(page, 'Avbryt').click();
    await button(page, /^Redigera ?:/)
      .first()
      .click();
    await field(page, 'price').fill('0');
    await button(page, 'Spara').click();
    await expectAccessible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: size === 'phone' ? 'Stäng' : 'Avbryt' })
      .click();
    await expectAccessible();
    await button(page, 'Stäng utan att spara').click();
    await button(page, /^Ta bort ?:/)
      .first()
      .click();
    await expectAccessible();
    await finish();
  },
);

test('the profile has no overflow at 320 px with long words', async () => {
  const longEvent = await makeLongEvent(ownAds.db);
  const [distance = ''] = longEvent.distances;
  await makeAnnouncement(ownAds.db, {
    user_id: ownAds.anna.id,
    event_id: longEvent.id,
    price: 1_000_000,
    name_change_fee: 1_000_000,
    distance,
    description: `${LONG_WORD} ${LONG_WORD}`,
  });
  await ownAds.site.sql`update marketplace_users set full_name = ${LONG_WORD} where id = ${ownAds.anna.id}`;
  const { page, close } = await ownAds.visit('/marketplace/profile', {
    size: 'phone',
    prepare: (page) => page.setViewportSize({ width: 320, height: 700 }),
  });
  const documentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await ownAd(page, /Långdistans/).waitFor();
  await page.getByText('Kontoinformation').waitFor();
  expect(await documentWidth()).toBeLessThanOrEqual(320);
  await button(page, /^Redigera ?:/).click();
  expect(
    await page.locator('dialog .dialog-body').evaluate((body) => body.scrollWidth - body.clientWidth),
  ).toBe(0);
  await ownAds.site.sql`delete from announcements`;
  await ownAds.site.sql`delete from events where id = ${longEvent.id}`;
  await close();
});
