import { describe, expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import journal from '#db/migrations/meta/_journal.json';
import { connect, migrateDatabase, NewerDatabase } from '#src/platform/database.ts';
import { testDatabase } from '#tests/support/database.ts';
import { databaseEnvironment, runScript, temporaryDir } from '#tests/support/process.ts';

const ROOT = join(import.meta.dir, '../..');

test('the migrations create the tables of db/schema, so that no migration is missing', async () => {
  const copy = temporaryDir();
  cpSync(join(ROOT, 'db/migrations'), copy.path, { recursive: true });
  const before = readdirSync(copy.path);
  const kit = Bun.spawn(
    [
      join(ROOT, 'node_modules/.bin/drizzle-kit'),
      'generate',
      '--dialect=postgresql',
      '--schema=db/schema/index.ts',
      `--out=${relative(ROOT, copy.path)}`,
    ],
    { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  );
  const output = await Promise.all([kit.stdout, kit.stderr].map((stream) => new Response(stream).text()));
  expect(await kit.exited).toBe(0);
  const missing = readdirSync(copy.path).filter((file) => file.endsWith('.sql') && !before.includes(file));
  // The statements name what is missing.
  for (const file of missing) expect(readFileSync(join(copy.path, file), 'utf8')).toBe('');
  expect(output.join('')).toContain('No schema changes');
  copy.remove();
});

/** A database with the migrations up to `last`, such as an earlier release left it. */
async function openEarlierDatabase(last: number) {
  const folder = temporaryDir();
  cpSync(join(ROOT, 'db/migrations'), folder.path, { recursive: true });
  const entries = journal.entries.filter(({ idx }) => idx <= last);
  await Bun.write(join(folder.path, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  const { target, drop } = await testDatabase();
  const sql = connect(target, { max: 1, onnotice: () => {} });
  await sql`drop schema public cascade`;
  await sql`drop schema drizzle cascade`;
  await sql`create schema public`;
  await migrate(drizzle(sql), { migrationsFolder: folder.path });
  await sql`
    with event as (
      insert into events (id, event_name, event_date, sport_type, distances)
      values (gen_random_uuid(), 'Vasaloppet', '2027-03-07', 'Längdskidor', '{90 km}') returning id),
    member as (
      insert into marketplace_users (id, email, username, password_hash, full_name)
      values (gen_random_uuid(), 'a@example.se', 'a', 'x', 'Anna Ek') returning id)
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, user_id)
    select gen_random_uuid(), 'sale', event.id, 'Vasaloppet', '2027-03-07', '90 km', 1295, member.id
    from event, member`;
  return {
    sql,
    upgrade: () => migrateDatabase(target),
    close: async () => {
      await sql.end();
      await drop();
      folder.remove();
    },
  };
}

/** The last migration before the transfer rules of events. */
const BEFORE_TRANSFERS = 16;
/** The last migration before watches. */
const BEFORE_WATCHES = 19;
/** The last migration before the history of events. */
const BEFORE_HISTORY = 20;

test('events and ads of the previous release are kept, with unknown transfer rules', async () => {
  const { sql, upgrade, close } = await openEarlierDatabase(BEFORE_TRANSFERS);
  const [before] = await sql`select * from events`;
  await upgrade();
  const [after] = await sql`select * from events`;
  expect(after).toEqual({
    ...before,
    transfer_policy: 'unknown',
    transfer_periods: [],
    transfer_initiator: null,
    transfer_buyer_needs: [],
    transfer_rules_url: null,
    transfer_checked_on: null,
    ordinary_prices: [],
    organizer_confirmed_on: null,
  });
  expect([...(await sql`select price, is_active, reserved_for, final_price from announcements`)]).toEqual([
    { price: 1295, is_active: true, reserved_for: null, final_price: null },
  ]);
  await close();
});

test('the content of the previous release is no news, and its members are told of matching ads', async () => {
  const { sql, upgrade, close } = await openEarlierDatabase(BEFORE_WATCHES);
  const rows = async () => [
    ...(await sql`select * from events`),
    ...(await sql`select * from announcements`),
    ...(await sql`select * from marketplace_users`),
  ];
  const [event, ad, member] = await rows();
  await upgrade();
  expect(await rows()).toEqual([
    { ...event, organizer_confirmed_on: null },
    { ...ad, match_alerts: true },
    { ...member, match_alerts: true },
  ]);
  expect(await sql`select from watch_changes`).toHaveLength(0);
  await sql`update events set event_date = '2027-03-14'`;
  expect([...(await sql`select subject, before ->> 'event_date' as before from watch_changes`)]).toEqual([
    { subject: 'event', before: '2027-03-07' },
  ]);
  await close();
});

test('the history of events begins with their first change, and admins of the previous release stay logged in', async () => {
  const { sql, upgrade, close } = await openEarlierDatabase(BEFORE_HISTORY);
  await sql`insert into admins (id, username, password_hash) values (gen_random_uuid(), 'vera', 'x')`;
  await sql`
    insert into admin_sessions (token_hash, admin_id, expires_at) select h, id, now() + interval '1 day'
    from admins cross join (values ('a'), ('b')) as hashes(h)`;
  await upgrade();
  expect(await sql`select distinct id from admin_sessions where not has_second_factor`).toHaveLength(2);
  expect(await sql`select from event_revisions`).toHaveLength(0);
  await sql`update events set organizer = 'IFK Mora'`;
  expect([...(await sql`select actor_kind, before, after from event_revisions`)]).toEqual([
    { actor_kind: 'system', before: { organizer: null }, after: { organizer: 'IFK Mora' } },
  ]);
  await close();
});

describe('a database that a newer release has migrated', () => {
  /** Has a migration that the journal lacks. */
  async function openNewerDatabase() {
    const { target, drop } = await testDatabase();
    const sql = connect(target, { max: 1 });
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 4102441200000)`;
    return {
      target,
      sql,
      environment: { ...databaseEnvironment(target), PORT: '0' },
      close: async () => {
        await sql.end();
        await drop();
      },
    };
  }

  test('is refused, also beside migrations that are missing, and is not changed', async () => {
    const { target, sql, close } = await openNewerDatabase();
    await sql`delete from drizzle.__drizzle_migrations where id = (select min(id) from drizzle.__drizzle_migrations)`;
    const before = [...(await sql`select * from drizzle.__drizzle_migrations order by id`)];
    await expect(migrateDatabase(target)).rejects.toThrow(NewerDatabase);
    expect([...(await sql`select * from drizzle.__drizzle_migrations order by id`)]).toEqual(before);
    await close();
  });

  test.each([
    ['start', []],
    ['dev', []],
    ['db-migrate', []],
    ['seed-demo', []],
    ['admin-create', ['vera']],
    ['backup-export', ['-']],
    ['backup-import', ['backup.json', '--yes']],
    ['import-events', ['events.csv']],
  ])('ends %s with 1 and a line that says what to do', async (script, parameters) => {
    const { environment, close } = await openNewerDatabase();
    const folder = temporaryDir();
    await Bun.write(join(folder.path, 'backup.json'), '{}');
    await Bun.write(join(folder.path, 'events.csv'), 'event_name,event_date\n');
    const files = parameters.map((word) => (word.includes('.') ? join(folder.path, word) : word));
    const { exit, out, err } = await runScript(script, files, folder.path, environment);
    expect([exit, out]).toEqual([1, '']);
    expect(err).not.toMatch(/^ +at /m);
    // The start may have built the client before.
    expect(err.trim().split('\n').at(-1)).toContain(
      'The database belongs to a newer release: it has 1 migration that this one does not know.',
    );
    folder.remove();
    await close();
  });
});
