import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { classifyFailure, isPermanent, retryDelaySeconds } from '#src/platform/mail/failures.ts';
import { sweepOutbox } from '#src/platform/mail/queue.ts';
import type { Transport } from '#src/platform/mail/transport.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { openOutboxWorld, testComposers } from '#tests/support/outbox-world.ts';
import { until } from '#tests/support/process.ts';

const { enqueueTestMail, isOutboxEmpty, loadFirstRow, loadRows, startWorker, testDb } =
  await openOutboxWorld();

const makeAllDue = () => testDb().database.sql`update outbox set due_at = now()`;

/** An error in the form that nodemailer reports. */
const smtpError = (responseCode: number, command: string) =>
  Object.assign(new Error('550 <nr1@example.com> unknown'), {
    responseCode,
    command,
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  });
const connectionRefused = Object.assign(new Error('connect refused'), { code: 'ECONNECTION' });

describe('a mail that fails', () => {
  async function failRepeatedly(error: Error, attemptCount: number) {
    const { logged } = startWorker({ send: async () => Promise.reject(error) });
    await enqueueTestMail(1);
    for (let attempt = 1; attempt <= attemptCount; attempt++) {
      await until(async () => logged.length === attempt, 5000);
      await makeAllDue();
    }
    return logged;
  }

  test('is retried after longer and longer waits', async () => {
    const logged = await failRepeatedly(smtpError(450, 'RCPT TO'), 4);
    for (const [index, { fields }] of logged.entries()) {
      expect(fields.again_in_s).toBeWithin(Math.floor(4 * 2 ** index), Math.ceil(6 * 2 ** index) + 1);
    }
  });

  test('is not retried before it is due', async () => {
    const attemptedAddresses: string[] = [];
    const { logged } = startWorker({
      send: async ({ mail }) => {
        attemptedAddresses.push(mail.to);
        throw smtpError(450, 'RCPT TO');
      },
    });
    for (const number of [1, 2, 3]) {
      await enqueueTestMail(number);
      await until(async () => logged.length === number, 5000);
    }
    expect(attemptedAddresses).toEqual(['nr1@example.com', 'nr2@example.com', 'nr3@example.com']);
    expect((await loadFirstRow()).wait).toBeWithin(2, 6);
  });

  test('leaves neither addresses nor texts in the log', async () => {
    const logged = await failRepeatedly(smtpError(550, 'RCPT TO'), 1);
    expect(logged).toMatchObject([{ fields: { kind: 'test', reason: 'EENVELOPE', response: 550 } }]);
    expect(JSON.stringify(logged)).not.toContain('example.com');
  });

  test('because its composer threw is retried too, and does not delay the others', async () => {
    const sent: string[] = [];
    const { logged } = startWorker({
      composers: { ...testComposers, broken: () => Promise.reject(new Error('a bug')) },
      send: async ({ mail }) => void sent.push(mail.to),
    });
    await enqueueMail(testDb().database.db, { kind: 'broken', about: {} });
    await enqueueMail(testDb().database.db, { kind: 'nobody knows it', about: {} });
    await enqueueTestMail(1);
    await until(async () => logged.length === 2 && (await loadRows()).length === 2, 5000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test.each(['RCPT TO', 'DATA'])(
    'because it is rejected permanently at %s is given up at the eighth attempt and kept',
    async (command) => {
      const logged = await failRepeatedly(smtpError(550, command), 8);
      expect(logged.map(({ level }) => level)).toEqual([...Array(7).fill('warn'), 'error']);
      // The failed mail is due, but only the next mail is attempted.
      await enqueueTestMail(2);
      await until(async () => logged.length === 9, 5000);
      expect(logged[8]?.fields).toMatchObject({ attempts: 1 });
      expect(await loadFirstRow()).toMatchObject({ attempts: 8, refusals: 8, failed_at: expect.any(Date) });
    },
  );

  test('after a long outage of its server is not given up at the first deferral', async () => {
    await enqueueTestMail(1);
    // As after ten days of attempts, one a minute, with restarts in between.
    await testDb().database.sql`update outbox set attempts = 14000`;
    let attempts = 0;
    const { logged } = startWorker({
      firstPauseMs: 20,
      send: async () => {
        attempts++;
        if (attempts === 1) throw connectionRefused;
        if (attempts === 2) throw smtpError(450, 'RCPT TO');
      },
    });
    await until(async () => logged.length === 1, 5000);
    expect(await loadFirstRow()).toMatchObject({ refusals: 0, failed_at: null });
    await makeAllDue();
    await until(async () => logged.length === 2, 5000);
    expect(await loadFirstRow()).toMatchObject({ attempts: 14002, refusals: 1, failed_at: null });
    expect(logged[1]?.fields.again_in_s).toBeWithin(4, 7);
    await makeAllDue();
    await until(isOutboxEmpty, 5000);
    expect(attempts).toBe(3);
  });

  test('and was given up can be found and sent again with the statements in docs/operations.md', async () => {
    const page = await Bun.file(join(import.meta.dir, '../../docs/operations.md')).text();
    const [, code = ''] = page.match(/```sql\n([^`]*outbox[^`]*)```/) ?? [];
    const [findFailed = '', sendAgain = ''] = code.split(';');
    for (const number of [1, 2]) await enqueueTestMail(number);
    await testDb().database.sql`update outbox set failed_at = now(), attempts = 125, refusals = 125
      where about->>'number' = '1'`;
    const { id } = await loadFirstRow();
    expect(await testDb().database.sql.unsafe(findFailed)).toMatchObject([
      { id, kind: 'test', refusals: 125 },
    ]);
    await testDb().database.sql.unsafe(sendAgain);
    expect(await loadRows()).toMatchObject([
      { number: '1', refusals: 0, failed_at: null },
      { number: '2', failed_at: null },
    ]);
    expect((await loadFirstRow()).wait).toBeLessThanOrEqual(0);
  });

  test('and was given up is sent once failed_at is null again, and otherwise deleted after three months', async () => {
    await enqueueTestMail(1);
    await enqueueTestMail(2);
    await testDb().database.sql`update outbox set failed_at = now() - interval '89 days'`;
    await testDb().database
      .sql`update outbox set failed_at = now() - interval '91 days' where about->>'number' = '2'`;
    await sweepOutbox(testDb().database.db);
    expect(await loadRows()).toMatchObject([{ number: '1' }]);
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await enqueueTestMail(3);
    await until(async () => (await loadRows()).length === 1, 5000);
    expect(sent).toEqual(['nr3@example.com']);
    await testDb().database.sql`update outbox set failed_at = null`;
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual(['nr3@example.com', 'nr1@example.com']);
  });
});

describe('an unavailable mail server', () => {
  test('makes no mail fail, and pauses all of them for longer and longer', async () => {
    const attemptTimes: number[] = [];
    let isUnavailable = true;
    const { logged } = startWorker({
      firstPauseMs: 250,
      send: async () => {
        attemptTimes.push(performance.now());
        if (isUnavailable) throw connectionRefused;
      },
    });
    await Promise.all(Array.from({ length: 20 }, (_, number) => enqueueTestMail(number)));
    await until(async () => logged.length >= 12, 20_000);
    // Four at a time, then a pause.
    const [firstAt = 0, , , , secondAt = 0, , , , thirdAt = 0] = attemptTimes;
    expect(secondAt - firstAt).toBeWithin(240, 1000);
    expect(thirdAt - secondAt).toBeWithin(490, 1500);
    expect((await loadRows()).filter(({ failed_at }) => failed_at)).toEqual([]);
    isUnavailable = false;
    const startedAt = performance.now();
    while (!(await isOutboxEmpty()) && performance.now() - startedAt < 20_000) {
      await makeAllDue();
      await Bun.sleep(100);
    }
    expect(await loadRows()).toHaveLength(0);
  });

  test('is not assumed when an address cannot be passed to it', () => {
    const invalidRecipient = Object.assign(new Error('Invalid recipient'), {
      code: 'EENVELOPE',
      command: 'API',
    });
    expect(classifyFailure(invalidRecipient)).toBe('refused');
  });

  test('is assumed when the server rejects everything, so that no mail is given up', () => {
    for (const error of [
      connectionRefused,
      smtpError(550, 'MAIL FROM'),
      smtpError(421, 'RCPT TO'),
      Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }),
      Object.assign(new Error('no'), { name: 'AbortError' }),
    ]) {
      expect(classifyFailure(error)).toBe('away');
      expect(isPermanent(classifyFailure(error), { attempts: 100_000, refusals: 100_000 })).toBe(false);
    }
  });

  test('delays a mail by at most a minute once it is back', () => {
    expect(retryDelaySeconds('away', { attempts: 1, refusals: 0 }, 0)).toBe(4);
    expect(retryDelaySeconds('away', { attempts: 50, refusals: 0 }, 0.5)).toBe(60);
    expect(retryDelaySeconds('deferred', { attempts: 50, refusals: 50 }, 0.5)).toBe(3600);
  });

  test('that hangs is aborted after a time limit', async () => {
    const { logged } = startWorker({ send: hangingSend, sendTimeoutMs: 300 });
    await enqueueTestMail(1);
    await until(async () => logged.length === 1, 5000);
  });
});

const hangingSend: Transport['send'] = (_mail, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a mail is not sent again when the database is unavailable right after it was sent', async () => {
  const sent: string[] = [];
  let failures = 3;
  const { db } = testDb().database;
  const flakyDb: typeof db = Object.create(db, {
    delete: {
      value: (table: never) => {
        if (failures-- > 0) throw new Error('unavailable');
        return db.delete(table);
      },
    },
  });
  await enqueueTestMail(1);
  startWorker({ db: flakyDb, send: async ({ mail }) => void sent.push(mail.to) });
  await until(isOutboxEmpty, 5000);
  expect(failures).toBeLessThan(0);
  expect(sent).toEqual(['nr1@example.com']);
});

describe('stopping', () => {
  test('lets mails that are being sent finish, and starts no other', async () => {
    const sent: string[] = [];
    await Promise.all(Array.from({ length: 6 }, (_, number) => enqueueTestMail(number)));
    const { stop } = startWorker({
      send: async ({ mail }) => {
        await Bun.sleep(400);
        sent.push(mail.to);
      },
    });
    await until(async () => (await loadRows()).some(({ attempts }) => attempts > 0), 5000);
    await stop();
    expect(sent).toHaveLength(4);
    expect(await loadRows()).toHaveLength(2);
  });

  test('aborts a hanging mail after the time limit, and the mail is due at the next start', async () => {
    const { stop } = startWorker({ send: hangingSend, stopTimeoutMs: 300 });
    await enqueueTestMail(1);
    await until(async () => (await loadFirstRow()).attempts === 1, 5000);
    await stop();
    expect((await loadFirstRow()).wait).toBeLessThanOrEqual(0);
  });
});
