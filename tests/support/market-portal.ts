import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { axeInBothSchemes, untilSettled } from './browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from './content.ts';
import { makeConversation } from './inbox.ts';
import { portalOf } from './portal.ts';
import { startSite } from './site.ts';

export const PASSWORD = 'Loppet2027';

export const exactButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
export const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);
export const expectNoViolations = async (page: Page) => expect(await axeInBothSchemes(page)).toEqual([]);

export async function waitForCount(page: Page, selector: string, count: number): Promise<void> {
  await page.waitForFunction(
    ([query, expected]) => document.querySelectorAll(String(query)).length === expected,
    [selector, count] as const,
  );
}

export async function startMarketPortal() {
  const site = await startSite();
  const portal = await portalOf(site);
  const password_hash = await hashPassword(PASSWORD);
  const visitor = await site.visit('/marketplace');
  const { db } = site;

  return {
    site,
    visitor,
    open: async (...parameters: Parameters<typeof portal.open>) => {
      const visit = await portal.open(...parameters);
      visit.page.setDefaultTimeout(8000);
      return visit;
    },
    /** Leaves two members with three ads, one of which has messages. */
    fill: async () => {
      await site.sql`delete from marketplace_users`;
      await site.sql`delete from events where event_name in ('Provloppet', 'Vasaloppet', 'Åbyloppet')`;
      const anna = await makeMember(db, {
        full_name: 'Anna Lindqvist',
        email: 'anna@example.se',
        phone_number: '+46 70-111 22 33',
        password_hash,
      });
      const bo = await makeMember(db, { full_name: 'Bo Ask', email: 'bo@example.se', phone_number: '08-1' });
      const event = await makeEvent(db, {
        event_name: 'Provloppet',
        event_date: '2027-01-16',
        ort: 'Provköping',
      });
      const other = await makeEvent(db, { event_name: 'Åbyloppet', event_date: '2027-05-22' });
      const completedAd = await makeAnnouncement(db, {
        user_id: bo.id,
        event_id: other.id,
        is_completed: true,
      });
      const wantedAd = await makeAnnouncement(db, {
        user_id: bo.id,
        event_id: event.id,
        announcement_type: 'wanted',
        is_active: false,
      });
      const { announcement: ad } = await makeConversation(db, {
        owner: anna,
        participant: bo,
        event_name: 'Vasaloppet',
        description: 'Startled 3.',
        written: [
          { by: bo, text: 'Är platsen kvar?', at: '2027-01-10T08:00:00Z' },
          { by: anna, text: 'Ja, den är kvar.', at: '2027-01-10T09:00:00Z' },
        ],
      });
      await site.sql`update announcements set event_id = ${event.id} where id = ${ad.id}`;
      return { anna, bo, event, ad, wantedAd, completedAd };
    },
    /** What a visitor sees: the ads in the list, and the count on the event's card. */
    readPublicPages: async (): Promise<{ ads: string[]; cardCount: string }> => {
      const { page } = visitor;
      await page.goto(`${site.url}/marketplace`);
      await page.locator('.ad-card, .empty-state').first().waitFor();
      const ads = (await page.locator('.ad-card-number').allTextContents()).sort();
      // Wait for the network: if the page has no counts yet, they arrive with a later request.
      await page.goto(`${site.url}/?q=Provloppet`, { waitUntil: 'networkidle' });
      const card = page.getByRole('article', { name: 'Provloppet' });
      await card.waitFor();
      await untilSettled(page);
      const cardCount = (await card.textContent())?.match(/\d+ (säljes|söks)/)?.[0] ?? 'none';
      expect(visitor.problems).toEqual([]);
      return { ads, cardCount };
    },
  };
}
