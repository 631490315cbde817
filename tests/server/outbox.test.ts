import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outbox } from '#db/schema/index.ts';
import { claimMails, deleteMail } from '#src/platform/mail/queue.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { readMail } from '#tests/support/mails.ts';
import { openOutboxWorld } from '#tests/support/outbox-world.ts';
import { until } from '#tests/support/process.ts';

const { dir, enqueueTestMail, isOutboxEmpty, loadFirstRow, loadRows, startWorker, testDb } =
  await openOutboxWorld();

const listMailFiles = async () =>
  (await readdir(join(dir().path, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'));

describe('a queued mail', () => {
  test('is committed or rolled back with its cause', async () => {
    const rolledBack = testDb().database.db.transaction(async (tx) => {
      await enqueueMail(tx, { kind: 'test', about: { number: '1' } });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await loadRows()).toHaveLength(0);
    await testDb().database.db.transaction((tx) => enqueueMail(tx, { kind: 'test', about: { number: '2' } }));
    expect(await loadRows()).toMatchObject([{ number: '2', attempts: 0 }]);
  });

  test('may contain a long text', async () => {
    const comment = randomBytes(3600).toString('base64');
    await enqueueMail(testDb().database.db, { kind: 'test', about: { number: '1', comment } });
    expect(await loadRows()).toMatchObject([{ number: '1' }]);
  });

  test('with a delay is not sent before the delay is over', async () => {
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await enqueueTestMail(1, 60);
    for (const number of [2, 3]) {
      await enqueueTestMail(number);
      await until(async () => (await loadRows()).length === 1, 5000);
    }
    expect(sent).toEqual(['nr2@example.com', 'nr3@example.com']);
    expect((await loadFirstRow()).wait).toBeWithin(50, 60);
  });

  test('repeated while it waits makes one mail', async () => {
    for (const number of [1, 2, 1, 1]) await enqueueTestMail(number);
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await until(isOutboxEmpty, 5000);
    expect(sent.sort()).toEqual(['nr1@example.com', 'nr2@example.com']);
  });

  test('repeated by a machine with a slow clock still counts as the last', async () => {
    const [FIRST_ID, REPEATED_ID] = [
      '01a00000-0000-7000-8000-000000000000',
      '01900000-0000-7000-8000-000000000000',
    ];
    for (const id of [FIRST_ID, REPEATED_ID]) {
      await testDb()
        .database.db.insert(outbox)
        .values({ id, kind: 'test', about: { number: '1' } });
    }
    const sent: string[] = [];
    startWorker({ send: async ({ id }) => void sent.push(id) });
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual([REPEATED_ID]);
  });

  test('is sent too when it is committed while an equal one is being sent', async () => {
    const { db } = testDb().database;
    const sent: string[] = [];
    await db.transaction(async (tx) => {
      // The queued mail gets the start time of its transaction, which is now.
      await tx.execute('select 1');
      await enqueueTestMail(1);
      expect((await claimMails(db, 1, 60)).claimed).toHaveLength(1);
      await enqueueMail(tx, { kind: 'test', about: { number: '1' } });
    });
    const [claimedOrder] = await testDb().database.sql`select id from outbox where attempts = 1`;
    startWorker({ send: async ({ id }) => void sent.push(id) });
    await until(async () => (await loadRows()).length === 1, 5000);
    expect(sent).toHaveLength(1);
    expect(await loadRows()).toMatchObject([{ id: claimedOrder?.id }]);
  });

  test('repeated while the server was unavailable makes one mail once it is back', async () => {
    for (let i = 0; i < 3; i++) await enqueueTestMail(1);
    await testDb().database.sql`update outbox set attempts = 7`;
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test('repeated a hundred times does not delay the others', async () => {
    for (let i = 0; i < 100; i++) await enqueueTestMail(1);
    await enqueueTestMail(2);
    const sent: string[] = [];
    startWorker({ pollMs: 60_000, send: async ({ mail }) => void sent.push(mail.to) });
    await until(isOutboxEmpty, 5000);
    expect(sent.sort()).toEqual(['nr1@example.com', 'nr2@example.com']);
  });

  test('is removed unsent if its composer returns no mail', async () => {
    const sent: OutgoingMail[] = [];
    startWorker({ composers: { test: async () => undefined }, send: async (mail) => void sent.push(mail) });
    await enqueueTestMail(1);
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual([]);
  });
});

describe('the file outbox', () => {
  test('stores each mail whole, named by its time and id and readable only by the owner of the file', async () => {
    await enqueueTestMail(1);
    const { id } = await loadFirstRow();
    const { logged } = startWorker();
    await until(isOutboxEmpty, 5000);
    const [name = ''] = await listMailFiles();
    expect(name).toMatch(new RegExp(`^\\d{8}T\\d{6}Z-${id}\\.eml$`));
    const file = join(dir().path, 'outbox', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await Bun.file(file).bytes();
    const mail = await readMail(bytes);
    expect(mail).toMatchObject({
      subject: 'Nummer 1',
      from: { name: 'Loppkalendern', address: 'no-reply@lopp.example' },
      to: [{ name: 'Åsa', address: 'nr1@example.com' }],
      messageId: `<${id}@lopp.example>`,
    });
    expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(60_000);
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(logged.filter(({ level }) => level === 'info')).toMatchObject([{ fields: { file } }]);
  });

  test('contains a mail once, even if it is sent twice', async () => {
    await enqueueTestMail(1);
    const [storedOrder] = await testDb().database.sql`select * from outbox`;
    startWorker();
    await until(isOutboxEmpty, 5000);
    // As after a crash between writing the file and removing the mail from the queue.
    await testDb().database
      .sql`insert into outbox ${testDb().database.sql({ ...storedOrder, due_at: new Date() } as never)}`;
    await until(isOutboxEmpty, 5000);
    expect(await listMailFiles()).toHaveLength(1);
    expect(await readdir(join(dir().path, 'outbox'))).toHaveLength(1);
  });
});

test('a worker sends a backlog without a pause between mails', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, number) => enqueueTestMail(number)));
  startWorker({ send: async () => {}, pollMs: 60_000 });
  await until(isOutboxEmpty, 10_000);
});

describe('several workers', () => {
  test('on one outbox never send a mail twice while they live', async () => {
    const sent: string[] = [];
    const send = async ({ mail }: OutgoingMail) => {
      await Bun.sleep(Math.random() * 8);
      sent.push(mail.to);
    };
    for (let worker = 0; worker < 4; worker++) startWorker({ send });
    await Promise.all(Array.from({ length: 200 }, (_, number) => enqueueTestMail(number)));
    await until(isOutboxEmpty, 20_000);
    expect(sent).toHaveLength(200);
    expect(new Set(sent).size).toBe(200);
  });

  test('do not take over a mail after its lease while its sender lives', async () => {
    const sent: string[] = [];
    const sendSlowly = async ({ mail }: OutgoingMail) => {
      sent.push(mail.to);
      await Bun.sleep(2500);
    };
    startWorker({ send: sendSlowly, leaseSeconds: 1 });
    startWorker({ send: sendSlowly, leaseSeconds: 1 });
    await enqueueTestMail(1);
    await until(isOutboxEmpty, 10_000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test('take over the mails of a worker that has died', async () => {
    await enqueueTestMail(1);
    expect((await claimMails(testDb().database.db, 4, 1)).claimed).toHaveLength(1);
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await enqueueTestMail(2);
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual(['nr2@example.com', 'nr1@example.com']);
  });

  test('keep a claim that was taken over when its first worker finishes late', async () => {
    await enqueueTestMail(1);
    const [firstClaim] = (await claimMails(testDb().database.db, 1, 0)).claimed;
    await claimMails(testDb().database.db, 1, 60);
    if (firstClaim) await deleteMail(testDb().database.db, firstClaim);
    expect(await loadFirstRow()).toMatchObject({ attempts: 2 });
  });
});
