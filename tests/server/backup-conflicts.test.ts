import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { GROUPS } from '#src/features/backup/collections/groups.ts';
import { lockTables } from '#src/features/backup/import/store.ts';
import { contentOf, wipeContent } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';

const world = await openBackupWorld();
const { app, backups, isAsItWas, whole } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

/** Fails the first `times` inserts into `table` with `code`. Returns a function that removes the trigger. */
async function failInserts(table: string, code: string, times: number): Promise<() => Promise<unknown>> {
  await app.sql.unsafe(`
    create sequence failures;
    create function fail_insert() returns trigger language plpgsql as $$ begin
      if nextval('failures') <= ${times} then raise exception 'test' using errcode = '${code}'; end if;
      return null;
    end $$;
    create trigger fail_insert before insert on ${table} execute function fail_insert()`);
  return () =>
    app.sql.unsafe(
      `drop trigger fail_insert on ${table}; drop function fail_insert(); drop sequence failures`,
    );
}

describe('an import', () => {
  test('locks every table that the foreign keys of its tables lead to, before it changes anything', async () => {
    const tables = GROUPS.flatMap((group) => group.tables);
    const names = tables.map(({ name }) => name);
    const locked = await app.db.transaction(async (tx) => {
      await lockTables(tx, tables, 1);
      const rows = await tx.execute<{ name: string }>(
        "select relation::regclass::text as name from pg_locks where mode = 'ExclusiveLock' and pid = pg_backend_pid() and relation is not null",
      );
      return rows.map(({ name }) => name);
    });
    const reached = await app.sql<{ name: string }[]>`
      with recursive reached as (
        select name::regclass as relation from unnest(${names}::text[]) as name
        union select conrelid::regclass from pg_constraint join reached on confrelid = relation where contype = 'f'
      ) select relation::text as name from reached`;
    const expected = [...reached.map(({ name }) => name), 'watched_searches'].sort();
    expect(expected).toContain('watch_news');
    expect(locked.sort()).toEqual(expected);
  });

  test('stores its files although a deadlock made it begin again after it had stored them', async () => {
    await wipeContent(app.context);
    const stop = await failInserts('marketplace_settings', '40P01', 2);
    try {
      const { status, body } = await backups.import(whole);
      expect([status, body.collections.uploads]).toEqual([200, { status: 'success', count: 2 }]);
    } finally {
      await stop();
    }
    expect(await isAsItWas()).toBe(true);
  });

  test('changes nothing if the searches of its watches cannot be indexed', async () => {
    await app.sql`delete from watched_searches`;
    await app.sql`update contact_info set description = 'Förut'`;
    const before = await backups.export();
    const stop = await failInserts('watched_searches', '57014', 1);
    try {
      expect((await backups.import(whole)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await stop();
    }
    expect(contentOf(await backups.export())).toBe(contentOf(before));
    expect((await backups.import(whole)).status).toBe(200);
    expect(await app.sql`select from watched_searches`).toHaveLength(1);
  });
});
