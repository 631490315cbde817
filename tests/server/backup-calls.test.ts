import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '#src/features/audit/contract.ts';
import { BACKUP_COLLECTION_NAMES } from '#src/features/backup/collections/groups.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';
import { makeAccount, makeAnnouncement, makeMember } from '#tests/support/content.ts';

const world = await openBackupWorld();
const { admin, app, backups, document, isAsItWas, whole } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

describe('backup calls', () => {
  test('are for admins only', async () => {
    const member = await makeMember(app.db);
    for (const headers of [{}, member.headers]) {
      expect((await app.api('GET /admin/backup/export', { headers })).status).toBe(401);
      expect((await backupsOf(app, headers).import(whole)).status).toBe(401);
    }
  });

  test('are rejected with 400 without a file', async () => {
    const body = new FormData();
    body.append('note', 'no file');
    const response = await fetch(`${app.url}/api/admin/backup/import`, {
      method: 'POST',
      headers: admin.headers,
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'backup.file', detail: 'Välj en backup-fil först' },
    ]);
    expect((await backups.import('')).body.code).toBe('backup.file');
  });

  test('export at most two backups at a time, because each holds a connection', async () => {
    const exportBackup = () =>
      fetch(`${app.url}/api/admin/backup/export`, { headers: admin.headers }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
    const startedExports = await app.sql.begin(async (tx) => {
      await tx`lock table events in access exclusive mode`;
      const exports = [exportBackup(), exportBackup(), exportBackup()];
      // The exports that wait for the table continue when this transaction ends.
      expect(await Promise.race(exports)).toBe(503);
      return exports;
    });
    expect((await Promise.all(startedExports)).sort()).toEqual([200, 200, 503]);
    expect(await exportBackup()).toBe(200);
  });

  test('are recorded in the audit log, with the admin', async () => {
    await app.sql`delete from audit_log`;
    await backups.export();
    await backups.import(whole);
    await backups.import('{');
    const rows = await app.sql`select action, admin from audit_log order by id`;
    expect(rows.map(({ action, admin: adminName }) => [action, adminName])).toEqual([
      ['backup.export', 'boss'],
      ['backup.import', 'boss'],
    ]);
  });

  test('record what an import added, replaced and removed in each collection', async () => {
    const { sql } = app;
    await sql`delete from audit_log`;
    const noChanges = { added: 0, replaced: 0, removed: 0 };
    const details = async () =>
      (await sql`select details from audit_log order by id desc limit 1`)[0]?.details;
    await backups.import(whole);
    const unchanged = Object.fromEntries(
      BACKUP_COLLECTION_NAMES.filter((name) => !name.startsWith('admin')).map((name) => [name, noChanges]),
    );
    expect(await details()).toEqual(unchanged);

    const ids = (document().collections.events ?? []).map(({ id }) => String(id));
    await sql`delete from events where id = any(${ids.slice(0, 2)}::uuid[])`;
    await sql`update events set ort = 'Förut' where id = any(${ids.slice(2, 5)}::uuid[])`;
    await makeAnnouncement(app.db);
    await sql`update contact_info set description = 'Förut'`;
    await sql`delete from event_submissions`;
    for (const { name } of await app.context.uploads.list()) await app.context.uploads.remove(name);
    const changedBackup = document();
    delete changedBackup.collections.marketplace_settings;
    await backups.import(changedBackup);
    const { marketplace_settings: _, ...otherCollections } = unchanged;
    const submissions = changedBackup.collections.event_submissions?.length;
    expect(await details()).toEqual({
      ...otherCollections,
      events: { added: 2, replaced: 3, removed: 1 },
      // Each of the deleted events had two, and the changed and new ones got one.
      event_revisions: { added: 4, replaced: 0, removed: 4 },
      event_proposals: { ...noChanges, added: 2 },
      page_views: { ...noChanges, added: 2 },
      distinct_events: { ...noChanges, added: 2 },
      source_changes: { ...noChanges, added: 2 },
      source_items: { ...noChanges, replaced: 2 },
      // Those of the deleted events had lost them.
      race_addresses: { ...noChanges, replaced: 2 },
      // The ads of the deleted events had been deactivated. The new ad is removed with its owner.
      announcements: { added: 0, replaced: expect.any(Number), removed: 1 },
      // Those of the deleted events ended with them.
      watches: { added: expect.any(Number), replaced: 0, removed: 0 },
      marketplace_users: { ...noChanges, removed: 1 },
      contact_info: { ...noChanges, replaced: 1 },
      event_submissions: { ...noChanges, added: submissions },
      uploads: { ...noChanges, added: 2 },
    });
    const { body } = await app.api<AuditEntry[]>('GET /admin/audit', { headers: admin.headers });
    expect(body[0]).toMatchObject({ action: 'backup.import', details: { events: { added: 2 } } });
  });

  test('reject an import with backup.busy while another one runs', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => backups.import(whole)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('backup.busy');
    expect(await isAsItWas()).toBe(true);
  });

  test('make concurrent writes wait for an import and apply to the new state', async () => {
    const { sql } = app;
    const user = await makeAccount(app.db);
    const pendingImport = backups.import(whole);
    const pendingWrites = (async () => {
      for (let count = 0; count < 20; count++) {
        await sql`insert into contact_messages (id, subject, name, email, message) values
          (gen_random_uuid(), 'during', 'a', 'a@example.se', 'a')`;
        await Bun.sleep(5);
      }
    })();
    expect((await pendingImport).status).toBe(200);
    await pendingWrites;
    // The account was created before the import, the messages were written after it.
    expect(await sql`select from marketplace_users where id = ${user.id}`).toHaveLength(0);
    await sql`delete from contact_messages where subject = 'during'`;
    expect(await isAsItWas()).toBe(true);
  });

  test('leave nothing in the working folders', async () => {
    await backups.export();
    await backups.import(whole);
    await backups.import('{"version":1');
    const { dataDir } = app.context.config;
    for (const folder of ['work', 'incoming']) expect(await readdir(join(dataDir, folder))).toEqual([]);
  });

  test('leave no work file and no open transaction after an aborted export', async () => {
    const abortController = new AbortController();
    const response = await fetch(`${app.url}/api/admin/backup/export`, {
      headers: admin.headers,
      signal: abortController.signal,
    });
    await response.body?.getReader().read();
    abortController.abort();
    await Bun.sleep(100);
    expect(await readdir(join(app.context.config.dataDir, 'work'))).toEqual([]);
    const [row] = await app.sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    expect(row?.count).toBe(0);
  });
});
