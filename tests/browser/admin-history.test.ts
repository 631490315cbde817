import { beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes } from '#tests/support/browser.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site, { username: 'vera' });
beforeEach(async () => {
  await site.sql`truncate events, event_batches cascade`;
});

const api = async (method: string, path: string, body: object) =>
  (await fetch(`${site.url}/api/admin${path}`, {
    method,
    headers: { ...portal.admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.json())) as { id: string };
const RACE = { event_date: '2099-05-22', sport_type: 'Löpning', distances: '10 km', ort: 'Mora' };
const create = (event_name: string) => api('POST', '/events', { ...RACE, event_name });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('the history of an event shows what was changed, and a change can be restored', async () => {
  const { id } = await create('Loppet');
  await api('PUT', `/events/${id}`, { ...RACE, event_name: 'Loppet', organizer: 'IFK', status: 'cancelled' });
  const { page, finish } = await portal.open(`?event=${id}`);
  await dialog(page, 'Redigera evenemang').getByRole('button', { name: 'Historik' }).click();
  const history = dialog(page, 'Historik');
  await history.getByText('Skapades').waitFor();
  expect(await history.locator('.value-changes').first().textContent()).toContain('Som planerat');
  expect(await axeInBothSchemes(page)).toEqual([]);
  await history.getByRole('button', { name: /^Återställ/ }).click();
  await dialog(page, 'Återställa ändringen?').getByRole('button', { name: 'Återställ' }).click();
  await page.getByText('Ändringen är återställd').first().waitFor();
  await history.getByText('Ändrades').nth(1).waitFor();
  expect([...(await site.sql`select status, organizer from events`)]).toEqual([
    { status: 'scheduled', organizer: null },
  ]);
  await finish();
});

test('an import is undone from its notice after a look at the three lists', async () => {
  const { page, finish } = await portal.open('?tab=events');
  await button(page, 'Importera från fil').click();
  const csv = 'event_date,event_name,distances,sport_type\n2099-06-01,Fel lopp,10 km,Löpning\n';
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'fel.csv', mimeType: '', buffer: Buffer.from(csv) });
  await button(page, 'Importera 1 evenemang').click();
  const notice = page.locator('.event-notice');
  await notice.getByText('fel.csv: 1 evenemang importerade.').waitFor();
  await notice.getByRole('button', { name: 'Ångra' }).click();
  await dialog(page, 'Ångra').getByText('Tas bort: 1').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await dialog(page, 'Ångra').getByRole('button', { name: 'Ångra' }).click();
  await page.getByText('Ångrat: 1 borttaget.').first().waitFor();
  await notice.waitFor({ state: 'hidden' });
  await button(page, 'Importer och större ändringar').click();
  await dialog(page, 'Importer och större ändringar').getByText('Ångrad').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  expect(await site.sql`select from events`).toHaveLength(0);
  await finish();
});

test('events are marked with the keyboard, changed together after a preview, and given back', async () => {
  for (const name of ['A', 'B', 'C']) await create(name);
  const { page, finish } = await portal.open('?tab=events');
  await page.getByText('3 st').waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Markerade evenemang' });
  await bar.getByText('2 markerade').waitFor();
  expect(await page.locator('tr:focus').textContent()).toContain('B');
  await page.keyboard.press('?');
  await dialog(page, 'Tangenter').waitFor();
  await page.keyboard.press('Escape');
  await bar.getByText('2 markerade').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Ändra' }).click();
  await dialog(page, /^Ändra/)
    .getByText('2 evenemang ändras.')
    .waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await dialog(page, /^Ändra/)
    .getByRole('button', { name: 'Ändra 2' })
    .click();
  const notice = page.locator('.event-notice');
  await notice.getByText('2 evenemang ändrade.').waitFor();
  expect(await site.sql`select from events where status = 'cancelled'`).toHaveLength(2);
  await notice.getByRole('button', { name: 'Ångra' }).click();
  await dialog(page, 'Ångra').getByText('Återställs: 2').waitFor();
  await dialog(page, 'Ångra').getByRole('button', { name: 'Ångra' }).click();
  await page.getByText('Ångrat: 2 återställda.').first().waitFor();
  expect(await site.sql`select from events where status = 'cancelled'`).toHaveLength(0);
  await page.keyboard.press('/');
  await page.keyboard.type('jxe');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jxe');
  await page.getByRole('searchbox').fill('B');
  await page.getByText('1 st').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.locator('tr:focus').textContent()).toContain('B');
  await finish();
});
