import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { announcements } from '#db/schema/index.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import { sizes } from '#tests/support/browser.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import {
  DATA_REQUESTS,
  shiftsIn,
  visitWithDelayedRequests,
  visitWithoutScripts,
} from '#tests/support/first-paint.ts';
import { asMember } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const AD_COUNT = 20;
const INITIAL_CARDS = 9;

const site = await siteOfFile();
const { db } = site;
const event = await makeEvent(db, { event_name: 'Marknadsloppet', event_date: '2027-03-07' });
const other = await makeEvent(db, { event_name: 'Ängsvarvet', event_date: '2027-05-22' });
for (let index = 0; index < AD_COUNT; index++) {
  const { id } = await makeAccount(db, { full_name: `Medlem ${index}` });
  await makeAnnouncement(db, {
    event_id: index % 2 ? event.id : other.id,
    user_id: id,
    announcement_type: index % 4 ? 'sale' : 'wanted',
    description: 'Ord för ord. '.repeat(index * 3),
  });
}

const owners = (page: Page) => page.locator('.ad-card-person').allTextContents();
const totalText = (page: Page) => page.locator('.ad-filter-total').textContent();

describe.each(sizes)('the server-rendered market page at %s size', (size) => {
  test('shows the info box, the first ads and their count without JavaScript', async () => {
    const { page, finish } = await visitWithoutScripts(site, '/marketplace', size);
    expect(await page.locator('article:visible').count()).toBe(INITIAL_CARDS);
    expect(await page.locator('.info-box:visible').count()).toBe(1);
    expect(await page.locator('form:visible').count()).toBe(1);
    expect(await totalText(page)).toBe('Visar 20 av 20 annonser');
    await finish();
  });

  test('hydrates without an error or layout shift and renders the other ads', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/marketplace', 'article', {
      size,
    });
    const ownersBefore = await owners(page);
    // Marks the element, to check that hydration keeps it.
    await page
      .locator('article')
      .first()
      .evaluate((card) => card.setAttribute('data-sent', ''));
    release();
    await page.locator('article').nth(INITIAL_CARDS).waitFor();
    expect((await owners(page)).slice(0, INITIAL_CARDS)).toEqual(ownersBefore);
    expect(await page.locator('article').count()).toBe(AD_COUNT);
    expect(await page.locator('article').first().getAttribute('data-sent')).toBe('');
    if (size === 'desktop') expect(await page.locator('select[name=event] option').count()).toBe(3);
    expect(await shiftsIn(page)).toEqual([]);
    await finish();
  });

  test('shows the info box folded at a later visit before any script has loaded, and does not shift', async () => {
    const { page, release, close } = await visitWithDelayedRequests(site, '/marketplace', 'article', {
      size,
      prepare: (page) => page.addInitScript(() => localStorage.setItem('market_info_seen', 'true')),
    });
    const isWarningVisible = () => page.getByText('Var försiktig när du betalar.').isVisible();
    expect(await isWarningVisible()).toBe(false);
    release();
    await page.locator('article').nth(INITIAL_CARDS).waitFor();
    expect(await isWarningVisible()).toBe(false);
    expect(await shiftsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Så fungerar Startplatsmarknaden' }).click();
    expect(await isWarningVisible()).toBe(true);
    await close();
  });

  test('applies a filter that was chosen before hydration', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/marketplace', 'article', {
      size,
    });
    await page.locator('label', { hasText: 'Söker' }).click();
    release();
    await page.getByText('Visar 5 av 20 annonser').waitFor();
    expect(await page.locator('article').count()).toBe(5);
    await finish();
  });

  test('keeps its filters usable while the ads of another filter load', async () => {
    const { page, release, finish } = await visitWithDelayedRequests(site, '/marketplace', 'article', {
      size,
      delayed: DATA_REQUESTS,
    });
    const wantedRadio = page.getByRole('radio', { name: /Söker/ });
    await page.locator('label', { hasText: 'Söker' }).click();
    await page.getByText('Laddar marknadsplatsen...').waitFor();
    expect(await wantedRadio.isChecked()).toBe(true);
    release();
    await page.getByText('Visar 5 av 20 annonser').waitFor();
    await finish();
  });

  test("shows no visitor links to a member and does not shift when the member's links appear", async () => {
    const { page, release, close } = await visitWithDelayedRequests(site, '/marketplace', 'article', {
      size,
      prepare: async (page) => {
        await page.route(/marketplace\.(accounts|conversations)/, () => {});
        await page.addInitScript(() => {
          localStorage.setItem('marketplace_token', 'token');
          localStorage.setItem('marketplace_user', JSON.stringify({ id: 'anna', full_name: 'Anna Ek' }));
        });
      },
    });
    expect(await page.locator('#innehall').getByText('Registrera dig').isVisible()).toBe(false);
    expect(await page.locator('article').first().getByText('Kontakta').isVisible()).toBe(false);
    const top = () =>
      page
        .locator('article')
        .first()
        .evaluate((card) => card.getBoundingClientRect().top);
    const topBefore = await top();
    release();
    await page.getByText('Välkommen, Anna Ek!').waitFor();
    await page.getByRole('link', { name: 'Skapa annons' }).waitFor();
    expect(await page.locator('article').first().getByText('Kontakta').isVisible()).toBe(true);
    expect(Math.abs((await top()) - topBefore)).toBeLessThan(1.5);
    await close();
  });

  test("shows a member the buttons on an ad's own page", async () => {
    const { db } = site;
    const [ad] = await db.select().from(announcements);
    const anna = await makeMember(db);
    const { page, close } = await site.visit(adPath(ad?.order_number ?? ''), {
      size,
      prepare: asMember(anna),
    });
    await page.getByRole('button', { name: 'Kontakta' }).waitFor();
    await page.getByRole('button', { name: /^Rapportera/ }).waitFor();
    await close();
  });

  test('contains the filtered ads of the URL before any script runs', async () => {
    const { page, finish } = await visitWithDelayedRequests(site, '/marketplace?type=wanted', 'article', {
      size,
    });
    expect(await page.locator('article').count()).toBe(5);
    expect(await totalText(page)).toBe('Visar 5 av 20 annonser');
    await finish();
  });
});
