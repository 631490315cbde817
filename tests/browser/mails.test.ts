import { afterAll, beforeAll, expect, test } from 'bun:test';
import { orderMail } from '../../src/platform/mail';
import { axeInBothSchemes, widerBy } from '../support/browser';
import { makeAccount, makeAnnouncement, makeEvent } from '../support/content';
import { type Site, startSite } from '../support/site';

/** A folder: pictures of all mails are left there, to be looked at. */
const PICTURES = process.env.MAIL_PICTURES;

let site: Site;
const html: Record<string, string> = {};

/** Long ones too: nothing may push a phone's screen wide. */
const PEOPLE = {
  usual: { full_name: 'Åsa Öberg', username: 'asa.oberg' },
  long: { full_name: `Åsa ${'Långtnamn'.repeat(12)}`, username: `asa.${'langtnamn'.repeat(12)}` },
};

beforeAll(async () => {
  site = await startSite();
  for (const [who, person] of Object.entries(PEOPLE)) await makeMails(who, person);
});
afterAll(() => site.stop());

async function makeMails(who: string, person: { full_name: string; username: string }) {
  const { db } = site.context.database;
  const { id, email } = await makeAccount(db, { ...person, email: `${who}@example.se`, is_verified: false });
  const sender = await makeAccount(db, { full_name: person.full_name.replace('Åsa', 'Örjan') });
  const event = await makeEvent(db, { event_name: `Lidingöloppet ${who === 'long' ? 'x'.repeat(180) : ''}` });
  const ad = await makeAnnouncement(db, { user_id: id, event_id: event.id, distance: '30 km' });
  const [conversation] = await site.sql`
    with one as (insert into conversations (id, announcement_id, participant_id)
      values (${Bun.randomUUIDv7()}, ${ad.id}, ${sender.id}) returning id)
    insert into messages (id, conversation_id, sender_id, message_text)
      select ${Bun.randomUUIDv7()}, id, ${sender.id}, 'Hej' from one returning conversation_id as id`;
  const orders = {
    'account.verification': { user_id: id },
    'account.exists': { email },
    'account.reset': { email },
    'conversation.message': { conversation_id: conversation?.id, receiver_id: id },
  };
  const make = async (kind: string, about: Record<string, string>) => {
    await orderMail(db, { kind, about });
    html[`${kind} ${who}`] = (await site.nextMail(email)).html ?? '';
  };
  for (const [kind, about] of Object.entries(orders)) await make(kind, about);
  await site.sql`update marketplace_users set is_suspended = true where id = ${id}`;
  await make('account.data_link', { email });
}

const KINDS = [
  'account.verification',
  'account.exists',
  'account.reset',
  'conversation.message',
  'account.data_link',
];
const cases = KINDS.flatMap((kind) => [
  [`${kind} usual`, [390, 1280]] as const,
  [`${kind} long`, [320]] as const,
]);

test.each(cases)('%s, %j wide: nothing for axe, no sideways scroll', async (name, widths) => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(html[name] ?? '');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    if (PICTURES)
      await page.screenshot({ path: `${PICTURES}/${name.replace(' ', '-')}-${width}.png`, fullPage: true });
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await widerBy(page)).toBeLessThanOrEqual(0);
    const button = await page.locator('a.button').boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    expect(await page.locator('[role=main]').evaluate((main) => main.clientWidth)).toBeLessThanOrEqual(560);
  }
  // Nothing is fetched: no picture tells a sender that it was opened.
  expect(asked.filter((url) => url.startsWith('http'))).toEqual([]);
  await context.close();
});
