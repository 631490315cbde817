import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { axeInBothSchemes, sizes, toast } from '#tests/support/browser.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);
// The demonstration data has made-up rules.
await site.sql`update events set transfer_policy = 'unknown', transfer_periods = '[]', transfer_initiator = null,
  transfer_buyer_needs = '{}', transfer_rules_url = null, transfer_checked_on = null`;

const loadRace = async () =>
  (await site.api<AdminEvent[]>('GET /admin/events', portal.admin)).body.find(
    ({ event_name, event_date }) => event_name === 'Vätternrundan' && event_date.startsWith('2027'),
  );

/** Names of keys begin with an upper-case letter. */
async function press(page: Page, keys: string) {
  for (const key of keys.split(' ')) {
    if (/^[A-Z]/.test(key)) await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

test('the rules of a race are entered by keyboard, and are on its page', async () => {
  const race = await loadRace();
  const { page, finish } = await portal.open(`?event=${race?.id}`);
  await page.locator('.state-fields summary', { hasText: 'Överlåtelse' }).press('Enter');
  await press(page, 'Tab ArrowRight Tab Enter');
  // Each date is followed by the button of its calendar.
  await press(page, '28/5/2027 Tab Tab 5/6/2027 Tab Tab 200 Tab s Tab p Tab Tab Tab Tab Enter');
  await press(page, '11/6/2027 Tab Tab Tab Tab Tab Tab Tab Space Tab Tab s Tab');
  await press(page, 'kundnummer;födelsedatum Tab vatternrundan.se/namnbyte Enter');
  await toast(page, 'Evenemanget är sparat');
  const terms = { fee: 200, payer: 'seller', where: 'online' };
  expect(await loadRace()).toMatchObject({
    transfer_policy: 'allowed',
    transfer_periods: [
      { ...terms, from: '2027-05-28', to: '2027-06-05', distances: [] },
      { ...terms, from: '2027-06-06', to: '2027-06-11', distances: ['315 km'] },
    ],
    transfer_initiator: 'seller',
    transfer_buyer_needs: ['kundnummer', 'födelsedatum'],
    transfer_rules_url: 'https://vatternrundan.se/namnbyte',
    transfer_checked_on: '2027-01-15',
  });
  await finish();
});

test.each(sizes)('the rules are readable in the form and on the page of the race, %s', async (size) => {
  const race = await loadRace();
  const { page, finish } = await portal.open(`?event=${race?.id}`, { size });
  await page.locator('.state-fields summary', { hasText: 'Överlåtelse' }).click();
  await page.getByRole('group', { name: 'Period 2' }).waitFor();
  await axeInBothSchemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const period = page.getByRole('group', { name: 'Period 2' });
  const top = async (selector: string) => (await period.locator(selector).boundingBox())?.y ?? 0;
  const row = size === 'desktop' ? 'period_to' : 'period_where';
  const binOffset = async () =>
    (await top('.button-icon[aria-label^="Ta bort"]')) - (await top(`[name="${row}"]`));
  const before = await binOffset();
  await period.locator('[name="period_to"]').fill('2020-01-01');
  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  await period.getByText('kan inte sluta innan den börjar').waitFor();
  expect(await binOffset()).toBe(before);
  await finish();
  const visitor = await site.visit(race?.url ?? '', { size });
  await visitor.page.getByText('Namnbyte öppnar 28 maj. Betala inte före dess.').waitFor();
  await visitor.page.getByText('Enligt arrangören, kontrollerat 15 januari').waitFor();
  await axeInBothSchemes(visitor.page);
  await visitor.finish();
});
