import type { Page } from 'playwright-core';
import { makeEvent, makeMember } from './content.ts';
import { type Member, visitAs } from './inbox.ts';
import { type Site, startSite } from './site.ts';

export const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const waitForFieldError = (page: Page, text: string) =>
  page.locator('.field-error', { hasText: text }).waitFor();
/** The name of the focused field, or the text of another focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

export const LONG_WORD = 'Långdistanslöpningsmästerskapskvalificeringstävling'.repeat(3).slice(0, 150);
/** An event with long words, which starts with `Provloppet` too. */
export const makeLongEvent = (db: Site['db']) =>
  makeEvent(db, {
    event_name: `Provloppet ${LONG_WORD}`,
    event_date: '2027-05-22',
    event_end_date: '2027-05-23',
    ort: LONG_WORD,
    distances: ['en halv klassiker '.repeat(3).trim()],
  });

type Options = NonNullable<Parameters<Site['visit']>[1]>;

export async function startOwnAds() {
  const site = await startSite();
  const { db } = site;
  const anna: Member = await makeMember(db, {
    full_name: 'Anna Lindqvist',
    created_at: '2025-03-04T08:00:00Z',
    last_login: '2027-01-14T20:02:00Z',
  });
  return {
    site,
    db,
    anna,
    /** Returns a new event, `Provloppet`. */
    reset: async () => {
      await site.sql`delete from announcements`;
      await site.sql`update marketplace_users set full_name = 'Anna Lindqvist' where id = ${anna.id}`;
      await site.sql`delete from events where event_name = 'Provloppet'`;
      return makeEvent(db, {
        event_name: 'Provloppet',
        event_date: '2027-05-22',
        ort: 'Provköping',
        distances: ['5 km', '21,1 km'],
      });
    },
    countAds: async () => (await site.sql`select count(*)::int as ads from announcements`)[0]?.ads,
    visit: async (path: string, options: Options = {}) => {
      const visit = await visitAs(site, anna, path, options);
      visit.page.setDefaultTimeout(10_000);
      await visit.page.locator('h1').waitFor();
      return visit;
    },
  };
}
