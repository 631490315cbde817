// A caller who gets 503 may retry: nothing of the call is stored, then or later.
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { announcements, contactMessages } from '#db/schema/index.ts';
import { CALL_DEADLINE_MS, withCallDeadline } from '#src/platform/limits/call-deadline.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';
import { png } from '#tests/support/media.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };
/** Shorter than the lock timeout, but two of them exceed the deadline of a call. */
const HOLD_MS = 2400;

const app = await appOfFile();

const unavailable = { status: 503, body: { code: 'server.unavailable' } };

async function holdLock(statement: string) {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = app.sql.begin(async (sql) => {
    await sql.unsafe(statement);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const release = async () => {
    released.resolve();
    await transaction;
  };
  releases.push(release);
  return release;
}
const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
});

const lockTable = (table: string) => holdLock(`lock table ${table} in access exclusive mode`);

async function waitForIdle() {
  for (;;) {
    const [row] = await app.sql<{ busy: number }[]>`
      select count(*)::int as busy from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    if (row?.busy === 0) return;
    await Bun.sleep(20);
  }
}

const sendOverBothTransports = () =>
  Promise.all(
    TRANSPORTS.map((transport) =>
      call(app, transport, 'public.contact.sendMessage', { headers: newCaller() }, MESSAGE),
    ),
  );
const countMessages = async () => (await app.db.select().from(contactMessages)).length;

describe('a write of one statement', () => {
  test('that waits for a lock is rejected within 5 s, and not executed when the lock is released', async () => {
    const release = await lockTable('contact_messages');
    const startedAt = performance.now();
    const responses = await sendOverBothTransports();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(responses).toMatchObject([unavailable, unavailable]);
    await release();
    await waitForIdle();
    expect(await countMessages()).toBe(0);
    expect(await sendOverBothTransports()).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await countMessages()).toBe(2);
  });

  test('that gets its lock after the deadline of the call is not executed', async () => {
    await app.db.delete(contactMessages);
    const [releaseFirst, releaseSecond] = [
      await lockTable('rate_limits'),
      await lockTable('contact_messages'),
    ];
    const responses = sendOverBothTransports();
    await Bun.sleep(HOLD_MS);
    await releaseFirst();
    await Bun.sleep(HOLD_MS);
    await releaseSecond();
    expect(await responses).toMatchObject([unavailable, unavailable]);
    await waitForIdle();
    expect(await countMessages()).toBe(0);
  });
});

test('a transaction that ends after the deadline of the call is rolled back', async () => {
  const anna = await makeMember(app.db);
  const event = await makeEvent(app.db);
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 500 };
  const create = (transport: (typeof TRANSPORTS)[number]) =>
    call(app, transport, 'marketplace.announcements.create', anna, input);
  const releaseFirst = await holdLock(`select from marketplace_users where id = '${anna.id}' for update`);
  const releaseSecond = await lockTable('announcements');
  const responses = Promise.all(TRANSPORTS.map(create));
  await Bun.sleep(HOLD_MS);
  await releaseFirst();
  await Bun.sleep(HOLD_MS);
  await releaseSecond();
  expect(await responses).toMatchObject([unavailable, unavailable]);
  await waitForIdle();
  expect(await app.db.select().from(announcements)).toEqual([]);
  expect((await create('rest')).status).toBe(200);
});

test('a file may take longer to be stored than a call may take', async () => {
  const { headers } = await makeAdmin(app.db);
  const { store } = app.context.uploads;
  const slowStore = spyOn(app.context.uploads, 'store').mockImplementation(async (path, name) => {
    await Bun.sleep(CALL_DEADLINE_MS + 500);
    await store(path, name);
  });
  const body = new FormData();
  body.set('file', new Blob([png()]), 'a.png');
  const { status } = await fetch(`${app.url}/api/admin/banners/upload`, { method: 'POST', headers, body });
  slowStore.mockRestore();
  expect(status).toBe(200);
});

test('a commit in flight at the deadline is reported as uncertain, even if it is not the last step of the call', async () => {
  const { database } = app.context;
  const commit = Promise.withResolvers<void>();
  const transaction = async (run: (tx: object) => Promise<unknown>) => {
    await run({});
    await commit.promise;
  };
  const db = Object.assign(Object.create(database.db), { transaction });
  const call = withCallDeadline({ ...database, db }, async (db) => {
    await db.transaction(async () => {});
    await new Promise(() => {});
  });
  setTimeout(commit.resolve, CALL_DEADLINE_MS + 100);
  expect(await call.catch(({ code }) => code)).toBe('server.uncertain');
});
