import { beforeEach, describe, expect, test } from 'bun:test';
import { adminSessions, admins, auditLog, clock } from '#db/schema/index.ts';
import { jobs } from '#src/jobs.ts';
import { runJob } from '#src/platform/background/jobs.ts';
import { type ClockGuard, createClockGuard } from '#src/platform/clock/guard.ts';
import { PROBATION_MS } from '#src/platform/clock/rules.ts';
import { testApp } from '#tests/support/app.ts';
import { fillContent, wipeContent } from '#tests/support/backup.ts';
import { tableChecksums } from '#tests/support/checksum.ts';
import { TRUSTED_CLOCK } from '#tests/support/clock.ts';
import { makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** From the real time, which is that of the database. */
let offset = 0;
let monotonic = 0;
const now = () => new Date(Date.now() + offset);
const wait = (ms: number) => {
  offset += ms;
  monotonic += ms;
};
const app = await appOfFile({ now });
beforeEach(async () => {
  [offset, monotonic] = [0, 0];
  await app.db.delete(clock);
});
const open = (acceptsClock = false): ClockGuard =>
  createClockGuard({
    db: app.db,
    now,
    log: app.context.log,
    config: { acceptsClock },
    elapsed: () => monotonic,
  });
const doubtOf = async (guard: ClockGuard) => {
  const { doubt } = await guard.check();
  expect(guard.isTrusted()).toBe(doubt === null);
  return doubt;
};
/** The latest time that was seen is so long ago, as when the clock has jumped since. */
async function setLatestSeen(ms: number): Promise<void> {
  const row = { latest_seen: new Date(Date.now() - ms).toISOString() };
  await app.db.insert(clock).values(row).onConflictDoUpdate({ target: clock.id, set: row });
}
const expectNoHitsAhead = async () =>
  expect(
    await app.sql`select from rate_limits r, unnest(r.hits) hit where hit > now() + interval '1 second'`,
  ).toHaveLength(0);

describe('the clock', () => {
  test('is trusted at the first start, and the time is stored', async () => {
    const guard = open();
    expect(guard.isTrusted()).toBe(false);
    expect(await doubtOf(guard)).toBeNull();
    const [row] = await app.db.select().from(clock);
    expect(Math.abs(Date.parse(row?.latest_seen ?? '') - Date.now())).toBeLessThan(MINUTE_MS);
  });

  test('is doubted after a jump of a year, and does not store that time', async () => {
    const guard = open();
    await guard.check();
    offset = YEAR_MS;
    expect(await doubtOf(guard)).toBe('differs');
    expect(await doubtOf(open())).toBe('differs');
    offset = 0;
    expect(await doubtOf(guard)).toBeNull();
  });

  test('is doubted when process and database jumped together, until it has gone on for six hours', async () => {
    await setLatestSeen(YEAR_MS);
    const guard = open();
    expect(await doubtOf(guard)).toBe('ahead');
    monotonic = PROBATION_MS - 1;
    // The wall clock did not go on with the monotonic one: it was moved.
    expect(await doubtOf(guard)).toBe('ahead');
    const steady = open();
    await steady.check();
    for (let hour = 0; hour < 6; hour++) {
      expect(await doubtOf(steady)).not.toBeNull();
      wait(HOUR_MS);
    }
    expect(await doubtOf(steady)).toBeNull();
  });

  test('is trusted once an operator accepts it, also where the database differs', async () => {
    offset = 2 * HOUR_MS;
    const guard = open();
    expect(await doubtOf(guard)).toBe('differs');
    await guard.accept(app.db);
    expect(await doubtOf(guard)).toBeNull();
    // By another instance with the same clock too, after a restart.
    expect(await doubtOf(open())).toBeNull();
    offset = 4 * HOUR_MS;
    expect(await doubtOf(open())).toBe('differs');
    expect(await doubtOf(open(true))).toBeNull();
  });

  test('is trusted after six hours beside a database that differs', async () => {
    offset = 2 * HOUR_MS;
    const guard = open();
    expect(await doubtOf(guard)).toBe('differs');
    wait(PROBATION_MS - 1);
    expect(await doubtOf(guard)).toBe('differs');
    wait(1);
    expect(await doubtOf(guard)).toBeNull();
  });

  test('is doubted at once when it is moved between two checks', async () => {
    const guard = open();
    await guard.check();
    for (const jump of [YEAR_MS, -YEAR_MS]) {
      offset = jump;
      expect(guard.isTrusted()).toBe(false);
      offset = 0;
      expect(guard.isTrusted()).toBe(true);
    }
  });

  test('is doubted when it is far behind, until it has gone on for six hours, and then counts', async () => {
    await setLatestSeen(-YEAR_MS);
    const guard = open();
    expect(await doubtOf(guard)).toBe('behind');
    wait(PROBATION_MS);
    expect(await doubtOf(guard)).toBeNull();
    // The next jump ahead is noticed.
    const [row] = await app.db.select().from(clock);
    expect(Date.parse(row?.latest_seen ?? '')).toBeLessThan(now().getTime() + MINUTE_MS);
  });

  test('is confirmed in the portal with the password, and the log says by whom', async () => {
    const guard = open();
    app.context.clock = guard;
    const second = await testApp({ now, on: app, clock: guard });
    const admin = await makeAdmin(app.db);
    offset = 2 * HOUR_MS;
    const get = () => second.api<{ doubt: string | null }>('GET /admin/clock', { headers: admin.headers });
    expect((await get()).body.doubt).toBe('differs');
    expect((await second.api('GET /ready')).body).toEqual({ status: 'ok', clock: 'doubted' });
    await app.db.delete(auditLog);
    await app.db
      .update(adminSessions)
      .set({ confirmed_at: new Date(now().getTime() - HOUR_MS).toISOString() });
    expect((await second.api('POST /admin/clock/accept', { headers: admin.headers })).status).toBe(403);
    await app.db.update(adminSessions).set({ confirmed_at: now().toISOString() });
    const accepted = await second.api('POST /admin/clock/accept', { headers: admin.headers });
    expect([accepted.status, accepted.body]).toMatchObject([200, { doubt: null }]);
    expect((await second.api('GET /ready')).body).toEqual({ status: 'ok' });
    expect((await app.db.select().from(auditLog)).map(({ action }) => action)).toEqual(['clock.accept']);
    await second.stop();
    app.context.clock = TRUSTED_CLOCK;
  });
});

describe('background work', () => {
  /** Columns whose age decides what is deleted, ended or asked. */
  const AGES: Record<string, string[]> = {
    contact_messages: ['created_at'],
    event_submissions: ['submitted_at', 'reviewed_at'],
    watches: ['created_at', 'renewed_at', 'asked_at'],
    watchers: ['created_at', 'idle_since'],
    audit_log: ['created_at'],
    marketplace_sessions: ['created_at'],
    organisers: ['created_at'],
  };
  /** Columns that a clock that is far behind would take for wrong. */
  const MOMENTS = [
    ['announcements', 'renewed_at'],
    ['watches', 'renewed_at'],
    ['conversations', 'left_at'],
    ['evidence', 'created_at'],
  ];

  /** All content of a calendar, whose newest rows are of now. */
  async function fill() {
    await wipeContent(app.context);
    await app.db.delete(admins);
    await app.sql.begin((tx) => fillContent(tx as never, 30));
    for (const [table, columns] of Object.entries(AGES))
      for (const column of columns)
        await app.sql.unsafe(`update ${table} set ${column} = now() where ${column} is not null`);
    await makeMember(app.db);
    await makeEvent(app.db, { event_date: '2027-06-05' });
  }
  const runJobs = async (clock: ClockGuard) => {
    for (const job of jobs) await runJob(job, { ...app.context, clock });
  };
  const contents = async () => {
    const { clock: _, rate_limits: __, ...tables } = (await tableChecksums(app)) as Record<string, unknown>;
    return tables;
  };
  const isEmpty = async (table: string) =>
    (await app.sql.unsafe(`select from ${table} limit 1`)).length === 0;

  test('deletes, ends and announces nothing while the clock is a year ahead, and goes on afterwards', async () => {
    await fill();
    const guard = open();
    await guard.check();
    await runJobs(guard);
    const before = await contents();
    offset = YEAR_MS;
    await runJobs(guard);
    expect(await contents()).toEqual(before);
    offset = MINUTE_MS;
    await runJobs(guard);
    expect(await contents()).toEqual(before);
    // Without the doubt, much is gone for good.
    offset = YEAR_MS;
    await runJobs(TRUSTED_CLOCK);
    expect(await isEmpty('contact_messages')).toBe(true);
  }, 60_000);

  test('keeps moments while the clock is a year behind: they would be a year old when it is right again', async () => {
    await fill();
    for (const [table, column] of MOMENTS)
      await app.sql.unsafe(`update ${table} set ${column} = now() + interval '1 year'`);
    await setLatestSeen(-YEAR_MS);
    const before = await contents();
    const guard = open();
    await guard.check();
    await runJobs(guard);
    expect(await contents()).toEqual(before);
  }, 60_000);

  test('brings moments back when the clock of the database is right again', async () => {
    const guard = open();
    await guard.check();
    // The database was an hour ahead, and this process was right.
    offset = -HOUR_MS;
    monotonic = -HOUR_MS;
    expect(await doubtOf(guard)).toBe('differs');
    await app.sql`insert into rate_limits values ('sign-in:later', array[now() + interval '1 hour'], now() + interval '1 hour')`;
    [offset, monotonic] = [0, 0];
    expect(await doubtOf(guard)).toBeNull();
    await expectNoHitsAhead();
  });

  test('does not wait for moments that a wrong clock has stored', async () => {
    await fill();
    const ahead = `now() + interval '1 year'`;
    const moments: Record<string, Record<string, string>> = {
      watchers: { paused_until: '31 days', mailed_at: '0', composed_at: '0', match_mailed_at: '0' },
      watches: { renewed_at: '0', asked_at: '0' },
      sources: { due_at: '1 day' },
      link_checks: { due_at: '7 days' },
      announcements: { renewed_at: '0' },
    };
    for (const [table, columns] of Object.entries(moments))
      for (const column of Object.keys(columns))
        await app.sql.unsafe(`update ${table} set ${column} = ${ahead}`);
    await app.sql`insert into outbox (id, kind, about, due_at) values (gen_random_uuid(), 'admin.digest', '{}', now() + interval '1 year')`;
    await app.sql`insert into watch_days values (current_date + 365)`;
    await app.sql`insert into rate_limits values ('sign-in:ahead', array[now() + interval '1 hour'], now() + interval '1 hour')`;
    await makeAdmin(app.db, { wants_digest: true, digest_sent_on: '2099-01-01' } as never);
    await open().check();
    for (const [table, columns] of Object.entries(moments))
      for (const [column, longest] of Object.entries(columns)) {
        const rows = await app.sql.unsafe(
          `select from ${table} where ${column} > now() + interval '${longest}' + interval '1 minute'`,
        );
        expect([table, column, rows.length]).toEqual([table, column, 0]);
      }
    expect(await app.sql`select from outbox where due_at > now()`).toHaveLength(0);
    expect(await app.sql`select from watch_days where day > current_date + 1`).toHaveLength(0);
    expect(await app.sql`select from admins where digest_sent_on > current_date + 1`).toHaveLength(0);
    await expectNoHitsAhead();
  }, 60_000);
});

test('a session and a confirmation that were made by a clock ahead are not valid', async () => {
  const admin = await makeAdmin(app.db);
  const member = await makeMember(app.db);
  const statusOf = async (path: string, { headers }: { headers: Record<string, string> }) =>
    (await app.api(`GET ${path}`, { headers })).status;
  expect(await statusOf('/admin/verify', admin)).toBe(200);
  expect(await statusOf('/marketplace/profile', member)).toBe(200);
  const soon = new Date(Date.now() + 10_000).toISOString();
  const later = new Date(Date.now() + HOUR_MS).toISOString();
  await app.db.update(adminSessions).set({ confirmed_at: later });
  expect((await app.api<{ is_confirmed: boolean }>('GET /admin/verify', admin)).body.is_confirmed).toBe(
    false,
  );
  for (const [created, status] of [
    [soon, 200],
    [later, 401],
  ] as const) {
    await app.sql`update admin_sessions set created_at = ${created}`;
    await app.sql`update marketplace_sessions set created_at = ${created}`;
    expect(await statusOf('/admin/verify', admin)).toBe(status);
    expect(await statusOf('/marketplace/profile', member)).toBe(status);
  }
});
