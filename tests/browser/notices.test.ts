import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes, type Size, sizes } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);

async function makeAd() {
  const { db } = site;
  const owner = await makeMember(db, { email: `${Bun.randomUUIDv7()}@example.se`, full_name: 'Sven Ask' });
  const event = await makeEvent(db, { event_name: 'Marknadsloppet' });
  return { owner, ad: await makeAnnouncement(db, { user_id: owner.id, event_id: event.id }) };
}
const newSender = () => `${Bun.randomUUIDv7()}@example.se`;
const cardOf = (page: Page, number: string) => page.locator('article.ad-card').filter({ hasText: number });
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
const expectNoViolations = async (page: Page) => expect(await axeInBothSchemes(page)).toEqual([]);

async function report(size: Size, order_number: string, email: string) {
  const { page, finish } = await site.visit('/marketplace', { size, reducedMotion: 'reduce' });
  // Until the page is hydrated, the link leads to the rules.
  await page.waitForFunction(() => !('early' in window));
  await cardOf(page, order_number).getByRole('link', { name: 'Anmäl annonsen' }).click();
  const form = dialog(page, /Anmäl annonsen/);
  await form.locator('[name="explanation"]').fill('Platsen finns inte.');
  await form.locator('[name="name"]').fill('Karin Ek');
  await form.locator('[name="email"]').fill(email);
  await form.getByRole('checkbox').check();
  await expectNoViolations(page);
  await form.getByRole('button', { name: 'Skicka anmälan' }).click();
  await page.getByText('Tack för din anmälan!').waitFor();
  await finish();
}

describe.each(sizes)('at %s size', (size) => {
  test('an ad is reported without an account, hidden, objected to and shown again', async () => {
    const { owner, ad } = await makeAd();
    const sender = newSender();
    await report(size, ad.order_number, sender);
    expect((await site.nextMail(sender)).subject).toBe(
      `Vi har tagit emot din anmälan av annons ${ad.order_number}`,
    );

    const { page, finish } = await portal.open('?tab=marketplace-users&view=cases', {
      size,
      reducedMotion: 'reduce',
    });
    const notice = page.getByRole('article', { name: new RegExp(`Anmäld annons: ${ad.order_number} `) });
    await notice.getByRole('button', { name: 'Avgör' }).click();
    await page.getByRole('radio', { name: 'Dölj annonsen' }).check();
    await dialog(page, /Avgör anmälan/)
      .locator('[name="rule"]')
      .selectOption('4');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Spara beslutet' }).click();
    await notice.getByText('Fick inte visas', { exact: true }).waitFor();
    expect((await site.nextMail(sender)).text).toContain('beslutat att annonsen inte får visas');

    const statement = await site.nextMail(owner.email);
    const visit = await site.visit(statement.path, { size, reducedMotion: 'reduce' });
    await visit.page.getByRole('textbox').fill('Jag har kvar platsen.');
    await expectNoViolations(visit.page);
    await visit.page.getByRole('button', { name: 'Skicka invändningen' }).click();
    await visit.page.getByText('Vi prövar saken igen').waitFor();
    await visit.finish();

    await page.reload();
    const objection = page.getByRole('article', { name: 'Invändning mot dold annons: Sven Ask' }).first();
    await objection.getByRole('button', { name: 'Avgör' }).click();
    await page.getByRole('radio', { name: 'Ändra: visa annonsen igen' }).check();
    await page.getByRole('button', { name: 'Spara beslutet' }).click();
    await page.getByText('Beslut ändrat').first().waitFor();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect((await site.nextMail(owner.email)).subject).toBe('Svar på din invändning: beslutet är ändrat');
    await finish();

    const market = await site.visit('/marketplace', { size });
    await cardOf(market.page, ad.order_number).waitFor();
    await market.close();
  });
});

test('without scripts, the flag leads to rules that say how to report', async () => {
  const { ad } = await makeAd();
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/marketplace`);
  await cardOf(page, ad.order_number).getByRole('link', { name: 'Anmäl annonsen' }).click();
  expect(page.url()).toBe(`${site.url}/rules#anmal`);
  await context.close();
});
