import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { outbox, watchers, watches, watchNews, watchRequests } from '#db/schema/index.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { testApp } from '#tests/support/app.ts';
import { makeEvent } from '#tests/support/content.ts';
import { until } from '#tests/support/process.ts';
import { type MailBehavior, smtpServer } from '#tests/support/smtp.ts';

const NOW = '2027-01-15T12:00:00.000Z';
const EMAIL = 'borta@example.com';

let behavior: MailBehavior = 'accept';
const smtp = smtpServer(() => behavior);
await smtp.open();
const app = await testApp({ mail: true, now: () => new Date(NOW), environment: { SMTP_URL: smtp.url() } });
afterAll(async () => {
  await app.stop();
  await smtp.close();
});
afterEach(async () => {
  const { db } = app;
  for (const table of [outbox, watchRequests, watchers]) await db.delete(table);
});

/** Watches a race and was asked whether to go on. Returns what each kind of mail to the address is about. */
async function makeWatcher() {
  const event = await makeEvent(app.db, { event_date: '2027-06-05' });
  const watcher_id = Bun.randomUUIDv7();
  const mail_id = Bun.randomUUIDv7();
  await app.db.insert(watchers).values({ id: watcher_id, email: EMAIL, last_number: 1 });
  const watched = { kind: 'event', event_id: event.id, cadence: 'direct' } as const;
  await app.db.insert(watches).values({
    ...watched,
    id: Bun.randomUUIDv7(),
    watcher_id,
    number: 1,
    created_at: '2026-01-01T00:00:00Z',
    renewed_at: '2026-01-01T00:00:00Z',
    asked_at: '2027-01-01T00:00:00Z',
  });
  await app.db.insert(watchNews).values({
    watcher_id,
    subject: 'event',
    subject_id: event.id,
    change: 'date:1',
    was: '2027-06-04',
    numbers: [1],
    mail_id,
    due_at: NOW,
  });
  const target = { ...watched, kind: 'market_sale', query: null, series_id: null, distance: null };
  const request_id = Bun.randomUUIDv7();
  await app.db.insert(watchRequests).values({
    id: request_id,
    email: EMAIL,
    cadence: 'direct',
    target: JSON.stringify({ ...target, min_price: null, max_price: null }),
  });
  return {
    'watch.confirm': { request_id, email: EMAIL },
    'watch.news': { watcher_id, mail_id, email: EMAIL },
    'watch.renewal': { watcher_id },
  };
}

/** Sends the mail to a server that behaves so. It was rejected `refusals` times before. */
async function sendMail(
  job: { kind: string; about: Record<string, string> },
  refusals: number,
  to: MailBehavior,
): Promise<void> {
  await enqueueMail(app.db, job, 60);
  behavior = to;
  await app.sql`update outbox set refusals = ${refusals}, due_at = now()`;
  await until(async () => {
    const [row] = await app.db.select().from(outbox);
    return row?.refusals === refusals + 1;
  }, 5000);
}

const stateOf = async () => {
  const [watcher] = await app.db.select().from(watchers);
  const [mail] = await app.db.select().from(outbox);
  return {
    watches: (await app.db.select().from(watches)).length,
    refused_at: watcher?.refused_at && new Date(watcher.refused_at).toISOString(),
    isGivenUp: mail?.failed_at !== null,
  };
};

describe('an address whose mail server refuses it', () => {
  test.each(['watch.confirm', 'watch.news', 'watch.renewal'] as const)(
    'loses its watches when a mail of the kind %s is given up',
    async (kind) => {
      const about = (await makeWatcher())[kind];
      await sendMail({ kind, about }, 6, 'refuse-receiver-550');
      expect(await stateOf()).toEqual({ watches: 1, refused_at: null, isGivenUp: false });
      await app.sql`delete from outbox`;
      await sendMail({ kind, about }, 7, 'refuse-receiver-550');
      expect(await stateOf()).toEqual({ watches: 0, refused_at: NOW, isGivenUp: true });
    },
  );

  test('loses its watches at the first answer if there is no such mailbox', async () => {
    const about = (await makeWatcher())['watch.news'];
    await sendMail({ kind: 'watch.news', about }, 0, 'unknown-receiver');
    expect(await stateOf()).toEqual({ watches: 0, refused_at: NOW, isGivenUp: true });
  });

  test.each([
    ['the content is refused', 'refuse-data-554', 7],
    ['the address is only deferred', 'refuse-receiver-450', 124],
  ] as const)('keeps its watches when %s until the mail is given up', async (_, refusal, refusals) => {
    const about = (await makeWatcher())['watch.news'];
    await sendMail({ kind: 'watch.news', about }, refusals, refusal);
    expect(await stateOf()).toEqual({ watches: 1, refused_at: null, isGivenUp: true });
  });
});
