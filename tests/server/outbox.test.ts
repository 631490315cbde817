import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outbox } from '../../db/schema';
import { readConfig } from '../../src/platform/config';
import type { Db } from '../../src/platform/database';
import { createLog } from '../../src/platform/log';
import { type Composers, orderMail } from '../../src/platform/mail';
import { backOff, faultOf, isLast } from '../../src/platform/mail/failures';
import { claim, finish, sweepOutbox } from '../../src/platform/mail/queue';
import type { Outgoing, Transport } from '../../src/platform/mail/transport';
import { startMail } from '../../src/platform/mail/worker';
import { openNotices } from '../../src/platform/notify';
import { openUploads } from '../../src/platform/uploads';
import { testDatabase } from '../support/database';
import { readMail } from '../support/mails';
import { temporaryDir, until } from '../support/process';

let kit: Awaited<ReturnType<typeof testDatabase>>;
let dir: ReturnType<typeof temporaryDir>;
let endings: (() => unknown)[] = [];

beforeEach(async () => {
  kit = await testDatabase();
  dir = temporaryDir();
});
afterEach(async () => {
  for (const end of endings.reverse()) await end();
  endings = [];
  await kit.drop();
  dir.remove();
});

const order = (number: number | string, delay?: number) =>
  orderMail(kit.database.db, { kind: 'test', about: { number: String(number) } }, delay);

type Row = {
  id: string;
  attempts: number;
  refusals: number;
  failed_at: Date | null;
  wait: number;
  number: string;
};
const rows = () => kit.database.sql<Row[]>`
  select id, attempts, refusals, failed_at, about->>'number' as number, extract(epoch from due_at - now())::float as wait
  from outbox order by id`;
const row = async () => (await rows())[0] as Row;
const isEmpty = async () => (await rows()).length === 0;
/** The wait of a row is over. */
const letTimePass = () => kit.database.sql`update outbox set due_at = now()`;

const letters: Composers = {
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

/** A worker in this process; without a transport of the test's own it writes files. */
function start({
  send,
  db = kit.database.db,
  composers = letters,
  ...options
}: {
  send?: Transport['send'];
  db?: Db;
  composers?: Composers;
  lease?: number;
  limit?: number;
  patience?: number;
  rest?: number;
  poll?: number;
} = {}) {
  const config = readConfig({ DATA_DIR: dir.path, PUBLIC_URL: 'https://lopp.example' });
  const log = createLog('silent');
  const told: { level: string; fields: Record<string, unknown> }[] = [];
  for (const level of ['warn', 'error', 'info'] as const) {
    log[level] = ((fields: Record<string, unknown>) => told.push({ level, fields })) as never;
  }
  const ctx = {
    config,
    database: { ...kit.database, db },
    log,
    notices: openNotices(kit.database.sql, log),
    now: () => new Date(),
    uploads: openUploads(config),
    siteUrl: 'https://lopp.example',
  };
  const transport = send && { send, close: () => {} };
  const worker = startMail(ctx, composers, { poll: 10, transport, ...options });
  endings.push(worker.stop);
  return { ...worker, told };
}

/** What an SMTP server answers, as nodemailer tells it. */
const answer = (responseCode: number, command: string) =>
  Object.assign(new Error('550 <nr1@example.com> unknown'), {
    responseCode,
    command,
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  });
const away = Object.assign(new Error('connect refused'), { code: 'ECONNECTION' });

const emails = async () =>
  (await readdir(join(dir.path, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'));

describe('an order', () => {
  test('stands or falls with the transaction of its cause', async () => {
    const failed = kit.database.db.transaction(async (tx) => {
      await orderMail(tx, { kind: 'test', about: { number: '1' } });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await rows()).toHaveLength(0);
    await kit.database.db.transaction((tx) => orderMail(tx, { kind: 'test', about: { number: '2' } }));
    expect(await rows()).toMatchObject([{ number: '2', attempts: 0 }]);
  });

  test('may be about a long text', async () => {
    const comment = randomBytes(3600).toString('base64');
    await orderMail(kit.database.db, { kind: 'test', about: { number: '1', comment } });
    expect(await rows()).toMatchObject([{ number: '1' }]);
  });

  test('that is put off waits so long', async () => {
    const sent: string[] = [];
    start({ send: async ({ mail }) => void sent.push(mail.to) });
    await order(1, 60);
    for (const number of [2, 3]) {
      await order(number);
      await until(async () => (await rows()).length === 1, 5000);
    }
    expect(sent).toEqual(['nr2@example.com', 'nr3@example.com']);
    expect((await row()).wait).toBeWithin(50, 60);
  });

  test('given again while it waits makes one mail', async () => {
    for (const number of [1, 2, 1, 1]) await order(number);
    const sent: string[] = [];
    start({ send: async ({ mail }) => void sent.push(mail.to) });
    await until(isEmpty, 5000);
    expect(sent.sort()).toEqual(['nr1@example.com', 'nr2@example.com']);
  });

  test('given again by a machine whose clock is slow is still the last', async () => {
    const [EARLY, LATE] = ['01a00000-0000-7000-8000-000000000000', '01900000-0000-7000-8000-000000000000'];
    for (const id of [EARLY, LATE]) {
      await kit.database.db.insert(outbox).values({ id, kind: 'test', about: { number: '1' } });
    }
    const sent: string[] = [];
    start({ send: async ({ id }) => void sent.push(id) });
    await until(isEmpty, 5000);
    expect(sent).toEqual([LATE]);
  });

  test('that became known while its like was on its way is sent too: that one knew nothing of it', async () => {
    const { db } = kit.database;
    const sent: string[] = [];
    await db.transaction(async (tx) => {
      // From here on its time runs.
      await tx.execute('select 1');
      await order(1);
      expect((await claim(db, 1, 60)).claimed).toHaveLength(1);
      await orderMail(tx, { kind: 'test', about: { number: '1' } });
    });
    const [onItsWay] = await kit.database.sql`select id from outbox where attempts = 1`;
    start({ send: async ({ id }) => void sent.push(id) });
    await until(async () => (await rows()).length === 1, 5000);
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ id: onItsWay?.id }]);
  });

  test('given several times while the server was away makes one mail once it is back', async () => {
    for (let times = 0; times < 3; times++) await order(1);
    await kit.database.sql`update outbox set attempts = 7`;
    const sent: string[] = [];
    start({ send: async ({ mail }) => void sent.push(mail.to) });
    await until(isEmpty, 5000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test('given a hundred times does not hold up the others', async () => {
    for (let times = 0; times < 100; times++) await order(1);
    await order(2);
    const sent: string[] = [];
    start({ poll: 60_000, send: async ({ mail }) => void sent.push(mail.to) });
    await until(isEmpty, 5000);
    expect(sent.sort()).toEqual(['nr1@example.com', 'nr2@example.com']);
  });

  test('with nothing to send any more goes without a mail', async () => {
    const sent: Outgoing[] = [];
    start({ composers: { test: async () => undefined }, send: async (mail) => void sent.push(mail) });
    await order(1);
    await until(isEmpty, 5000);
    expect(sent).toEqual([]);
  });
});

describe('the file outbox', () => {
  test('gets a whole mail under the time and id of its order, which is then done; only its owner reads it', async () => {
    await order(1);
    const { id } = await row();
    const { told } = start();
    await until(isEmpty, 5000);
    const [name = ''] = await emails();
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
    expect(told.filter(({ level }) => level === 'info')).toMatchObject([{ fields: { file } }]);
  });

  test('holds a mail once, also when it is sent again', async () => {
    await order(1);
    const [before] = await kit.database.sql`select * from outbox`;
    start();
    await until(isEmpty, 5000);
    // As after a crash between the file and the end of the order.
    await kit.database
      .sql`insert into outbox ${kit.database.sql({ ...before, due_at: new Date() } as never)}`;
    await until(isEmpty, 5000);
    expect(await emails()).toHaveLength(1);
    expect(await readdir(join(dir.path, 'outbox'))).toHaveLength(1);
  });
});

test('a worker sends a backlog without a pause between mails', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, number) => order(number)));
  start({ send: async () => {}, poll: 60_000 });
  await until(isEmpty, 10_000);
});

describe('several workers', () => {
  test('on one outbox never send one mail twice while they live', async () => {
    const sent: string[] = [];
    const send = async ({ mail }: Outgoing) => {
      await Bun.sleep(Math.random() * 8);
      sent.push(mail.to);
    };
    for (let worker = 0; worker < 4; worker++) start({ send });
    await Promise.all(Array.from({ length: 200 }, (_, number) => order(number)));
    await until(isEmpty, 20_000);
    expect(sent).toHaveLength(200);
    expect(new Set(sent).size).toBe(200);
  });

  test('keep off a mail that takes longer than the hold on it, as long as its sender lives', async () => {
    const sent: string[] = [];
    const slow = async ({ mail }: Outgoing) => {
      sent.push(mail.to);
      await Bun.sleep(2500);
    };
    start({ send: slow, lease: 1 });
    start({ send: slow, lease: 1 });
    await order(1);
    await until(isEmpty, 10_000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test('take over what one leaves that has died', async () => {
    await order(1);
    expect((await claim(kit.database.db, 4, 1)).claimed).toHaveLength(1);
    const sent: string[] = [];
    start({ send: async ({ mail }) => void sent.push(mail.to) });
    await order(2);
    await until(isEmpty, 5000);
    expect(sent).toEqual(['nr2@example.com', 'nr1@example.com']);
  });

  test('one that was thought dead does not undo what another does', async () => {
    await order(1);
    const [late] = (await claim(kit.database.db, 1, 0)).claimed;
    await claim(kit.database.db, 1, 60);
    if (late) await finish(kit.database.db, late);
    expect(await row()).toMatchObject({ attempts: 2 });
  });
});

describe('a mail that fails', () => {
  /** Lets attempts fail, each as soon as it may, until there were so many; answers what was logged of each. */
  async function failing(error: Error, times: number) {
    const { told } = start({ send: async () => Promise.reject(error) });
    await order(1);
    for (let attempt = 1; attempt <= times; attempt++) {
      await until(async () => told.length === attempt, 5000);
      await letTimePass();
    }
    return told;
  }

  test('is tried again after longer and longer', async () => {
    const told = await failing(answer(450, 'RCPT TO'), 4);
    for (const [index, { fields }] of told.entries()) {
      expect(fields.again_in_s).toBeWithin(Math.floor(4 * 2 ** index), Math.ceil(6 * 2 ** index) + 1);
    }
  });

  test('is not before its time', async () => {
    const tried: string[] = [];
    const { told } = start({
      send: async ({ mail }) => {
        tried.push(mail.to);
        throw answer(450, 'RCPT TO');
      },
    });
    for (const number of [1, 2, 3]) {
      await order(number);
      await until(async () => told.length === number, 5000);
    }
    expect(tried).toEqual(['nr1@example.com', 'nr2@example.com', 'nr3@example.com']);
    expect((await row()).wait).toBeWithin(2, 6);
  });

  test('leaves neither address nor words in the log', async () => {
    const told = await failing(answer(550, 'RCPT TO'), 1);
    expect(told).toMatchObject([{ fields: { kind: 'test', reason: 'EENVELOPE', response: 550 } }]);
    expect(JSON.stringify(told)).not.toContain('example.com');
  });

  test('because its composer threw is tried again too, and does not hold up the others', async () => {
    const sent: string[] = [];
    const { told } = start({
      composers: { ...letters, broken: () => Promise.reject(new Error('a bug')) },
      send: async ({ mail }) => void sent.push(mail.to),
    });
    await orderMail(kit.database.db, { kind: 'broken', about: {} });
    await orderMail(kit.database.db, { kind: 'nobody knows it', about: {} });
    await order(1);
    await until(async () => told.length === 2 && (await rows()).length === 2, 5000);
    expect(sent).toEqual(['nr1@example.com']);
  });

  test.each(['RCPT TO', 'DATA'])(
    'because it is refused for good at %s is given up at the eighth time and kept',
    async (command) => {
      const told = await failing(answer(550, command), 8);
      expect(told.map(({ level }) => level)).toEqual([...Array(7).fill('warn'), 'error']);
      // It is due, and stays where it is while the next one is tried.
      await order(2);
      await until(async () => told.length === 9, 5000);
      expect(told[8]?.fields).toMatchObject({ attempts: 1 });
      expect(await row()).toMatchObject({ attempts: 8, refusals: 8, failed_at: expect.any(Date) });
    },
  );

  test('once its server was away for long is not given up at the first deferral', async () => {
    await order(1);
    // As after ten days of trying: an attempt a minute, restarts among them.
    await kit.database.sql`update outbox set attempts = 14000`;
    let turn = 0;
    const { told } = start({
      rest: 20,
      send: async () => {
        turn++;
        if (turn === 1) throw away;
        if (turn === 2) throw answer(450, 'RCPT TO');
      },
    });
    await until(async () => told.length === 1, 5000);
    expect(await row()).toMatchObject({ refusals: 0, failed_at: null });
    await letTimePass();
    await until(async () => told.length === 2, 5000);
    expect(await row()).toMatchObject({ attempts: 14002, refusals: 1, failed_at: null });
    expect(told[1]?.fields.again_in_s).toBeWithin(4, 7);
    await letTimePass();
    await until(isEmpty, 5000);
    expect(turn).toBe(3);
  });

  test('and was given up is seen, and sent again from its beginnings, by the statements in docs/operations.md', async () => {
    const page = await Bun.file(join(import.meta.dir, '../../docs/operations.md')).text();
    const [, code = ''] = page.match(/```sql\n(.*?)```/s) ?? [];
    const [look = '', sendAgain = ''] = code.split(';');
    for (const number of [1, 2]) await order(number);
    await kit.database.sql`update outbox set failed_at = now(), attempts = 125, refusals = 125
      where about->>'number' = '1'`;
    const { id } = await row();
    expect(await kit.database.sql.unsafe(look)).toMatchObject([{ id, kind: 'test', refusals: 125 }]);
    await kit.database.sql.unsafe(sendAgain);
    expect(await rows()).toMatchObject([
      { number: '1', refusals: 0, failed_at: null },
      { number: '2', failed_at: null },
    ]);
    expect((await row()).wait).toBeLessThanOrEqual(0);
  });

  test('and was given up is sent when somebody lifts that; else it is cleared away after three months', async () => {
    await order(1);
    await order(2);
    await kit.database.sql`update outbox set failed_at = now() - interval '89 days'`;
    await kit.database
      .sql`update outbox set failed_at = now() - interval '91 days' where about->>'number' = '2'`;
    await sweepOutbox(kit.database.db);
    expect(await rows()).toMatchObject([{ number: '1' }]);
    const sent: string[] = [];
    start({ send: async ({ mail }) => void sent.push(mail.to) });
    await order(3);
    await until(async () => (await rows()).length === 1, 5000);
    expect(sent).toEqual(['nr3@example.com']);
    await kit.database.sql`update outbox set failed_at = null`;
    await until(isEmpty, 5000);
    expect(sent).toEqual(['nr3@example.com', 'nr1@example.com']);
  });
});

describe('a mail server that is away', () => {
  test('gives up no mail, and rests from all of them for longer and longer', async () => {
    const at: number[] = [];
    let isAway = true;
    const { told } = start({
      rest: 250,
      send: async () => {
        at.push(performance.now());
        if (isAway) throw away;
      },
    });
    await Promise.all(Array.from({ length: 20 }, (_, number) => order(number)));
    await until(async () => told.length >= 12, 20_000);
    // Four at a time, then a rest.
    const [first = 0, , , , second = 0, , , , third = 0] = at;
    expect(second - first).toBeWithin(240, 1000);
    expect(third - second).toBeWithin(490, 1500);
    expect((await rows()).filter(({ failed_at }) => failed_at)).toEqual([]);
    isAway = false;
    const begun = performance.now();
    while (!(await isEmpty()) && performance.now() - begun < 20_000) {
      await letTimePass();
      await Bun.sleep(100);
    }
    expect(await rows()).toHaveLength(0);
  });

  test('or that cannot even be told an address does not rest from the other mails', () => {
    const cannot = Object.assign(new Error('Invalid recipient'), { code: 'EENVELOPE', command: 'API' });
    expect(faultOf(cannot)).toBe('refused');
  });

  test('or that refuses whatever we send is no reason to give up a mail', () => {
    for (const error of [
      away,
      answer(550, 'MAIL FROM'),
      answer(421, 'RCPT TO'),
      Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }),
      Object.assign(new Error('no'), { name: 'AbortError' }),
    ]) {
      expect(faultOf(error)).toBe('away');
      expect(isLast(faultOf(error), { attempts: 100_000, refusals: 100_000 })).toBe(false);
    }
  });

  test('does not keep a mail waiting for more than a minute once it is back', () => {
    expect(backOff('away', { attempts: 1, refusals: 0 }, 0)).toBe(4);
    expect(backOff('away', { attempts: 50, refusals: 0 }, 0.5)).toBe(60);
    expect(backOff('deferred', { attempts: 50, refusals: 50 }, 0.5)).toBe(3600);
  });

  test('and hangs is called off after a while', async () => {
    const { told } = start({ send: hang, limit: 300 });
    await order(1);
    await until(async () => told.length === 1, 5000);
  });
});

/** Never answers, until it is called off. */
const hang: Transport['send'] = (_mail, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a database that is away when a mail has just been sent does not make it be sent again', async () => {
  const sent: string[] = [];
  let failures = 3;
  const { db } = kit.database;
  const flaky: typeof db = Object.create(db, {
    delete: {
      value: (table: never) => {
        if (failures-- > 0) throw new Error('away');
        return db.delete(table);
      },
    },
  });
  await order(1);
  start({ db: flaky, send: async ({ mail }) => void sent.push(mail.to) });
  await until(isEmpty, 5000);
  expect(failures).toBeLessThan(0);
  expect(sent).toEqual(['nr1@example.com']);
});

describe('stopping', () => {
  test('lets what is on its way arrive, and takes nothing more', async () => {
    const sent: string[] = [];
    await Promise.all(Array.from({ length: 6 }, (_, number) => order(number)));
    const { stop } = start({
      send: async ({ mail }) => {
        await Bun.sleep(400);
        sent.push(mail.to);
      },
    });
    await until(async () => (await rows()).some(({ attempts }) => attempts > 0), 5000);
    await stop();
    expect(sent).toHaveLength(4);
    expect(await rows()).toHaveLength(2);
  });

  test('calls off what hangs, in its share of the ten seconds; it is due at the next start', async () => {
    const { stop } = start({ send: hang, patience: 300 });
    await order(1);
    await until(async () => (await row()).attempts === 1, 5000);
    const begun = performance.now();
    await stop();
    expect(performance.now() - begun).toBeLessThan(1500);
    expect((await row()).wait).toBeLessThanOrEqual(0);
  });
});
