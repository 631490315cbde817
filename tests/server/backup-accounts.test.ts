import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sessions } from '#db/schema/index.ts';
import { importBackup } from '#src/features/backup/import/service.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { contentOf, type Document, exportWithAdmins } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';

const world = await openBackupWorld();
const { admin, app, backups, document, importErrorsAfter, isAsItWas, whole, withAdmins } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

describe('an import', () => {
  test('through the portal keeps all admins and their sessions, whatever the backup contains', async () => {
    const { sql } = app;
    const otherAdmin = document().collections.admins?.find(({ username }) => username !== 'boss');
    const addedAdmin = await makeAdmin(app.db);
    const adminsBefore = await sql`select * from admins order by id`;
    const changes: ((document: Document) => void)[] = [
      (backup) => (backup.collections.admins = [otherAdmin ?? {}]),
      (backup) => (backup.collections.admins = []),
      (backup) => delete backup.collections.admins,
      (backup) => (backup.collections.admins = [{ ...otherAdmin, id: admin.id, username: 'usurper' }]),
      (backup) =>
        (backup.collections.admins = [{ ...otherAdmin, id: crypto.randomUUID(), username: 'another' }]),
      (backup) => Object.assign(backup.collections.admins?.[0] ?? {}, { password_hash: 'none' }),
    ];
    try {
      for (const change of changes) {
        const changedBackup = document();
        change(changedBackup);
        const { body } = await backups.import(changedBackup);
        expect(body.collections.admins).toEqual({
          status: 'success',
          count: adminsBefore.length,
          message: 'Administratörskonton ändras inte vid import i portalen.',
        });
        expect(await sql`select * from admins order by id`).toEqual(adminsBefore);
        for (const { headers } of [admin, addedAdmin])
          expect((await app.api('GET /admin/verify', { headers })).status).toBe(200);
      }
    } finally {
      await sql`delete from admins where id = ${addedAdmin.id}`;
    }
  });

  test('by script replaces all admins and ends their sessions', async () => {
    const path = join(app.context.config.dataDir, 'a.json');
    await Bun.write(path, withAdmins);
    const addedAdmin = await makeAdmin(app.db);
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({ status: 'success', count: 4 });
    for (const { headers } of [admin, addedAdmin])
      expect((await app.api('GET /admin/verify', { headers })).status).toBe(401);
    await app.sql`insert into admin_sessions (token_hash, admin_id, expires_at, confirmed_at)
      values (${hashToken(admin.token)}, ${admin.id}, '2099-01-01', now())`;
    expect(contentOf(await exportWithAdmins(app.context))).toBe(contentOf(withAdmins));
    expect(await isAsItWas()).toBe(true);
  });

  test('by script keeps all admins, their factors and sessions if the backup was made without admins', async () => {
    const path = join(app.context.config.dataDir, 'c.json');
    await Bun.write(path, whole);
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({
      status: 'success',
      count: 4,
      message: 'Filen har inga administratörskonton. De som finns är kvar.',
    });
    expect(Object.values(collections).filter(({ status }) => status === 'error')).toEqual([]);
    expect((await app.api('GET /admin/verify', { headers: admin.headers })).status).toBe(200);
    expect(contentOf(await exportWithAdmins(app.context))).toBe(contentOf(withAdmins));
  });

  test('by script keeps the admins when the backup has none', async () => {
    const path = join(app.context.config.dataDir, 'b.json');
    const withoutAdmins = { admins: [], admin_passkeys: [], admin_recovery_codes: [] };
    await Bun.write(
      path,
      JSON.stringify({ ...document(), collections: { ...document().collections, ...withoutAdmins } }),
    );
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({
      status: 'error',
      message: 'Det måste finnas minst en administratör.',
    });
    expect(collections.events?.status).toBe('success');
    expect((await app.api('GET /admin/verify', { headers: admin.headers })).status).toBe(200);
  });

  test('leaves readable inboxes when conversations have no messages', async () => {
    const changedBackup = document();
    changedBackup.collections.messages = [];
    expect((await backups.import(changedBackup)).status).toBe(200);
    const reader = String(changedBackup.collections.conversations?.[0]?.participant_id);
    const token = newToken();
    await app.db.insert(sessions).values({
      token_hash: hashToken(token),
      user_id: reader,
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    const { status, body } = await app.api<unknown[]>('GET /marketplace/conversations', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([status, body.length > 0]).toEqual([200, true]);
  });

  test('keeps the login addresses of members', async () => {
    const id = String(document().collections.marketplace_users?.[0]?.id);
    await app.sql`insert into marketplace_login_addresses (user_id, address, last_login)
      values (${id}, '192.0.2.1', now())`;
    expect(await importErrorsAfter(() => {})).toEqual({});
    const addressRows =
      await app.sql`select user_id from marketplace_login_addresses where address = '192.0.2.1'`;
    expect(addressRows.map(({ user_id }) => user_id)).toEqual([id]);
  });

  test("ends members' sessions", async () => {
    const { collections } = document();
    const member = await makeMember(app.db);
    const [storedMember] = collections.marketplace_users ?? [];
    await app.sql`insert into marketplace_sessions
      values (${hashToken('m')}, ${String(storedMember?.id)}, now(), now() + interval '1 hour')`;
    await backups.import(whole);
    for (const token of [member.token, 'm'])
      expect(
        (await app.api('GET /marketplace/me', { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401);
  });

  test('does not restore deleted accounts or their data', async () => {
    const { collections } = document();
    const [deletedId] = (collections.announcements ?? []).map(({ user_id }) => String(user_id));
    await app.sql`insert into deleted_accounts values (${hashToken(deletedId ?? '')}, now())`;
    try {
      const errors = await importErrorsAfter(() => {});
      expect(errors).toEqual({});
      const exportedBackup = await backups.export();
      expect(exportedBackup).not.toContain(String(deletedId));
      const keptCollections = (JSON.parse(exportedBackup) as Document).collections;
      expect(keptCollections.marketplace_users).toHaveLength(
        (collections.marketplace_users ?? []).length - 1,
      );
      expect(keptCollections.events).toEqual(collections.events ?? []);
      // The reports they made stay, without their name, as after the deletion.
      const reportsOfDeleted = (collections.reports ?? []).filter(
        (report) => report.reporter_id === deletedId && report.reported_user_id !== deletedId,
      );
      for (const { id } of reportsOfDeleted)
        expect(keptCollections.reports?.find((report) => report.id === id)?.reporter_id).toBeNull();
    } finally {
      await app.sql`delete from deleted_accounts`;
    }
  });
});

test('an import does not restore members deleted by an admin', async () => {
  const [deletedId, otherId] = (document().collections.marketplace_users ?? []).map(({ id }) => String(id));
  try {
    const response = await app.api(`DELETE /admin/marketplace/users/${deletedId}`, {
      headers: admin.headers,
    });
    expect(response.status).toBe(200);
    expect(await importErrorsAfter(() => {})).toEqual({});
    const exportedBackup = await backups.export();
    expect(exportedBackup).not.toContain(String(deletedId));
    expect(exportedBackup).toContain(String(otherId));
  } finally {
    await app.sql`delete from deleted_accounts`;
  }
});
