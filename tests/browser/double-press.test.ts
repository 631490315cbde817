import { beforeEach, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { asMember, type Member, makeConversation, threadPath } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const anna = await makeMember(site.db, { full_name: 'Anna Lindqvist' });
const per = await makeMember(site.db, { full_name: 'Per Holmström' });
beforeEach(async () => {
  await site.sql`delete from announcements`;
  await site.sql`delete from events where event_name = 'Provloppet'`;
  await makeEvent(site.db, { event_name: 'Provloppet', event_date: '2027-05-22', distances: ['5 km'] });
});

const field = (page: Page, name: string) => page.locator(`main [name="${name}"], dialog [name="${name}"]`);
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const countRows = async (table: string) =>
  (await site.sql.unsafe(`select count(*)::int as rows from ${table}`))[0]?.rows;

async function open(path: string, member: Member | undefined, procedure: string) {
  const visit = await site.visit(path, { prepare: member && asMember(member) });
  let calls = 0;
  visit.page.on('request', (request) => {
    // Batched calls share one request, whose path names each of them.
    calls += request.url().split(procedure).length - 1;
  });
  return { ...visit, calls: () => calls };
}

/** Without a render in between. */
const pressTwice = (locator: Locator) =>
  locator.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

async function expectOnce({ page, calls }: Awaited<ReturnType<typeof open>>, toast?: string) {
  if (toast) await page.locator('[data-sonner-toast]', { hasText: toast }).first().waitFor();
  await page.waitForTimeout(600);
  expect(await page.locator('[data-sonner-toast]').allTextContents()).toEqual(toast ? [toast] : []);
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  expect(calls()).toBe(1);
}

describe('two presses before the next render', () => {
  test('send one reply, by the button and by Enter', async () => {
    const { announcement } = await makeConversation(site.db, {
      owner: per,
      participant: anna,
      written: [{ by: anna, text: 'Är den kvar?', at: '2027-01-14T16:30:00Z' }],
    });
    const visit = await open(threadPath(announcement, anna), per, 'conversations.reply');
    const { page } = visit;
    await field(page, 'message_text').fill('Ja.');
    await pressTwice(button(page, 'Skicka'));
    await page.getByText('Svar skickat!').waitFor();
    await expectOnce(visit);
    expect(await countRows('messages')).toBe(2);
    await field(page, 'message_text').fill('Vill du ha den?');
    await field(page, 'message_text').evaluate((box) => {
      const enter = () => new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true });
      box.dispatchEvent(enter());
      box.dispatchEvent(enter());
    });
    await page.locator('.message', { hasText: 'Vill du ha den?' }).waitFor();
    await page.waitForTimeout(600);
    expect(await countRows('messages')).toBe(3);
    await visit.close();
  });
});
