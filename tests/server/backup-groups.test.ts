import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  ADMIN_COLLECTIONS,
  BACKUP_COLLECTION_NAMES,
  GROUPS,
  groupsOf,
} from '#src/features/backup/collections/groups.ts';
import { COLLECTIONS } from '#src/features/backup/collections/store.ts';
import type { Document } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';

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
      'deal_steps',
      'distinct_events',
      'event_batches',
      'event_proposals',
      'event_revisions',
      'events',
      'marketplace_usernames',
      'marketplace_users',
      'member_blocks',
      'merged_watchers',
      'messages',
      'notices',
      'organisers',
      'page_views',
      'race_addresses',
      'reports',
      'series',
      'series_keys',
      'source_changes',
      'source_items',
      'sources',
      'statements',
      'watchers',
      'watches',
    ]);
    expect(names).toContainEqual(['banners', 'uploads']);
    expect(names).toContainEqual(['admin_passkeys', 'admin_recovery_codes', 'admins']);
    for (const collection of [
      'link_checks',
      'event_submissions',
      'contact_info',
      'contact_messages',
      'marketplace_settings',
    ])
      expect(names).toContainEqual([collection]);
    expect(names.flat().sort()).toEqual([...BACKUP_COLLECTION_NAMES].sort());
  });

  test('throw at the start for circular references between tables', () => {
    const table = (name: string, refersTo: string[]) => ({ name, refersTo, columns: [], key: [] });
    expect(() => groupsOf([table('a', ['b']), table('b', ['a'])], [])).toThrow('circular foreign keys');
  });

  /** All but those of the admins, which an import through the portal leaves unchanged. */
  const REPLACED_COLLECTIONS = COLLECTIONS.filter(({ name }) => !ADMIN_COLLECTIONS.includes(name));

  const INVALID_VALUES: [string, (document: Document) => void, RegExp][] = [
    ...REPLACED_COLLECTIONS.map(({ name, columns }): [string, (document: Document) => void, RegExp] => [
      name,
      ({ collections }) => {
        const requiredColumn =
          columns.find(({ isNullable, defaultValue }) => !isNullable && defaultValue === undefined) ??
          columns[0];
        (collections[name]?.at(-1) ?? {})[requiredColumn?.name ?? ''] = { a: 1 };
      },
      /^Post \d+ går inte att läsa: fältet \w+\.$/,
    ]),
    [
      'announcement_numbers',
      (backup) => (backup.collections.announcement_numbers = [{ last: '7' }]),
      /ordernumret/,
    ],
    ['uploads', (backup) => (backup.uploads[0]?.data ?? []).reverse(), /^Fil 1 /],
  ];

  test.each(INVALID_VALUES)(
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
      const backupBefore = JSON.parse(await backups.export()) as Document;
      const errors = await importErrorsAfter(change);
      const backupAfter = JSON.parse(await backups.export()) as Document;
      const group = GROUPS.find(({ names }) => names.includes(name))?.names ?? [];
      expect(Object.keys(errors).sort()).toEqual([...group].sort());
      expect(errors[name]).toMatch(message);
      for (const relatedName of group.filter((groupName) => groupName !== name))
        expect(errors[relatedName]).toContain('Hör ihop');
      for (const collection of BACKUP_COLLECTION_NAMES.filter(
        (candidate) => candidate !== 'uploads' && !ADMIN_COLLECTIONS.includes(candidate),
      )) {
        const expected = group.includes(collection) ? backupBefore : document();
        expect([collection, backupAfter.collections[collection]]).toEqual([
          collection,
          expected.collections[collection],
        ]);
      }
    },
  );

  /** Somebody who takes no part in the conversation of the first record. */
  function setStranger(backup: Document, collection: 'messages' | 'deal_steps', column: string) {
    const { conversations = [], announcements = [], marketplace_users = [] } = backup.collections;
    const [record] = backup.collections[collection] ?? [];
    const conversation = conversations.find(({ id }) => id === record?.conversation_id);
    const ad = announcements.find(({ id }) => id === conversation?.announcement_id);
    const stranger = marketplace_users.find(
      ({ id }) => id !== conversation?.participant_id && id !== ad?.user_id,
    );
    setColumn(backup, collection, column, stranger?.id);
  }

  const REJECTED_CHANGES: [string, string, (document: Document) => void, string][] = [
    [
      'an unknown id',
      'messages',
      (backup) => setColumn(backup, 'messages', 'sender_id', crypto.randomUUID()),
      'hänvisar',
    ],
    [
      'a stranger in a conversation',
      'messages',
      (backup) => setStranger(backup, 'messages', 'sender_id'),
      'inte är med',
    ],
    [
      'a step that a stranger has ticked',
      'deal_steps',
      (backup) => setStranger(backup, 'deal_steps', 'done_by'),
      'utan att personen är med',
    ],
    [
      'a watch with a number that was not given yet',
      'watches',
      (backup) => {
        for (const watcher of backup.collections.watchers ?? []) watcher.last_number = 3;
      },
      'nummer',
    ],
    [
      'an unknown event',
      'announcements',
      (backup) => setColumn(backup, 'announcements', 'event_id', crypto.randomUUID()),
      'hänvisar',
    ],
    [
      'a repeated address',
      'marketplace_users',
      (backup) =>
        setColumn(backup, 'marketplace_users', 'email', backup.collections.marketplace_users?.[1]?.email),
      'samma',
    ],
    [
      'a repeated record',
      'events',
      (backup) => backup.collections.events?.push(backup.collections.events[0] ?? {}),
      'samma',
    ],
    [
      'a conversation without an ad',
      'conversations',
      (backup) => setColumn(backup, 'conversations', 'announcement_id', null),
      'värde',
    ],
    [
      'a day that does not exist',
      'contact_messages',
      (backup) => setColumn(backup, 'contact_messages', 'created_at', '2027-02-30T10:00:00Z'),
      'värde',
    ],
    [
      'two contact infos',
      'contact_info',
      (backup) => backup.collections.contact_info?.push(backup.collections.contact_info[0] ?? {}),
      'samma',
    ],
    [
      'a banner whose file is missing',
      'banners',
      (backup) => setColumn(backup, 'banners', 'file_url', `/uploads/${'0'.repeat(64)}.png`),
      'fil som saknas',
    ],
  ];
  const setColumn = (backup: Document, name: string, column: string, value: unknown) => {
    (backup.collections[name]?.[0] ?? {})[column] = value;
  };

  test.each(REJECTED_CHANGES)(
    'report what the database rejects, without any SQL: %s',
    async (_, name, change, message) => {
      const errors = await importErrorsAfter(change);
      expect(errors[name]).toContain(message);
      expect(Object.keys(errors).sort()).toEqual(
        [...(GROUPS.find(({ names }) => names.includes(name))?.names ?? [])].sort(),
      );
      expect(await isAsItWas()).toBe(true);
    },
  );

  test('report missing and unknown collections, and keep the groups of missing ones unchanged', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      delete collections.messages;
      collections.events = [];
      collections.loans = [{ a: 1 }];
    });
    expect(errors.messages).toBe('Saknas i filen.');
    expect(errors.events).toContain('Hör ihop');
    expect(errors.loans).toBe('Okänd samling.');
    expect(await isAsItWas()).toBe(true);
  });
});
