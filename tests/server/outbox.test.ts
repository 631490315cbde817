import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outbox } from '#db/schema/index.ts';
import { readConfig } from '#src/platform/config.ts';
import { openNotifications } from '#src/platform/database/notify.ts';
import type { Db } from '#src/platform/database.ts';
import { createLog } from '#src/platform/log.ts';
import { classifyFailure, isPermanent, retryDelaySeconds } from '#src/platform/mail/failures.ts';
import { claimMails, deleteMail, sweepOutbox } from '#src/platform/mail/queue.ts';
import type { OutgoingMail, Transport } from '#src/platform/mail/transport.ts';
import { startMailWorker } from '#src/platform/mail/worker.ts';
import { type Composers, enqueueMail } from '#src/platform/mail.ts';
import { openOutbound } from '#src/platform/outbound/index.ts';
import { openUploads } from '#src/platform/uploads.ts';
import { TRUSTED_CLOCK } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { readMail } from '#tests/support/mails.ts';
import { temporaryDir, until } from '#tests/support/process.ts';

let testDb: Awaited<ReturnType<typeof testDatabase>>;
let dir: ReturnType<typeof temporaryDir>;
let cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  testDb = await testDatabase();
  dir = temporaryDir();
});
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
  await testDb.drop();
  dir.remove();
});

const enqueueTestMail = (number: number | string, delay?: number) =>
  enqueueMail(testDb.database.db, { kind: 'test', about: { number: String(number) } }, delay);

type Row = {
  id: string;
  attempts: number;
  refusals: number;
  failed_at: Date | null;
  wait: number;
  number: string;
};
const loadRows = () => testDb.database.sql<Row[]>`
  select id, attempts, refusals, failed_at, about->>'number' as number, extract(epoch from due_at - now())::float as wait
  from outbox order by id`;
const loadFirstRow = async () => (await loadRows())[0] as Row;
const isOutboxEmpty = async () => (await loadRows()).length === 0;
const makeAllDue = () => testDb.database.sql`update outbox set due_at = now()`;

const testComposers: Composers = {
  test: async (_ctx, { number }) => ({
    to: `nr${number}@example.com`,
    name: 'Åsa',
    subject: `Nummer ${number}`,
    preheader: 'Prov',
    paragraphs: ['Ett prov.'],
    button: { label: 'Öppna', url: 'http://localhost/x' },
    notes: [],
  }),
};

function startWorker({
  send,
  db = testDb.database.db,
  composers = testComposers,
  ...options
}: {
  send?: Transport['send'];
  db?: Db;
  composers?: Composers;
  leaseSeconds?: number;
  sendTimeoutMs?: number;
  stopTimeoutMs?: number;
  firstPauseMs?: number;
  pollMs?: number;
} = {}) {
  const config = readConfig({ DATA_DIR: dir.path, PUBLIC_URL: 'https://lopp.example' });
  const log = createLog('silent');
  const logged: { level: string; fields: Record<string, unknown> }[] = [];
  for (const level of ['warn', 'error', 'info'] as const) {
    log[level] = ((fields: Record<string, unknown>) => logged.push({ level, fields })) as never;
  }
  const ctx = {
    config,
    database: { ...testDb.database, db },
    log,
    notifications: openNotifications(testDb.database.sql, log),
    now: () => new Date(),
    uploads: openUploads(config),
    outbound: openOutbound(config),
    clock: TRUSTED_CLOCK,
    siteUrl: 'https://lopp.example',
  };
  const transport = send && { send, close: () => {} };
  const worker = startMailWorker(ctx, composers, { pollMs: 10, transport, ...options });
  cleanups.push(worker.stop);
  return { ...worker, logged };
}

/** An error in the form that nodemailer reports. */
const smtpError = (responseCode: number, command: string) =>
  Object.assign(new Error('550 <nr1@example.com> unknown'), {
    responseCode,
    command,
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  });
const connectionRefused = Object.assign(new Error('connect refused'), { code: 'ECONNECTION' });

const listMailFiles = async () =>
  (await readdir(join(dir.path, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'));

describe('a queued mail', () => {
  test('is committed or rolled back with its cause', async () => {
    const rolledBack = testDb.database.db.transaction(async (tx) => {
      await enqueueMail(tx, { kind: 'test', about: { number: '1' } });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await loadRows()).toHaveLength(0);
    await testDb.database.db.transaction((tx) => enqueueMail(tx, { kind: 'test', about: { number: '2' } }));
    expect(await loadRows()).toMatchObject([{ number: '2', attempts: 0 }]);
  });

  test('may contain a long text', async () => {
    const comment = randomBytes(3600).toString('base64');
    await enqueueMail(testDb.database.db, { kind: 'test', about: { number: '1', comment } });
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
      await testDb.database.db.insert(outbox).values({ id, kind: 'test', about: { number: '1' } });
    }
    const sent: string[] = [];
    startWorker({ send: async ({ id }) => void sent.push(id) });
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual([REPEATED_ID]);
  });

  test('is sent too when it is committed while an equal one is being sent', async () => {
    const { db } = testDb.database;
    const sent: string[] = [];
    await db.transaction(async (tx) => {
      // The queued mail gets the start time of its transaction, which is now.
      await tx.execute('select 1');
      await enqueueTestMail(1);
      expect((await claimMails(db, 1, 60)).claimed).toHaveLength(1);
      await enqueueMail(tx, { kind: 'test', about: { number: '1' } });
    });
    const [claimedOrder] = await testDb.database.sql`select id from outbox where attempts = 1`;
    startWorker({ send: async ({ id }) => void sent.push(id) });
    await until(async () => (await loadRows()).length === 1, 5000);
    expect(sent).toHaveLength(1);
    expect(await loadRows()).toMatchObject([{ id: claimedOrder?.id }]);
  });

  test('repeated while the server was unavailable makes one mail once it is back', async () => {
    for (let i = 0; i < 3; i++) await enqueueTestMail(1);
    await testDb.database.sql`update outbox set attempts = 7`;
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
    const file = join(dir.path, 'outbox', name);
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
    const [storedOrder] = await testDb.database.sql`select * from outbox`;
    startWorker();
    await until(isOutboxEmpty, 5000);
    // As after a crash between writing the file and removing the mail from the queue.
    await testDb.database
      .sql`insert into outbox ${testDb.database.sql({ ...storedOrder, due_at: new Date() } as never)}`;
    await until(isOutboxEmpty, 5000);
    expect(await listMailFiles()).toHaveLength(1);
    expect(await readdir(join(dir.path, 'outbox'))).toHaveLength(1);
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
    expect((await claimMails(testDb.database.db, 4, 1)).claimed).toHaveLength(1);
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await enqueueTestMail(2);
    await until(isOutboxEmpty, 5000);
    expect(sent).toEqual(['nr2@example.com', 'nr1@example.com']);
  });

  test('keep a claim that was taken over when its first worker finishes late', async () => {
    await enqueueTestMail(1);
    const [firstClaim] = (await claimMails(testDb.database.db, 1, 0)).claimed;
    await claimMails(testDb.database.db, 1, 60);
    if (firstClaim) await deleteMail(testDb.database.db, firstClaim);
    expect(await loadFirstRow()).toMatchObject({ attempts: 2 });
  });
});

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
    await enqueueMail(testDb.database.db, { kind: 'broken', about: {} });
    await enqueueMail(testDb.database.db, { kind: 'nobody knows it', about: {} });
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
    await testDb.database.sql`update outbox set attempts = 14000`;
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
    await testDb.database.sql`update outbox set failed_at = now(), attempts = 125, refusals = 125
      where about->>'number' = '1'`;
    const { id } = await loadFirstRow();
    expect(await testDb.database.sql.unsafe(findFailed)).toMatchObject([{ id, kind: 'test', refusals: 125 }]);
    await testDb.database.sql.unsafe(sendAgain);
    expect(await loadRows()).toMatchObject([
      { number: '1', refusals: 0, failed_at: null },
      { number: '2', failed_at: null },
    ]);
    expect((await loadFirstRow()).wait).toBeLessThanOrEqual(0);
  });

  test('and was given up is sent once failed_at is null again, and otherwise deleted after three months', async () => {
    await enqueueTestMail(1);
    await enqueueTestMail(2);
    await testDb.database.sql`update outbox set failed_at = now() - interval '89 days'`;
    await testDb.database
      .sql`update outbox set failed_at = now() - interval '91 days' where about->>'number' = '2'`;
    await sweepOutbox(testDb.database.db);
    expect(await loadRows()).toMatchObject([{ number: '1' }]);
    const sent: string[] = [];
    startWorker({ send: async ({ mail }) => void sent.push(mail.to) });
    await enqueueTestMail(3);
    await until(async () => (await loadRows()).length === 1, 5000);
    expect(sent).toEqual(['nr3@example.com']);
    await testDb.database.sql`update outbox set failed_at = null`;
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
  const { db } = testDb.database;
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
