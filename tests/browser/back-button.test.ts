import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const goBack = (page: Page) => page.evaluate(() => history.back());
const waitForNoDialog = (page: Page) => page.locator('dialog[open]').waitFor({ state: 'detached' });
/** Closing a layer removes its history entry. */
const waitForNoLayer = (page: Page) => page.waitForFunction(() => !history.state?.layer);

test('Back on a phone closes the filter sheet, then undoes its filters in one step, then leaves the page', async () => {
  const { page, close } = await site.visit('/contact', { size: 'phone' });
  await page.getByRole('link', { name: 'Kalender' }).first().click();
  const count = page.locator('.filter-count');
  await page.locator('.filter-count', { hasText: 'av 58' }).waitFor();
  const initialCount = await count.textContent();
  const openSheet = () => page.getByRole('button', { name: /^Filter/ }).click();

  await openSheet();
  await page.locator('dialog[open]').waitFor();
  await goBack(page);
  await waitForNoDialog(page);
  await waitForNoLayer(page);
  expect(new URL(page.url()).pathname).toBe('/');

  await openSheet();
  await page.locator('dialog label', { hasText: 'Alla Datum' }).click();
  await page.locator('dialog label:has([value="Löpning"])').click();
  await page.waitForURL(/sport=/);
  await goBack(page);
  await waitForNoDialog(page);
  expect(new URL(page.url()).search).toBe('?date=all&sport=L%C3%B6pning');
  await page.locator('.filter-count', { hasText: '(13 evenemang av 58)' }).waitFor();

  await goBack(page);
  await page.waitForURL(({ search }) => search === '');
  await page.locator('.filter-count', { hasText: initialCount ?? '' }).waitFor();

  await openSheet();
  await page.getByRole('button', { name: /^Visa .*evenemang$/ }).click();
  await waitForNoLayer(page);
  await goBack(page);
  await page.waitForURL('**/contact');
  await close();
});

test('Back on a phone closes a menu and a dialog, and asks when there are unsaved changes', async () => {
  const { id } = await makeEvent(site.db, {
    event_name: 'Provloppet',
    event_date: '2040-01-01',
  });
  const portal = await portalOf(site);
  const { page, close } = await portal.open('?q=Provloppet', { size: 'phone' });
  const openMenu = () => page.getByRole('button', { name: 'Åtgärder för Provloppet' }).click();
  await openMenu();
  await page.getByRole('menuitem', { name: 'Redigera' }).waitFor();
  await goBack(page);
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await waitForNoLayer(page);

  await openMenu();
  await page.getByRole('menuitem', { name: 'Redigera' }).click();
  await page.locator('dialog[open]').waitFor();
  expect(page.url()).toContain(`event=${id}`);
  await page.locator('input[name=ort]').fill('Mora');
  const question = page.getByRole('dialog', { name: 'Stänga utan att spara?' });
  await goBack(page);
  await question.waitFor();
  await goBack(page);
  await question.waitFor({ state: 'detached' });
  await goBack(page);
  await page.getByRole('button', { name: 'Stäng utan att spara' }).click();
  await waitForNoDialog(page);
  await waitForNoLayer(page);
  expect(new URL(page.url()).search).toBe('?tab=events&q=Provloppet');

  const portalUrl = page.url();
  await page
    .getByRole('link', { name: /Banners/ })
    .first()
    .click();
  await page.waitForURL(/tab=banners/);
  await goBack(page);
  await page.waitForURL(portalUrl);
  await close();
});

test('Back on a phone returns from a second dialog to the first, and then closes the first', async () => {
  const { db } = site;
  const owner = await makeMember(db, { full_name: 'Anna Lindqvist' });
  const ad = await makeAnnouncement(db, { user_id: owner.id });
  const portal = await portalOf(site, { username: 'vera' });
  const { page, close } = await portal.open(`?tab=marketplace&ad=${ad.id}`, { size: 'phone' });
  const dialogOf = (name: RegExp) => page.getByRole('dialog', { name });
  await dialogOf(/^SP-/).getByRole('link', { name: 'Anna Lindqvist' }).click();
  await dialogOf(/^Anna Lindqvist/).waitFor();
  await goBack(page);
  await dialogOf(/^Anna Lindqvist/).waitFor({ state: 'detached' });
  await waitForNoLayer(page);
  await goBack(page);
  await dialogOf(/^SP-/).waitFor();
  await goBack(page);
  await waitForNoDialog(page);
  await waitForNoLayer(page);
  expect(new URL(page.url()).search).toBe('?tab=marketplace');
  await close();
});
