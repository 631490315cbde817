// Every script that opens the calendar has the limits of long work, and most refuse to create one.
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onCalendar } from '#scripts/script.ts';
import { connect } from '#src/platform/database.ts';
import { testDatabase } from '#tests/support/database.ts';
import { databaseEnvironment, runScript, temporaryDir } from '#tests/support/process.ts';

const SCRIPTS = join(import.meta.dir, '../../scripts');
const dir = temporaryDir();
afterAll(() => dir.remove());

/** Scripts that need a calendar, with the arguments of the test. */
const USING: Record<string, string[]> = {
  'admin-create': ['vera'],
  'backup-export': ['-'],
  'backup-import': [join(dir.path, 'backup.json'), '--yes'],
  'import-events': [join(dir.path, 'events.csv')],
};
/** Scripts that create a calendar if there is none. */
const CREATING = ['backup-verify', 'db-migrate', 'mail-preview', 'seed-demo'];
/** The part of `import-events` for `--undo`. */
const PARTS = ['import-undo'];
/** Helpers of the others, and what starts servers. */
const OTHERS = ['script', 'with-calendar', 'start', 'failed-start', 'dev'];

test('no script opens the calendar without the helper that sets the limits', async () => {
  const names = readdirSync(SCRIPTS).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []));
  const opening: string[] = [];
  for (const name of names) {
    const text = await Bun.file(join(SCRIPTS, `${name}.ts`)).text();
    if (OTHERS.includes(name)) continue;
    // Types may be imported from anywhere.
    const imports = text.replaceAll(/^import type .*$/gm, '');
    expect([
      name,
      /platform\/(open|database)['/]|startEmbeddedPostgres|from 'postgres'|longRunning/.test(imports),
    ]).toEqual([name, false]);
    if (/\b(onCalendar|withCalendar)\(/.test(imports)) opening.push(name);
  }
  expect(opening.sort()).toEqual([...Object.keys(USING), ...CREATING, ...PARTS].sort());
});

test('the helper gives every script the limits of long work', async () => {
  const own = temporaryDir();
  const limits = await onCalendar(
    async ({ database }) => {
      const rows = await database.db.execute<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('statement_timeout', 'transaction_timeout') order by name`,
      );
      return rows.map(({ name, setting }) => [name, setting]);
    },
    { environment: { DATA_DIR: own.path, LOG_LEVEL: 'silent' }, mayCreate: true },
  );
  expect(limits).toEqual([
    ['statement_timeout', '120000'],
    ['transaction_timeout', '0'],
  ]);
  own.remove();
});

test.each([
  ...Object.entries(USING),
  ['import-events', ['--undo', crypto.randomUUID()]] as const,
  ['admin-create', ['--reset-2fa', 'vera']] as const,
])('%s %p says that there is no calendar, exits with 1 and creates nothing', async (name, parameters) => {
  await Bun.write(join(dir.path, 'backup.json'), '{}');
  await Bun.write(join(dir.path, 'events.csv'), 'event_name,event_date\n');
  for (const dataDir of [temporaryDir(), undefined]) {
    const path = dataDir?.path ?? join(dir.path, 'missing');
    const { exit, out, err } = await runScript(name, [...parameters], path);
    expect([exit, out]).toEqual([1, '']);
    expect(err).toContain(`There is no calendar in ${path}. DATA_DIR and DATABASE_URL select it`);
    expect(existsSync(path) ? readdirSync(path) : []).toEqual([]);
    dataDir?.remove();
  }
});

test('a database of DATABASE_URL without a calendar is not changed', async () => {
  const { target, drop } = await testDatabase();
  const sql = connect(target, { max: 1 });
  await sql`drop schema drizzle cascade`;
  await sql`drop schema public cascade`;
  const environment = databaseEnvironment(target);
  const { exit, out, err } = await runScript('backup-export', ['-'], dir.path, environment);
  expect([exit, out]).toEqual([1, '']);
  expect(err).toContain('There is no calendar in the database of DATABASE_URL.');
  expect(await sql`select nspname from pg_namespace where nspname in ('drizzle', 'public')`).toHaveLength(0);
  await sql.end();
  await drop();
});
