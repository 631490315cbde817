import { beforeEach, describe, expect, test } from 'bun:test';
import { mailStops, outbox, rateLimits } from '#db/schema/index.ts';
import { mailboxOf } from '#src/platform/mail/unconfirmed.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { makeNotice } from '#tests/support/moderation.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { until } from '#tests/support/process.ts';
import { newCaller } from '#tests/support/transports.ts';

const EMAIL = 'nagon@example.com';
const HOUR_LIMIT = 3;
const DAY_LIMIT = 10;

const app = await appOfFile({ mail: true });
beforeEach(async () => {
  for (const table of [rateLimits, mailStops, outbox]) await app.db.delete(table);
});
const untilSent = () => until(async () => (await app.db.select().from(outbox)).length === 0, 10_000);

let counter = 0;
/** What a stranger can have mailed to an address that they type. */
const CAUSES: Record<string, (email: string) => Promise<unknown>> = {
  'a proposal': (submitter_email) =>
    app.api('POST /events/submit', {
      headers: newCaller(),
      body: {
        event_name: `Loppet ${++counter}`,
        event_date: '2099-06-05',
        distances: '10 km',
        sport_type: 'Löpning',
        submitter_name: 'Bo',
        submitter_email,
      },
    }),
  'a new watch': (email) =>
    app.api('POST /watches', {
      headers: newCaller(),
      body: { kind: 'search', query: `q=lopp${++counter}`, cadence: 'daily', email },
    }),
  'a report of an ad': async (email) => {
    const { order_number } = await makeAnnouncement(app.db);
    return app.api('POST /notices', {
      headers: newCaller(),
      body: {
        url: `/marketplace/annons/${order_number}`,
        explanation: 'Fel',
        name: 'Bo',
        email,
        good_faith: true,
      },
    });
  },
  'a registration': (email) =>
    app.api('POST /marketplace/register', {
      headers: newCaller(),
      body: {
        email,
        full_name: 'Bo Ek',
        phone_number: '070-1',
        password: 'Ordning2027',
        confirm_password: 'Ordning2027',
      },
    }),
};
const causeAll = async (email: string) => {
  for (const cause of Object.values(CAUSES)) await cause(email);
  await untilSent();
};

test.each([
  ['Bo+lopp@Example.se', 'bo@example.se'],
  ['bo.ek+a+b@gmail.com', 'boek@gmail.com'],
  ['bo.ek@googlemail.com', 'boek@gmail.com'],
  ['bo.ek@example.se', 'bo.ek@example.se'],
  ['anna@exämple.se', 'anna@xn--exmple-cua.se'],
])('%s is delivered to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('mails to an address that nobody has confirmed', () => {
  test('share three an hour and ten a day, whatever caused them and however the address is written', async () => {
    const variants = ['nyss', 'nyss+a', 'NYSS', 'nyss+b'].map((name) => `${name}@example.com`);
    const received = async () =>
      (await Promise.all([...new Set(variants.map((email) => email.toLowerCase()))].map(app.mailsTo))).flat()
        .length;
    for (const email of variants) await causeAll(email);
    expect(await received()).toBe(HOUR_LIMIT);
    for (let hour = 0; hour < 4; hour++) {
      await app.sql`delete from rate_limits where key like 'mail-unconfirmed:%'`;
      for (const email of variants) await causeAll(email);
    }
    expect(await received()).toBe(DAY_LIMIT);
  });

  test.each(Object.entries(CAUSES))('can be stopped without login: one about %s', async (name, cause) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    await cause(email);
    const mail = await app.nextMail(email);
    const link = mail.links.find((url) => url.includes('/mejl/stopp/')) ?? '';
    expect(mail.text).toContain('Mejla mig inte mer');
    const token = link.split('/').at(-1);
    expect((await app.api(`GET /mail-stops/${token}`)).body).toEqual({ is_stopped: false });
    expect((await app.api(`POST /mail-stops/${token}`)).body).toEqual({ is_stopped: true });
    expect((await app.api(`GET /mail-stops/${token}`)).body).toEqual({ is_stopped: true });
    await causeAll(email);
    await causeAll(email.replace('@', '+tagg@'));
    expect([
      ...(await app.mailsTo(email)),
      ...(await app.mailsTo(email.replace('@', '+tagg@'))),
    ]).toHaveLength(1);
    expect((await app.api(`DELETE /mail-stops/${token}`)).body).toEqual({ is_stopped: false });
    await app.db.delete(rateLimits);
    await CAUSES['a new watch']?.(email);
    expect((await app.nextMail(email)).subject).toStartWith('Bekräfta bevakningen');
  });

  test('are stopped by the button of the mail program, and opening the link changes nothing', async () => {
    await CAUSES['a proposal']?.(EMAIL);
    const { headers } = await app.nextMail(EMAIL);
    const value = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const path = new URL(/https?:[^>]+/.exec(value)?.[0] ?? '').pathname;
    await fetch(`${app.url}${path}`);
    expect(await app.db.select().from(mailStops)).toEqual([]);
    const response = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    expect(await app.db.select().from(mailStops)).toHaveLength(1);
  });

  test('that an admin causes do not count, and are stopped too', async () => {
    const email = 'beslut@example.com';
    const { id } = await makeNotice(app.db, {
      email,
      decision: 'kept',
      decided_at: new Date().toISOString(),
    });
    const decide = async () => {
      await app.db.transaction((tx) => enqueueMail(tx, { kind: 'notice.decided', about: { notice_id: id } }));
      await untilSent();
    };
    for (let count = 0; count < HOUR_LIMIT + 2; count++) await decide();
    const mails = await app.mailsTo(email);
    expect(mails).toHaveLength(HOUR_LIMIT + 2);
    const link = mails[0]?.links.find((url) => url.includes('/mejl/stopp/')) ?? '';
    await app.api(`POST /mail-stops/${link.split('/').at(-1)}`);
    await decide();
    expect(await app.mailsTo(email)).toHaveLength(HOUR_LIMIT + 2);
  });

  test.each(['x', 'AAAA', `${'A'.repeat(64)}`])('ignore the forged link %s', async (token) => {
    const { status, body } = await app.api(`POST /mail-stops/${token}`);
    expect([status, (body as { code: string }).code]).toEqual([400, 'mail.link_invalid']);
    expect(await app.db.select().from(mailStops)).toEqual([]);
  });
});
