import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { ADMIN_COLLECTIONS, BACKUP_COLLECTION_NAMES } from '#src/features/backup/collections/groups.ts';
import { COLLECTIONS, type ColumnKind } from '#src/features/backup/collections/store.ts';
import { ADMINS_UNCHANGED } from '#src/features/backup/contract.ts';
import { contentOf, type Document, wipeContent } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { EXCLUDED_TABLES } from '#tests/support/excluded-tables.ts';

const world = await openBackupWorld();
const { admin, app, backups, document, importErrorsAfter, isAsItWas, whole, withAdmins } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

describe('a backup', () => {
  test('contains every table except those in EXCLUDED_TABLES', async () => {
    const tables = await app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    expect(
      [...COLLECTIONS, ...EXCLUDED_TABLES.map((name) => ({ name }))].map(({ name }) => name).sort(),
    ).toEqual(tables.map(({ name }) => name).sort());
  });

  test('contains no token, session, limit, mail or log', () => {
    expect(Object.keys(document().collections).sort()).toEqual(
      BACKUP_COLLECTION_NAMES.filter((name) => name !== 'uploads').sort(),
    );
    for (const name of EXCLUDED_TABLES) expect(whole).not.toContain(name);
  });

  test('contains no admin, and no password or second factor of one, unless it is asked for with them', () => {
    const { collections } = JSON.parse(whole) as Document;
    expect(Object.keys(collections).filter((name) => ADMIN_COLLECTIONS.includes(name))).toEqual([]);
    expect(withAdmins).toContain('"totp_secret":"JBSWY3DPEHPK3PXP"');
    for (const name of ['totp_secret', 'public_key', 'code_hash']) expect(whole).not.toContain(name);
  });

  test('contains every column and every row of its collections', async () => {
    for (const { name } of COLLECTIONS) {
      const rows = await app.sql.unsafe(`select * from ${name}`);
      const records = document().collections[name] ?? [];
      expect(records).toHaveLength(rows.length);
      expect(Object.keys(records[0] ?? {}).sort()).toEqual(Object.keys(rows[0] ?? {}).sort());
    }
  });

  test('contains the last order number and the files', async () => {
    const [row] = await app.sql`select max(order_number) as last from announcements`;
    expect(`SP-${String(document().collections.announcement_numbers?.[0]?.last).padStart(4, '0')}`).toBe(
      row?.last,
    );
    const [upload] = document().uploads;
    const bytes = Buffer.concat((upload?.data ?? []).map((piece) => Buffer.from(piece, 'base64')));
    expect(bytes.length).toBe(upload?.size ?? 0);
    expect(upload?.name).toStartWith(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'));
  });

  test('has a file name with the product and the day', async () => {
    const response = await fetch(`${app.url}/api/admin/backup/export`, { headers: admin.headers });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="are-lop-skid-backup-${today}.json"`,
    );
    expect(Number(response.headers.get('x-file-bytes'))).toBe((await response.bytes()).length);
  });

  test('is a snapshot that contains nothing written during the export', async () => {
    const listUploads = app.context.uploads.list;
    const { uploads } = app.context;
    // This write comes after the records are read and before the response is sent.
    uploads.list = async () => {
      await makeAnnouncement(app.db);
      return listUploads();
    };
    try {
      expect(await isAsItWas()).toBe(true);
    } finally {
      uploads.list = listUploads;
    }
    expect(await isAsItWas()).toBe(false);
  });

  test('cannot be downloaded completely when a file disappears during the export', async () => {
    const { uploads } = app.context;
    const { find } = uploads;
    let calls = 0;
    uploads.find = async (name) => (++calls > 2 ? undefined : find(name));
    try {
      await expect(backups.export()).rejects.toThrow();
    } finally {
      uploads.find = find;
    }
  });
});

const FAR_RACE = { event_date: '2099-05-01', event_end_date: null, status: 'scheduled', previous_dates: [] };

/** What the migrations with this number or a higher one have added. */
async function addedByMigrations(first: number) {
  const files = readdirSync('db/migrations').filter((name) => Number.parseInt(name, 10) >= first);
  const sql = (await Promise.all(files.map((name) => Bun.file(`db/migrations/${name}`).text()))).join('\n');
  return {
    tables: [...sql.matchAll(/CREATE TABLE "(\w+)"/g)].map(([, table = '']) => table),
    columns: [...sql.matchAll(/ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/g)].map(
      ([, table = '', column = '']) => [table, column] as const,
    ),
  };
}

describe('a round trip', () => {
  test('of export, wipe, import and export gives the same bytes except for created_at', async () => {
    await wipeContent(app.context);
    expect(await isAsItWas()).toBe(false);
    const { status, body } = await backups.import(whole);
    expect(status).toBe(200);
    expect(Object.keys(body.collections)).toEqual([...BACKUP_COLLECTION_NAMES]);
    for (const [name, records] of Object.entries(document().collections)) {
      const message = ADMIN_COLLECTIONS.includes(name) ? { message: ADMINS_UNCHANGED } : {};
      expect([name, body.collections[name]]).toEqual([
        name,
        { status: 'success', count: records.length, ...message },
      ]);
    }
    expect(body.collections.uploads).toEqual({ status: 'success', count: 2 });
    expect(await isAsItWas()).toBe(true);
  });

  test('keeps decomposed letters in keys of sources and in all other texts', async () => {
    const decompose: Partial<Record<ColumnKind, (column: string) => string>> = {
      text: (column) => `normalize(${column}, NFD)`,
      texts: (column) => `(select array_agg(normalize(item, NFD)) from unnest(${column}) item)`,
      json: (column) => `normalize(${column}::text, NFD)::jsonb`,
    };
    for (const { name, columns } of COLLECTIONS.filter(({ name }) => !ADMIN_COLLECTIONS.includes(name))) {
      // Their type is `date[]`.
      const changed = columns.filter(({ name, kind }) => decompose[kind] && name !== 'previous_dates');
      if (changed.length > 0)
        await app.sql.unsafe(
          `update ${name} set ${changed.map(({ name, kind }) => `${name} = ${decompose[kind]?.(name)}`).join()}`,
        );
    }
    const decomposed = await backups.export();
    expect(decomposed).toContain('"key":"A\u030aso\u0308');
    const { body } = await backups.import(decomposed);
    expect(Object.entries(body.collections).filter(([, { status }]) => status === 'error')).toEqual([]);
    expect(contentOf(await backups.export())).toBe(contentOf(decomposed));
  });

  test('ignores the order of keys and collections, white space and unknown entries', async () => {
    const { version, created_at, collections, uploads } = document();
    const reversedCollections = Object.fromEntries(Object.entries(collections).reverse());
    const events = reversedCollections.events?.map((event) => ({ ...event, added_later: [1, { a: null }] }));
    await wipeContent(app.context);
    const text = JSON.stringify(
      { uploads, note: { deep: [[]] }, collections: { ...reversedCollections, events }, created_at, version },
      null,
      3,
    );
    expect((await backups.import(`\uFEFF ${text} \n`)).status).toBe(200);
    expect(await isAsItWas()).toBe(true);
  });

  test('fills a column that the backup lacks with its default', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      for (const user of collections.marketplace_users ?? []) {
        delete user.is_contested;
        delete user.phone_number;
      }
    });
    expect(errors).toEqual({});
    expect(await isAsItWas()).toBe(true);
  });

  test.each([
    ['before states and series of races', 14],
    ['before transfer rules', 17],
  ])(
    'of a backup from %s renews its ads at the import, so that none expires at once',
    async (_, firstLaterMigration) => {
      const startedAt = Date.now();
      const added = await addedByMigrations(firstLaterMigration);
      const errors = await importErrorsAfter(({ collections }) => {
        for (const race of collections.events ?? []) Object.assign(race, FAR_RACE);
        for (const [table, column] of added.columns)
          for (const row of collections[table] ?? []) delete row[column];
        for (const table of added.tables) delete collections[table];
      });
      expect(errors).toEqual({});
      const ads = await app.sql<{ id: string; renewed_at: Date; is_open: boolean }[]>`
      select id, renewed_at, is_active and event_id is not null as is_open from announcements order by id`;
      expect(ads.every((ad) => ad.renewed_at.getTime() >= startedAt)).toBe(true);
      const { body } = await app.api<{ id: string }[]>('GET /marketplace/announcements');
      const openIds = ads.filter((ad) => ad.is_open).map(({ id }) => id);
      expect(openIds.length).toBeGreaterThan(0);
      expect(body.map(({ id }) => id).sort()).toEqual(openIds);
    },
  );

  test('gives the next ad an unused order number, whatever the sequence holds', async () => {
    const { sql } = app;
    await sql`select nextval('announcement_numbers') from generate_series(1, 5)`;
    await backups.import(whole);
    const nextAd = await makeAnnouncement(app.db);
    expect(nextAd.order_number).toBe('SP-0014');

    await importErrorsAfter(({ collections }) => {
      collections.announcement_numbers = [{ last: 3 }];
      (collections.announcements?.[0] ?? {}).order_number = 'SP-7000';
    });
    expect((await makeAnnouncement(app.db)).order_number).toBe('SP-7001');
    await importErrorsAfter(({ collections }) => {
      collections.announcement_numbers = [{ last: 12_345 }];
    });
    expect((await makeAnnouncement(app.db)).order_number).toBe('SP-12346');
  });
});
