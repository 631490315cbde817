/** Backup (D19): all content as one document, and back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '../../src/features/audit/contract';
import { GROUPS, groupsOf, NAMES } from '../../src/features/backup/collections/groups';
import { allTables, COLLECTIONS, LEFT_OUT } from '../../src/features/backup/collections/store';
import { ADMINS_UNCHANGED } from '../../src/features/backup/contract';
import { importBackup } from '../../src/features/backup/import/service';
import { NOBODYS_HASH } from '../../src/platform/passwords';
import { hashToken } from '../../src/platform/tokens';
import { type TestApp, testApp } from '../support/app';
import {
  type Backups,
  backupsOf,
  contentOf,
  type Document,
  fillContent,
  keepPng,
  wipe,
} from '../support/backup';
import { makeAccount, makeAdmin, makeAnnouncement, makeMember } from '../support/content';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let backups: Backups;
/** A backup of content in every collection, with two uploads, the first of which a banner shows. */
let whole: string;
const document = () => JSON.parse(whole) as Document;

beforeAll(async () => {
  app = await testApp({ environment: { SITE_NAME: 'Åre Löp & "Skid"' } });
  admin = await makeAdmin(app.context.database.db, { username: 'boss' });
  backups = backupsOf(app, admin.headers);
  await fillContent(app.sql, 8);
  const shown = await keepPng(app.context, 200_000);
  await keepPng(app.context, 2 * 49_152);
  await app.sql`update banners set file_url = ${`/uploads/${shown}`} where order_index = 0`;
  whole = await backups.export();
});
afterAll(() => app.stop());

/** A hash with other parameters than the product uses. */
const withCost = (parameters: string) => NOBODYS_HASH.replace('m=19456,t=2,p=1', parameters);

/** Everything as in `whole` again, whatever the test before has left. */
beforeEach(async () => {
  // Numbers never go back by an import (D13).
  await app.sql`alter sequence announcement_numbers restart with 9`;
  const { status, body } = await backups.import(whole);
  expect([status, Object.values(body.collections ?? {}).filter((one) => one.status === 'error')]).toEqual([
    200,
    [],
  ]);
});

const isAsItWas = async () => contentOf(await backups.export()) === contentOf(whole);

/** Of an import that changed the document: which collections are told as errors, and which are not. */
async function failedAfter(change: (document: Document) => void): Promise<Record<string, string>> {
  const changed = document();
  change(changed);
  const { status, body } = await backups.import(changed);
  expect(status).toBe(200);
  return Object.fromEntries(
    Object.entries(body.collections).flatMap(([name, one]) =>
      one.status === 'error' ? [[name, one.message]] : [],
    ),
  );
}

describe('what a backup holds', () => {
  test('every table is in it or left out by name', () => {
    expect([...COLLECTIONS.map(({ name }) => name), ...LEFT_OUT].sort()).toEqual(allTables().sort());
  });

  test('no token, session, limit, mail or log', () => {
    expect(Object.keys(document().collections).sort()).toEqual(
      NAMES.filter((name) => name !== 'uploads').sort(),
    );
    for (const name of LEFT_OUT) expect(whole).not.toContain(name);
  });

  test('every column of each, and every row', async () => {
    for (const { name } of COLLECTIONS) {
      const rows = await app.sql.unsafe(`select * from ${name}`);
      const records = document().collections[name] ?? [];
      expect(records).toHaveLength(rows.length);
      expect(Object.keys(records[0] ?? {}).sort()).toEqual(Object.keys(rows[0] ?? {}).sort());
    }
  });

  test('the order number that was given last, and the files', async () => {
    const [row] = await app.sql`select max(order_number) as last from announcements`;
    expect(`SP-${String(document().collections.announcement_numbers?.[0]?.last).padStart(4, '0')}`).toBe(
      row?.last,
    );
    const [upload] = document().uploads;
    const bytes = Buffer.concat((upload?.data ?? []).map((piece) => Buffer.from(piece, 'base64')));
    expect(bytes.length).toBe(upload?.size ?? 0);
    expect(upload?.name).toStartWith(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'));
  });

  test('its file is named by the product and the day', async () => {
    const answer = await fetch(`${app.url}/api/admin/backup/export`, { headers: admin.headers });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="are-lop-skid-backup-${today}.json"`,
    );
    expect(Number(answer.headers.get('x-file-bytes'))).toBe((await answer.bytes()).length);
  });

  test('it is of one moment: what is written while it is made is in no part of it', async () => {
    const waiting = app.context.uploads.list;
    const { uploads } = app.context;
    // The records are read; before the answer leaves, somebody writes.
    uploads.list = async () => {
      await makeAnnouncement(app.context.database.db);
      return waiting();
    };
    try {
      expect(await isAsItWas()).toBe(true);
    } finally {
      uploads.list = waiting;
    }
    expect(await isAsItWas()).toBe(false);
  });

  test('a file that goes while it is sent breaks the answer off', async () => {
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

describe('a round trip', () => {
  test('export, wipe, import, export: the same bytes but for created_at', async () => {
    await wipe(app.context);
    expect(await isAsItWas()).toBe(false);
    const { status, body } = await backups.import(whole);
    expect(status).toBe(200);
    expect(Object.keys(body.collections)).toEqual([...NAMES]);
    for (const [name, records] of Object.entries(document().collections)) {
      const message = name === 'admins' ? { message: ADMINS_UNCHANGED } : {};
      expect([name, body.collections[name]]).toEqual([
        name,
        { status: 'success', count: records.length, ...message },
      ]);
    }
    expect(body.collections.uploads).toEqual({ status: 'success', count: 2 });
    expect(await isAsItWas()).toBe(true);
  });

  test('the order of keys and collections does not matter, nor do space and what is unknown', async () => {
    const { version, created_at, collections, uploads } = document();
    const turned = Object.fromEntries(Object.entries(collections).reverse());
    const events = turned.events?.map((event) => ({ ...event, added_later: [1, { a: null }] }));
    await wipe(app.context);
    const text = JSON.stringify(
      { uploads, note: { deep: [[]] }, collections: { ...turned, events }, created_at, version },
      null,
      3,
    );
    expect((await backups.import(`\uFEFF ${text} \n`)).status).toBe(200);
    expect(await isAsItWas()).toBe(true);
  });

  test('columns that a backup lacks get their default', async () => {
    const failed = await failedAfter(({ collections }) => {
      for (const user of collections.marketplace_users ?? []) {
        delete user.is_contested;
        delete user.phone_number;
      }
    });
    expect(failed).toEqual({});
    expect(await isAsItWas()).toBe(true);
  });

  test('the next ad has a number that none had, wherever the numbers stand', async () => {
    const { sql } = app;
    await sql`select nextval('announcement_numbers') from generate_series(1, 5)`;
    await backups.import(whole);
    const next = await makeAnnouncement(app.context.database.db);
    expect(next.order_number).toBe('SP-0014');

    await failedAfter(({ collections }) => {
      collections.announcement_numbers = [{ last: 3 }];
      (collections.announcements?.[0] ?? {}).order_number = 'SP-7000';
    });
    expect((await makeAnnouncement(app.context.database.db)).order_number).toBe('SP-7001');
    await failedAfter(({ collections }) => {
      collections.announcement_numbers = [{ last: 12_345 }];
    });
    expect((await makeAnnouncement(app.context.database.db)).order_number).toBe('SP-12346');
  });
});

describe('groups', () => {
  test('are what foreign keys tie, with the sequence and the uploads', () => {
    const names = GROUPS.map((group) => [...group.names].sort());
    expect(names).toContainEqual([
      'announcement_numbers',
      'announcements',
      'conversations',
      'events',
      'marketplace_usernames',
      'marketplace_users',
      'messages',
      'reports',
    ]);
    expect(names).toContainEqual(['banners', 'uploads']);
    for (const alone of [
      'admins',
      'event_submissions',
      'contact_info',
      'contact_messages',
      'marketplace_settings',
    ])
      expect(names).toContainEqual([alone]);
    expect(names.flat().sort()).toEqual([...NAMES].sort());
  });

  test('tables that refer to each other in a circle are refused when the program starts', () => {
    const table = (name: string, refersTo: string[]) => ({ name, refersTo, columns: [], key: [] });
    expect(() => groupsOf([table('a', ['b']), table('b', ['a'])], [])).toThrow('circle');
  });

  /** All but the admins, which an import through the portal leaves as they are. */
  const REPLACED = COLLECTIONS.filter(({ name }) => name !== 'admins');

  /** A fault for each collection: what it is told as. */
  const FAULTS: [string, (document: Document) => void, RegExp][] = [
    ...REPLACED.map(({ name, columns }): [string, (document: Document) => void, RegExp] => [
      name,
      ({ collections }) => {
        const at =
          columns.find(({ isNullable, otherwise }) => !isNullable && otherwise === undefined) ?? columns[0];
        (collections[name]?.at(-1) ?? {})[at?.name ?? ''] = { a: 1 };
      },
      /^Post \d+ går inte att läsa: fältet \w+\.$/,
    ]),
    ['announcement_numbers', (d) => (d.collections.announcement_numbers = [{ last: '7' }]), /ordernumret/],
    ['uploads', (d) => (d.uploads[0]?.data ?? []).reverse(), /^Fil 1 /],
  ];

  test.each(FAULTS)(
    'a fault in %s leaves its group as it was; the others go in',
    async (name, change, message) => {
      const { sql } = app;
      // Something is different in every group, so that what goes in is seen to.
      await sql`update events set ort = 'Förut'`;
      await sql`update event_submissions set ort = 'Förut'`;
      await sql`update banners set title = 'Förut'`;
      await sql`update contact_info set address = 'Förut'`;
      await sql`update contact_messages set subject = 'Förut'`;
      await sql`update marketplace_settings set info_box_title = 'Förut'`;
      const before = JSON.parse(await backups.export()) as Document;
      const failed = await failedAfter(change);
      const after = JSON.parse(await backups.export()) as Document;
      const group = GROUPS.find(({ names }) => names.includes(name))?.names ?? [];
      expect(Object.keys(failed).sort()).toEqual([...group].sort());
      expect(failed[name]).toMatch(message);
      for (const tied of group.filter((one) => one !== name)) expect(failed[tied]).toContain('Hör ihop');
      for (const one of NAMES.filter((other) => other !== 'uploads')) {
        const expected = group.includes(one) ? before : document();
        expect([one, after.collections[one]]).toEqual([one, expected.collections[one]]);
      }
    },
  );

  const REFUSED: [string, string, (document: Document) => void, string][] = [
    [
      'an id that is nowhere',
      'messages',
      (d) => set(d, 'messages', 'sender_id', crypto.randomUUID()),
      'hänvisar',
    ],
    [
      'an event that is nowhere',
      'announcements',
      (d) => set(d, 'announcements', 'event_id', crypto.randomUUID()),
      'hänvisar',
    ],
    [
      'an address twice',
      'marketplace_users',
      (d) => set(d, 'marketplace_users', 'email', d.collections.marketplace_users?.[1]?.email),
      'samma',
    ],
    ['a record twice', 'events', (d) => d.collections.events?.push(d.collections.events[0] ?? {}), 'samma'],
    [
      'a conversation about nothing',
      'conversations',
      (d) => set(d, 'conversations', 'announcement_id', null),
      'värde',
    ],
    [
      'a day that no month has',
      'contact_messages',
      (d) => set(d, 'contact_messages', 'created_at', '2027-02-30T10:00:00Z'),
      'värde',
    ],
    [
      'two contact infos',
      'contact_info',
      (d) => d.collections.contact_info?.push(d.collections.contact_info[0] ?? {}),
      'samma',
    ],
    [
      'a banner whose file is gone',
      'banners',
      (d) => set(d, 'banners', 'file_url', `/uploads/${'0'.repeat(64)}.png`),
      'fil som saknas',
    ],
  ];
  const set = (d: Document, name: string, column: string, value: unknown) => {
    (d.collections[name]?.[0] ?? {})[column] = value;
  };

  test.each(REFUSED)(
    'what the database refuses is told without a word of SQL: %s',
    async (_, name, change, message) => {
      const failed = await failedAfter(change);
      expect(failed[name]).toContain(message);
      expect(Object.keys(failed).sort()).toEqual(
        [...(GROUPS.find(({ names }) => names.includes(name))?.names ?? [])].sort(),
      );
      expect(await isAsItWas()).toBe(true);
    },
  );

  test('a collection that is missing is told, and its group stays; one that is unknown is told', async () => {
    const failed = await failedAfter(({ collections }) => {
      delete collections.messages;
      collections.events = [];
      collections.loans = [{ a: 1 }];
    });
    expect(failed.messages).toBe('Saknas i filen.');
    expect(failed.events).toContain('Hör ihop');
    expect(failed.loans).toBe('Okänd samling.');
    expect(await isAsItWas()).toBe(true);
  });
});

describe('who stays', () => {
  test('all admins through the portal, whatever the backup says of them, logged in', async () => {
    const { sql } = app;
    const other = document().collections.admins?.find(({ username }) => username !== 'boss');
    const added = await makeAdmin(app.context.database.db);
    const before = await sql`select * from admins order by id`;
    const changes: ((document: Document) => void)[] = [
      (d) => (d.collections.admins = [other ?? {}]),
      (d) => (d.collections.admins = []),
      (d) => delete d.collections.admins,
      (d) => (d.collections.admins = [{ ...other, id: admin.id, username: 'usurper' }]),
      (d) => (d.collections.admins = [{ ...other, id: crypto.randomUUID(), username: 'another' }]),
      (d) => Object.assign(d.collections.admins?.[0] ?? {}, { password_hash: 'none' }),
    ];
    try {
      for (const change of changes) {
        const changed = document();
        change(changed);
        const { body } = await backups.import(changed);
        expect(body.collections.admins).toEqual({
          status: 'success',
          count: before.length,
          message: 'Administratörskonton ändras inte vid import i portalen.',
        });
        expect(await sql`select * from admins order by id`).toEqual(before);
        for (const { headers } of [admin, added])
          expect((await app.api('GET /admin/verify', { headers })).status).toBe(200);
      }
    } finally {
      await sql`delete from admins where id = ${added.id}`;
    }
  });

  test('an admin who was removed while their import was read imports nothing', async () => {
    const removed = await makeAdmin(app.context.database.db);
    await app.sql`delete from admins where id = ${removed.id}`;
    const path = join(app.context.config.dataDir, 'c.json');
    await Bun.write(path, whole);
    await app.sql`update events set ort = 'Förut'`;
    await expect(importBackup(app.context, path, { caller: removed })).rejects.toMatchObject({
      code: 'request.unauthorized',
    });
    expect((await app.sql`select distinct ort from events`)[0]?.ort).toBe('Förut');
  });

  test('by script all admins are those of the backup, and their sessions end', async () => {
    const path = join(app.context.config.dataDir, 'a.json');
    await Bun.write(path, whole);
    const added = await makeAdmin(app.context.database.db);
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({ status: 'success', count: 4 });
    for (const { headers } of [admin, added])
      expect((await app.api('GET /admin/verify', { headers })).status).toBe(401);
    await app.sql`insert into admin_sessions (token_hash, admin_id, expires_at)
      values (${await hashToken(admin.token)}, ${admin.id}, '2099-01-01')`;
    expect(await isAsItWas()).toBe(true);
  });

  test('by script admins are never replaced by none', async () => {
    const path = join(app.context.config.dataDir, 'b.json');
    await Bun.write(
      path,
      JSON.stringify({ ...document(), collections: { ...document().collections, admins: [] } }),
    );
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({
      status: 'error',
      message: 'Det måste finnas minst en administratör.',
    });
    expect(collections.events?.status).toBe('success');
    expect((await app.api('GET /admin/verify', { headers: admin.headers })).status).toBe(200);
  });

  test("members' sessions end", async () => {
    const { collections } = document();
    const member = await makeMember(app.context.database.db);
    const [known] = collections.marketplace_users ?? [];
    await app.sql`insert into marketplace_sessions
      values (${await hashToken('m')}, ${String(known?.id)}, now(), now() + interval '1 hour')`;
    await backups.import(whole);
    for (const token of [member.token, 'm'])
      expect(
        (await app.api('GET /marketplace/me', { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401);
  });

  test('who has deleted their account does not come back, nor does what hung on it', async () => {
    const { collections } = document();
    const [gone] = (collections.announcements ?? []).map(({ user_id }) => String(user_id));
    await app.sql`insert into deleted_accounts values (${await hashToken(gone ?? '')}, now())`;
    try {
      const failed = await failedAfter(() => {});
      expect(failed).toEqual({});
      const after = await backups.export();
      expect(after).not.toContain(String(gone));
      const kept = (JSON.parse(after) as Document).collections;
      expect(kept.marketplace_users).toHaveLength((collections.marketplace_users ?? []).length - 1);
      expect(kept.events).toEqual(collections.events ?? []);
      // The reports that they made stand, without them, as when they left.
      const made = (collections.reports ?? []).filter(
        (one) => one.reporter_id === gone && one.reported_user_id !== gone,
      );
      for (const { id } of made) expect(kept.reports?.find((one) => one.id === id)?.reporter_id).toBeNull();
    } finally {
      await app.sql`delete from deleted_accounts`;
    }
  });
});

test('whom an admin deletes is in no import of an older backup either (D19)', async () => {
  const [gone, kept] = (document().collections.marketplace_users ?? []).map(({ id }) => String(id));
  try {
    const deleted = await app.api(`DELETE /admin/marketplace/users/${gone}`, { headers: admin.headers });
    expect(deleted.status).toBe(200);
    expect(await failedAfter(() => {})).toEqual({});
    const after = await backups.export();
    expect(after).not.toContain(String(gone));
    expect(after).toContain(String(kept));
  } finally {
    await app.sql`delete from deleted_accounts`;
  }
});

describe('documents that mean harm or are none', () => {
  const text = () => JSON.stringify(document());
  const UNREADABLE: [string, () => string | Uint8Array][] = [
    ['no JSON', () => 'PK\u0003\u0004'],
    ['a list', () => '[]'],
    ['a text', () => '"backup"'],
    ['an empty object', () => '{}'],
    ['no version', () => text().replace('"version":1,', '')],
    ['no collections', () => '{"version":1}'],
    ['collections that are a list', () => '{"version":1,"collections":[],"uploads":[]}'],
    ['uploads that are an object', () => '{"version":1,"collections":{},"uploads":{}}'],
    ['cut short', () => whole.slice(0, -4)],
    ['cut in the middle', () => whole.slice(0, whole.length / 2)],
    ['two documents', () => `${text()}{}`],
    ['a comma too many', () => text().replace('"collections":{', '"collections":{,')],
    ['a key twice', () => text().replace('"version":1', '"version":1,"version":1')],
    ['a collection twice', () => text().replace('"collections":{', '"collections":{"events":[],')],
    ['a column twice', () => text().replace('"event_name":', '"event_name":"x","event_name":')],
    [
      'deep nesting',
      () => text().replace('"version":1', `"version":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    ],
    [
      'deep nesting in a record',
      () =>
        text().replace('"additional_fields":[', `"additional_fields":[${'['.repeat(50)}${']'.repeat(50)},`),
    ],
    ['a text of 10 MB', () => text().replace('"event_name":"', `"event_name":"${'x'.repeat(10_000_000)}`)],
    ['a number of 10 MB', () => text().replace('"version":1', `"version":1${'0'.repeat(10_000_000)}`)],
    [
      '10,000 values in a record',
      () => text().replace('"distances":[', `"distances":[${'"1 km",'.repeat(10_000)}`),
    ],
    ['bytes that are no UTF-8', () => Buffer.from(text().replace('Lopp 1', 'Lopp \u00ff'), 'latin1')],
    ['UTF-16', () => Buffer.from(text(), 'utf16le')],
  ];

  test.each(UNREADABLE)('%s: 400, and nothing is touched', async (_, make) => {
    await app.sql`update events set ort = 'Förut'`;
    const { status, body } = await backups.import(make());
    expect([status, body]).toEqual([
      400,
      {
        code: 'backup.unreadable',
        detail: 'Filen är ingen backup, eller så är den inte hel. Inget har ändrats.',
      },
    ] as never);
    expect((await app.sql`select distinct ort from events`)[0]?.ort).toBe('Förut');
  });

  test.each([2, 0, '1', null, 1.5])('version %p: 400', async (version) => {
    const { status, body } = await backups.import({ ...document(), version: version as number });
    expect([status, body.code]).toEqual([400, 'backup.version']);
  });

  const BAD_VALUES: [string, string, string, unknown][] = [
    ['a number as text', 'announcements', 'price', '500'],
    ['a number that is none', 'announcements', 'price', 1e300],
    ['half a krona', 'announcements', 'price', 1.5],
    ['a flag as text', 'banners', 'is_active', 'true'],
    ['NUL', 'events', 'event_name', 'a\u0000b'],
    ['half a character', 'events', 'event_name', '\ud800'],
    ['half a character in a list', 'events', 'distances', ['\udc00']],
    ['an object for a list', 'events', 'additional_fields', { length: 1 }],
    ['another shape in a list', 'events', 'additional_fields', [{ label: 'a' }]],
    ['30 February', 'events', 'event_date', '2027-02-30'],
    ['an instant without a zone', 'events', 'created_at', '2027-01-01T10:00:00'],
    ['an instant that is a word', 'events', 'created_at', 'infinity'],
    ['a colour that no stamp has', 'events', 'banner_color', 'red; background: url(x)'],
    ['a link that is a script', 'events', 'race_link', 'javascript:alert(1)'],
    ['a link to another site by two slashes', 'banners', 'link_url', '//evil.example'],
    ['a path out of the uploads', 'banners', 'file_url', '../../etc/passwd'],
    ['a link to another site by a tab', 'banners', 'link_url', '/\t/evil.example'],
    ['a file of another site', 'banners', 'file_url', 'https://evil.example/a.png'],
    ['a moment in a year of five digits', 'events', 'created_at', '9999-12-31T23:59:00-05:00'],
    ['a sport that there is not', 'events', 'sport_type', 'constructor'],
    ['a landskap that there is not', 'event_submissions', 'landskap', 'Atlantis'],
    ['a price that no ad may have', 'announcements', 'price', 1_000_001],
    ['an address that steers a mail', 'contact_messages', 'email', 'a@b.se?bcc=c@d.se, e@f.se'],
    ['an address of two lines', 'event_submissions', 'submitter_email', 'a@b.se\nBcc: c@d.se'],
    ['a name that sends people elsewhere', 'marketplace_users', 'full_name', 'Vinn på www.evil.example'],
    ["a user name that is somebody's address", 'marketplace_users', 'username', 'm2@example.se'],
    ['a number of 16 digits', 'announcements', 'order_number', 'SP-1000000000000000'],
    ['a number with a zero too many', 'announcements', 'order_number', 'SP-00012'],
    ['the number 0', 'announcements', 'order_number', 'SP-0000'],
    ['a price of nothing', 'announcements', 'price', 0],
    ['a fee of nothing', 'announcements', 'name_change_fee', 0],
    ['a type of ad that there is not', 'announcements', 'announcement_type', 'gift'],
    ['a distance of 61 characters', 'announcements', 'distance', 'x'.repeat(61)],
    ['a hash that is none', 'marketplace_users', 'password_hash', 'not a hash'],
    ['a hash that takes 2 GB', 'marketplace_users', 'password_hash', withCost('m=2097152,t=2,p=1')],
    ['a hash that takes a minute', 'marketplace_users', 'password_hash', withCost('m=19456,t=2000,p=1')],
    ['a hash of many threads', 'marketplace_users', 'password_hash', withCost('m=19456,t=2,p=255')],
    ['a hash that cannot be read', 'marketplace_users', 'password_hash', NOBODYS_HASH.replace(/.$/, 'F')],
    ['a name of 201 characters', 'marketplace_users', 'full_name', 'x'.repeat(201)],
    ['a name of nothing but a line break', 'marketplace_users', 'full_name', '\n'],
    ['a user name that nobody gets', 'marketplace_users', 'username', 'Anna Ek'],
    ['a user name of 81 characters', 'marketplace_usernames', 'username', 'x'.repeat(81)],
    ['an address in capitals', 'marketplace_users', 'email', 'M1@example.se'],
    ['an address of 255 characters', 'contact_messages', 'email', `${'x'.repeat(244)}@example.se`],
    ['a phone number of 51 digits', 'marketplace_users', 'phone_number', '0'.repeat(51)],
    ['a long text', 'contact_messages', 'message', 'x'.repeat(5001)],
    ['a long subject', 'contact_messages', 'subject', 'x'.repeat(201)],
    ['a long link', 'events', 'race_link', `https://a.se/${'x'.repeat(2000)}`],
    ['a day before 1900', 'events', 'event_date', '1899-12-31'],
    ['an end before the start', 'events', 'event_end_date', '1999-01-01'],
    ['a stamp without its days', 'events', 'banner_start_date', null],
    ['a stamp that ends before it starts', 'events', 'banner_end_date', '1999-01-01T00:00:00Z'],
    ['no distance', 'events', 'distances', []],
    ['31 distances', 'events', 'distances', Array.from({ length: 31 }, (_, at) => `${at + 1} km`)],
    ['a distance that is two', 'events', 'distances', ['5 km, 10 km']],
    ['the same distance twice', 'events', 'distances', ['5 km', '5KM']],
    [
      '21 fields',
      'events',
      'additional_fields',
      Array.from({ length: 21 }, () => ({ label: 'a', value: 'b' })),
    ],
    ['a field without words', 'events', 'additional_fields', [{ label: ' ', value: 'b' }]],
    ['a spot set by hand on another continent', 'events', 'latitude', -33.9],
    ['a spot from nowhere', 'events', 'place_source', null],
    ['a moment a thousand years from now', 'events', 'created_at', '3026-01-01T00:00:00Z'],
    ['a moment before computers', 'contact_messages', 'created_at', '1926-01-01T00:00:00Z'],
    ['a distance that the sport does not take', 'event_submissions', 'distances', ['x'.repeat(61)]],
    ['a decision without its time', 'event_submissions', 'reviewed_at', null],
    ['a decision of nobody', 'event_submissions', 'reviewed_by', null],
    ['a status that there is not', 'reports', 'status', 'open'],
    ['a reason that there is not', 'reports', 'reason', 'revenge'],
    ['a place before the first', 'banners', 'order_index', -1],
    ['21 steps', 'marketplace_settings', 'info_box_steps', Array.from({ length: 21 }, () => 'a')],
    ['a second box', 'marketplace_settings', 'only', false],
    ['an id that is none', 'contact_messages', 'id', "'; drop table events; --"],
    ['a number that no ad has', 'announcements', 'order_number', '<b>1</b>'],
    ['nothing where something must be', 'marketplace_users', 'email', null],
  ];

  test('admins by script: only hashes that the product makes', async () => {
    const path = join(app.context.config.dataDir, 'd.json');
    const changed = document();
    (changed.collections.admins?.[0] ?? {}).password_hash = withCost('m=2097152,t=2,p=1');
    await Bun.write(path, JSON.stringify(changed));
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({
      status: 'error',
      message: 'Post 1 går inte att läsa: fältet password_hash.',
    });
  });

  test.each(BAD_VALUES)(
    '%s is told with its field, and nothing of it is stored',
    async (_, name, column, value) => {
      const failed = await failedAfter(({ collections }) => {
        (collections[name]?.[0] ?? {})[column] = value;
      });
      expect(failed[name]).toBe(`Post 1 går inte att läsa: fältet ${column}.`);
      expect(await isAsItWas()).toBe(true);
    },
  );

  test('HTML in the warning is cleaned as when it is saved (D20)', async () => {
    const failed = await failedAfter(({ collections }) => {
      (collections.marketplace_settings?.[0] ?? {}).info_box_warning =
        '<p onclick="x()">Se <a href="https://a.se">a</a> <a href="javascript:x()">b</a><script>x()</script></p>';
    });
    expect(failed).toEqual({});
    const { body } = await app.api<{ info_box_warning: string }>('GET /marketplace/settings');
    expect(body.info_box_warning).toBe(
      '<p>Se <a href="https://a.se" target="_blank" rel="noopener">a</a> b</p>',
    );
  });

  describe('order numbers', () => {
    const numbered = (last: number, orderNumber?: string) => (d: Document) => {
      d.collections.announcement_numbers = [{ last }];
      if (orderNumber) (d.collections.announcements?.[0] ?? {}).order_number = orderNumber;
    };
    const byScript = async (change: (document: Document) => void) => {
      const changed = document();
      change(changed);
      const path = join(app.context.config.dataDir, 'n.json');
      await Bun.write(path, JSON.stringify({ ...changed, collections: { ...changed.collections } }));
      const { collections } = await importBackup(app.context, path);
      await app.sql`insert into admin_sessions (token_hash, admin_id, expires_at)
        values (${await hashToken(admin.token)}, ${admin.id}, '2099-01-01')`;
      return collections;
    };

    test('the highest that is taken is followed by another, and so is every export after it', async () => {
      expect(await failedAfter(numbered(1e12))).toEqual({});
      for (const expected of ['SP-1000000000001', 'SP-1000000000002']) {
        expect((await makeAnnouncement(app.context.database.db)).order_number).toBe(expected);
        const exported = await backups.export();
        const { body } = await backups.import(exported);
        expect(body.collections.announcements?.status).toBe('success');
        expect(contentOf(await backups.export())).toBe(contentOf(exported));
      }
    });

    test.each([
      ['the sequence', numbered(1e12 + 1)],
      ['an ad', numbered(9, 'SP-1000000000001')],
      [
        'a conversation about an ad that is gone',
        (d: Document) =>
          Object.assign(d.collections.conversations?.[0] ?? {}, { order_number: 'SP-999999999999999' }),
      ],
    ])('a higher one of %s is refused', async (_, change) => {
      expect((await failedAfter(change)).announcement_numbers).toBe('Ett ordernummer är för högt.');
      expect(await isAsItWas()).toBe(true);
    });

    test('of 16 digits: refused, for the next one could not be read again', async () => {
      const failed = await failedAfter(numbered(999_999_999_999_999 + 1));
      expect(failed.announcement_numbers).toBe('Det senaste ordernumret går inte att läsa.');
    });

    test('the script takes what comes after the highest of the portal, on a calendar that gave none', async () => {
      const before = await byScript(numbered(1e12 + 1_000_000));
      expect(before.announcement_numbers).toEqual({ status: 'success', count: 1 });
      const refused = await byScript(numbered(1e14 + 1));
      expect(refused.announcement_numbers?.status).toBe('error');
    });
  });

  test('banners are numbered from 0 without gaps, in the order of the backup', async () => {
    const failed = await failedAfter(({ collections }) => {
      const [first, second, third] = collections.banners ?? [];
      Object.assign(first ?? {}, { order_index: 2 ** 31 - 1 });
      Object.assign(second ?? {}, { order_index: 7 });
      Object.assign(third ?? {}, { order_index: 5 });
    });
    expect(failed).toEqual({});
    const ids = (document().collections.banners ?? []).map(({ id }) => String(id));
    const stored = await app.sql`select id, order_index from banners order by order_index`;
    expect(stored.map(({ id, order_index }) => [id, order_index])).toEqual([
      [ids[2], 0],
      [ids[1], 1],
      [ids[0], 2],
    ]);
  });

  test('line breaks in what is one line become spaces, as when it is typed', async () => {
    const failed = await failedAfter(({ collections }) => {
      (collections.contact_messages?.[0] ?? {}).subject = ' Fråga\r\nBcc: a@b.se\u2028 ';
    });
    expect(failed).toEqual({});
    expect(await app.sql`select from contact_messages where subject = 'Fråga Bcc: a@b.se'`).toHaveLength(1);
  });

  test('__proto__ is a name like any other', async () => {
    const named = text()
      .replace('"collections":{', '"collections":{"__proto__":[{"a":1}],"constructor":[{}],')
      .replace('"event_name":', '"__proto__":{"event_name":null,"polluted":true},"event_name":');
    const { status, body } = await backups.import(named);
    expect(status).toBe(200);
    expect(Object.getOwnPropertyDescriptor(body.collections, '__proto__')?.value).toEqual({
      status: 'error',
      message: 'Okänd samling.',
    });
    expect(body.collections.constructor as unknown).toEqual({ status: 'error', message: 'Okänd samling.' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await isAsItWas()).toBe(true);
  });

  test('a collection that is no list, and records that are none, are told', async () => {
    const failed = await failedAfter(({ collections }) => {
      collections.contact_messages = 'many' as never;
      collections.contact_info = [5] as never;
      collections.event_submissions = [[]] as never;
    });
    expect(failed).toEqual({
      contact_messages: 'Är ingen lista.',
      contact_info: 'Post 1 går inte att läsa.',
      event_submissions: expect.stringContaining('Post 1 går inte att läsa') as never,
    });
    expect(await isAsItWas()).toBe(true);
  });

  test('10,000 unknown collections are told by the first of them', async () => {
    const many = Array.from({ length: 4000 }, (_, index) => `"x${index}${'y'.repeat(300)}":[]`).join(',');
    const { status, body } = await backups.import(
      text().replace('"collections":{', `"collections":{${many},`),
    );
    expect(status).toBe(200);
    expect(Object.keys(body.collections).length).toBeLessThan(100);
    expect(Math.max(...Object.keys(body.collections).map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  const BAD_UPLOADS: [string, (upload: Document['uploads'][number]) => void][] = [
    ['another name', (one) => (one.name = `${'a'.repeat(64)}.png`)],
    ['a name with a path', (one) => (one.name = `../../${one.name}`)],
    ['another ending', (one) => (one.name = one.name.replace('.png', '.jpg'))],
    ['another size', (one) => (one.size += 1)],
    ['data that is missing', (one) => one.data.pop()],
    ['data that is no text', (one) => (one.data[0] = 7 as never)],
    ['data that is a list', (one) => (one.data[0] = [] as never)],
    ['no data', (one) => delete (one as { data?: unknown }).data],
  ];
  test.each(BAD_UPLOADS)('an upload with %s is not kept, and the banners stay', async (_, change) => {
    await wipe(app.context);
    const failed = await failedAfter(({ uploads }) => {
      for (const one of uploads) change(one);
    });
    expect(Object.keys(failed).sort()).toEqual(['banners', 'uploads']);
    expect(await app.context.uploads.list()).toEqual([]);
    expect(await readdir(app.context.config.dataDir)).not.toContain('passwd');
  });

  test('an upload that is no picture or film is not kept, though its name is right', async () => {
    const bytes = Buffer.from('<svg onload="alert(1)"/>');
    const name = `${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}.png`;
    const failed = await failedAfter(({ uploads }) => {
      uploads.push({ name, size: bytes.length, data: [bytes.toString('base64')] });
    });
    expect(failed.uploads).toContain('Fil 3');
    expect(await app.context.uploads.find(name)).toBeUndefined();
  });
});

describe('calls', () => {
  test('are for admins alone', async () => {
    const member = await makeMember(app.context.database.db);
    for (const headers of [{}, member.headers]) {
      expect((await app.api('GET /admin/backup/export', { headers })).status).toBe(401);
      expect((await backupsOf(app, headers).import(whole)).status).toBe(401);
    }
  });

  test('without a file: 400 with the sentence of section 5', async () => {
    const body = new FormData();
    body.append('note', 'no file');
    const answer = await fetch(`${app.url}/api/admin/backup/import`, {
      method: 'POST',
      headers: admin.headers,
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'backup.file', detail: 'Välj en backup-fil först' },
    ]);
    expect((await backups.import('')).body.code).toBe('backup.file');
  });

  test('each is noted in the log, with the admin', async () => {
    await app.sql`delete from audit_log`;
    await backups.export();
    await backups.import(whole);
    await backups.import('{');
    const rows = await app.sql`select action, admin from audit_log order by id`;
    expect(rows.map(({ action, admin: who }) => [action, who])).toEqual([
      ['backup.export', 'boss'],
      ['backup.import', 'boss'],
    ]);
  });

  test('the log says what an import added, replaced and removed in each collection', async () => {
    const { sql } = app;
    await sql`delete from audit_log`;
    const none = { added: 0, replaced: 0, removed: 0 };
    const details = async () =>
      (await sql`select details from audit_log order by id desc limit 1`)[0]?.details;
    await backups.import(whole);
    const same = Object.fromEntries(NAMES.filter((name) => name !== 'admins').map((name) => [name, none]));
    expect(await details()).toEqual(same);

    const ids = (document().collections.events ?? []).map(({ id }) => String(id));
    await sql`delete from events where id = any(${ids.slice(0, 2)}::uuid[])`;
    await sql`update events set ort = 'Förut' where id = any(${ids.slice(2, 5)}::uuid[])`;
    await makeAnnouncement(app.context.database.db);
    await sql`update contact_info set description = 'Förut'`;
    await sql`delete from event_submissions`;
    for (const { name } of await app.context.uploads.list()) await app.context.uploads.remove(name);
    const changed = document();
    delete changed.collections.marketplace_settings;
    await backups.import(changed);
    const { marketplace_settings: _, ...others } = same;
    const submissions = changed.collections.event_submissions?.length;
    expect(await details()).toEqual({
      ...others,
      events: { added: 2, replaced: 3, removed: 1 },
      // Those of the deleted events were closed; the new one has gone, with its owner.
      announcements: { added: 0, replaced: expect.any(Number), removed: 1 },
      marketplace_users: { ...none, removed: 1 },
      contact_info: { ...none, replaced: 1 },
      event_submissions: { ...none, added: submissions },
      uploads: { ...none, added: 2 },
    });
    const { body } = await app.api<AuditEntry[]>('GET /admin/audit', { headers: admin.headers });
    expect(body[0]).toMatchObject({ action: 'backup.import', details: { events: { added: 2 } } });
  });

  test('of two imports at once one is done, the other is told that it is busy', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => backups.import(whole)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('backup.busy');
    expect(await isAsItWas()).toBe(true);
  });

  test('what others write meanwhile waits, and lands on the new state', async () => {
    const { sql } = app;
    const user = await makeAccount(app.context.database.db);
    const importing = backups.import(whole);
    const writing = (async () => {
      for (let count = 0; count < 20; count++) {
        await sql`insert into contact_messages (id, subject, name, email, message) values
          (gen_random_uuid(), 'during', 'a', 'a@example.se', 'a')`;
        await Bun.sleep(5);
      }
    })();
    expect((await importing).status).toBe(200);
    await writing;
    // Whoever wrote after the import is there; whoever was there before it is not.
    expect(await sql`select from marketplace_users where id = ${user.id}`).toHaveLength(0);
    await sql`delete from contact_messages where subject = 'during'`;
    expect(await isAsItWas()).toBe(true);
  });

  test('nothing is left in the working folders', async () => {
    await backups.export();
    await backups.import(whole);
    await backups.import('{"version":1');
    const { dataDir } = app.context.config;
    for (const folder of ['work', 'incoming']) expect(await readdir(join(dataDir, folder))).toEqual([]);
  });

  test('whoever stops reading an export holds nothing open', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${app.url}/api/admin/backup/export`, {
      headers: admin.headers,
      signal: stop.signal,
    });
    await answer.body?.getReader().read();
    stop.abort();
    await Bun.sleep(100);
    expect(await readdir(join(app.context.config.dataDir, 'work'))).toEqual([]);
    const [open] = await app.sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    expect(open?.count).toBe(0);
  });
});
