import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { BACKUP_COLLECTION_NAMES, GROUPS, groupsOf } from '../../src/features/backup/collections/groups';
import { COLLECTIONS } from '../../src/features/backup/collections/store';
import type { Document } from '../support/backup';
import { openBackupWorld } from '../support/backup-world';

const world = await openBackupWorld();
const { app, backups, document, importErrorsAfter, isAsItWas } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

describe('the groups of collections', () => {
  test('follow the foreign keys, with the sequence and the uploads', () => {
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
    expect(names.flat().sort()).toEqual([...BACKUP_COLLECTION_NAMES].sort());
  });

  test('throw at the start for circular references between tables', () => {
    const table = (name: string, refersTo: string[]) => ({ name, refersTo, columns: [], key: [] });
    expect(() => groupsOf([table('a', ['b']), table('b', ['a'])], [])).toThrow('circular foreign keys');
  });

  /** All but the admins, which an import through the portal leaves unchanged. */
  const REPLACED = COLLECTIONS.filter(({ name }) => name !== 'admins');

  const FAULTS: [string, (document: Document) => void, RegExp][] = [
    ...REPLACED.map(({ name, columns }): [string, (document: Document) => void, RegExp] => [
      name,
      ({ collections }) => {
        const at =
          columns.find(({ isNullable, defaultValue }) => !isNullable && defaultValue === undefined) ??
          columns[0];
        (collections[name]?.at(-1) ?? {})[at?.name ?? ''] = { a: 1 };
      },
      /^Post \d+ går inte att läsa: fältet \w+\.$/,
    ]),
    ['announcement_numbers', (d) => (d.collections.announcement_numbers = [{ last: '7' }]), /ordernumret/],
    ['uploads', (d) => (d.uploads[0]?.data ?? []).reverse(), /^Fil 1 /],
  ];

  test.each(FAULTS)(
    'keep a group unchanged when %s has an invalid value, and import the others',
    async (name, change, message) => {
      const { sql } = app;
      // Every group is changed, so that the test sees which ones the import replaced.
      await sql`update events set ort = 'Förut'`;
      await sql`update event_submissions set ort = 'Förut'`;
      await sql`update banners set title = 'Förut'`;
      await sql`update contact_info set address = 'Förut'`;
      await sql`update contact_messages set subject = 'Förut'`;
      await sql`update marketplace_settings set info_box_title = 'Förut'`;
      const before = JSON.parse(await backups.export()) as Document;
      const failed = await importErrorsAfter(change);
      const after = JSON.parse(await backups.export()) as Document;
      const group = GROUPS.find(({ names }) => names.includes(name))?.names ?? [];
      expect(Object.keys(failed).sort()).toEqual([...group].sort());
      expect(failed[name]).toMatch(message);
      for (const tied of group.filter((one) => one !== name)) expect(failed[tied]).toContain('Hör ihop');
      for (const one of BACKUP_COLLECTION_NAMES.filter((other) => other !== 'uploads')) {
        const expected = group.includes(one) ? before : document();
        expect([one, after.collections[one]]).toEqual([one, expected.collections[one]]);
      }
    },
  );

  const REJECTED: [string, string, (document: Document) => void, string][] = [
    ['an unknown id', 'messages', (d) => set(d, 'messages', 'sender_id', crypto.randomUUID()), 'hänvisar'],
    [
      'a stranger in a conversation',
      'messages',
      (d) => {
        const {
          messages = [],
          conversations = [],
          announcements = [],
          marketplace_users = [],
        } = d.collections;
        const conversation = conversations.find(({ id }) => id === messages[0]?.conversation_id);
        const ad = announcements.find(({ id }) => id === conversation?.announcement_id);
        const stranger = marketplace_users.find(
          ({ id }) => id !== conversation?.participant_id && id !== ad?.user_id,
        );
        set(d, 'messages', 'sender_id', stranger?.id);
      },
      'inte är med',
    ],
    [
      'an unknown event',
      'announcements',
      (d) => set(d, 'announcements', 'event_id', crypto.randomUUID()),
      'hänvisar',
    ],
    [
      'a repeated address',
      'marketplace_users',
      (d) => set(d, 'marketplace_users', 'email', d.collections.marketplace_users?.[1]?.email),
      'samma',
    ],
    [
      'a repeated record',
      'events',
      (d) => d.collections.events?.push(d.collections.events[0] ?? {}),
      'samma',
    ],
    [
      'a conversation without an ad',
      'conversations',
      (d) => set(d, 'conversations', 'announcement_id', null),
      'värde',
    ],
    [
      'a day that does not exist',
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
      'a banner whose file is missing',
      'banners',
      (d) => set(d, 'banners', 'file_url', `/uploads/${'0'.repeat(64)}.png`),
      'fil som saknas',
    ],
  ];
  const set = (d: Document, name: string, column: string, value: unknown) => {
    (d.collections[name]?.[0] ?? {})[column] = value;
  };

  test.each(REJECTED)(
    'report what the database rejects, without any SQL: %s',
    async (_, name, change, message) => {
      const failed = await importErrorsAfter(change);
      expect(failed[name]).toContain(message);
      expect(Object.keys(failed).sort()).toEqual(
        [...(GROUPS.find(({ names }) => names.includes(name))?.names ?? [])].sort(),
      );
      expect(await isAsItWas()).toBe(true);
    },
  );

  test('report missing and unknown collections, and keep the group of a missing one unchanged', async () => {
    const failed = await importErrorsAfter(({ collections }) => {
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
