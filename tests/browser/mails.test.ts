import { expect, test } from 'bun:test';
import { renderMail } from '#src/platform/mail/layout.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { axeInBothSchemes, horizontalOverflow } from '#tests/support/browser.ts';
import { makeAccount, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { composeSamples } from '#tests/support/mail-samples.ts';
import { siteOfFile } from '#tests/support/site.ts';

/** Directory for screenshots of all mails, for review by hand. */
const SCREENSHOT_DIR = process.env.MAIL_PICTURES;

const htmlByMail: Record<string, string> = {};

/** A long name must not make a mail wider than a phone. */
const PEOPLE = {
  usual: { full_name: 'Åsa Öberg', username: 'asa.oberg' },
  long: { full_name: `Åsa ${'Långtnamn'.repeat(12)}`, username: `asa.${'langtnamn'.repeat(12)}` },
};

const site = await siteOfFile();
for (const [variant, person] of Object.entries(PEOPLE)) await makeMails(variant, person);
const names = { siteName: site.context.config.siteName, siteUrl: site.url };
for (const { kind, variant, mail } of await composeSamples({ ...site.context, siteUrl: site.url }))
  htmlByMail[`${kind} ${variant}`] = renderMail(mail, names).html;

async function makeMails(variant: string, person: { full_name: string; username: string }) {
  const { db } = site;
  const { id, email } = await makeAccount(db, {
    ...person,
    email: `${variant}@example.se`,
    is_verified: false,
  });
  const sender = await makeAccount(db, { full_name: person.full_name.replace('Åsa', 'Örjan') });
  const event = await makeEvent(db, {
    event_name: `Lidingöloppet ${variant === 'long' ? 'x'.repeat(180) : ''}`,
  });
  const ad = await makeAnnouncement(db, { user_id: id, event_id: event.id, distance: '30 km' });
  const [conversation] = await site.sql`
    with one as (insert into conversations (id, announcement_id, participant_id)
      values (${Bun.randomUUIDv7()}, ${ad.id}, ${sender.id}) returning id)
    insert into messages (id, conversation_id, sender_id, message_text)
      select ${Bun.randomUUIDv7()}, id, ${sender.id}, 'Hej' from one returning conversation_id as id`;
  const aboutByKind = {
    'account.verification': { user_id: id },
    'account.exists': { email },
    'account.reset': { email },
    'conversation.message': { conversation_id: conversation?.id, receiver_id: id },
  };
  const sendMail = async (kind: string, about: Record<string, string>) => {
    // They are more than a mailbox gets in an hour.
    await site.sql`delete from rate_limits`;
    await enqueueMail(db, { kind, about });
    htmlByMail[`${kind} ${variant}`] = (await site.nextMail(email)).html ?? '';
  };
  for (const [kind, about] of Object.entries(aboutByKind)) await sendMail(kind, about);
  await site.sql`update marketplace_users set is_suspended = true where id = ${id}`;
  await sendMail('account.data_link', { email });
}

const KINDS = [
  'account.verification',
  'account.exists',
  'account.reset',
  'conversation.message',
  'account.data_link',
];
const SAMPLES = [
  'watch.confirm new',
  'watch.news 25 items, of which 20 are shown',
  'watch.news long name',
  'watch.renewal several watches',
];
const cases = [
  ...KINDS.flatMap((kind) => [[`${kind} usual`, [390, 1280]] as const, [`${kind} long`, [320]] as const]),
  ...SAMPLES.map((name) => [name, [320, 800]] as const),
];

test.each(cases)(
  'the mail %s at a width of %j has no axe violations, does not scroll sideways and loads nothing',
  async (name, widths) => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(htmlByMail[name] ?? '');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      if (SCREENSHOT_DIR)
        await page.screenshot({
          path: `${SCREENSHOT_DIR}/${name.replace(' ', '-')}-${width}.png`,
          fullPage: true,
        });
      expect(await axeInBothSchemes(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      const button = await page.locator('a.button').boundingBox();
      expect(button?.height).toBeGreaterThanOrEqual(44);
      expect(await page.locator('[role=main]').evaluate((main) => main.clientWidth)).toBeLessThanOrEqual(560);
    }
    // No request: a remote image would tell the sender that the mail was opened.
    expect(requests.filter((url) => url.startsWith('http'))).toEqual([]);
    await context.close();
  },
);
