import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { importBackup } from '#src/features/backup/import/service.ts';
import { DUMMY_HASH } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { contentOf, type Document } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';
import { makeAnnouncement } from '#tests/support/content.ts';

const world = await openBackupWorld();
const { admin, app, backups, document, importErrorsAfter, isAsItWas } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

/** A hash with Argon2 parameters that the product does not use. */
const hashWithCost = (parameters: string) => DUMMY_HASH.replace('m=19456,t=2,p=1', parameters);

describe('an import', () => {
  const INVALID_VALUES: [string, string, string, unknown][] = [
    ['a number as text', 'announcements', 'price', '500'],
    ['a number that is not an integer', 'announcements', 'price', 1e300],
    ['half a krona', 'announcements', 'price', 1.5],
    ['a flag as text', 'banners', 'is_active', 'true'],
    ['NUL', 'events', 'event_name', 'a\u0000b'],
    ['a lone surrogate', 'events', 'event_name', '\ud800'],
    ['a lone surrogate in a list', 'events', 'distances', ['\udc00']],
    ['an object for a list', 'events', 'additional_fields', { length: 1 }],
    ['another shape in a list', 'events', 'additional_fields', [{ label: 'a' }]],
    ['30 February', 'events', 'event_date', '2027-02-30'],
    ['an instant without a zone', 'events', 'created_at', '2027-01-01T10:00:00'],
    ['an instant that is a word', 'events', 'created_at', 'infinity'],
    ['an unknown colour', 'events', 'banner_color', 'red; background: url(x)'],
    ['a javascript link', 'events', 'race_link', 'javascript:alert(1)'],
    ['a protocol-relative link', 'banners', 'link_url', '//evil.example'],
    ['a path out of the uploads', 'banners', 'file_url', '../../etc/passwd'],
    ['a link to another site by a tab', 'banners', 'link_url', '/\t/evil.example'],
    ['a file of another site', 'banners', 'file_url', 'https://evil.example/a.png'],
    ['an instant in a year of five digits', 'events', 'created_at', '9999-12-31T23:59:00-05:00'],
    ['an unknown sport', 'events', 'sport_type', 'constructor'],
    ['an unknown landskap', 'event_submissions', 'landskap', 'Atlantis'],
    ['a price over the maximum', 'announcements', 'price', 1_000_001],
    ['an address with mail headers', 'contact_messages', 'email', 'a@b.se?bcc=c@d.se, e@f.se'],
    ['an address of two lines', 'event_submissions', 'submitter_email', 'a@b.se\nBcc: c@d.se'],
    ['a name with a web address', 'marketplace_users', 'full_name', 'Vinn på www.evil.example'],
    ['a user name that is an e-mail address', 'marketplace_users', 'username', 'm2@example.se'],
    ['an order number of 16 digits', 'announcements', 'order_number', 'SP-1000000000000000'],
    ['an order number with a superfluous zero', 'announcements', 'order_number', 'SP-00012'],
    ['the order number 0', 'announcements', 'order_number', 'SP-0000'],
    ['a price of 0', 'announcements', 'price', 0],
    ['a fee of 0', 'announcements', 'name_change_fee', 0],
    ['an unknown type of ad', 'announcements', 'announcement_type', 'gift'],
    ['a distance of 61 characters', 'announcements', 'distance', 'x'.repeat(61)],
    ['text that is not a hash', 'marketplace_users', 'password_hash', 'not a hash'],
    ['a hash that takes 2 GB', 'marketplace_users', 'password_hash', hashWithCost('m=2097152,t=2,p=1')],
    ['a hash that takes a minute', 'marketplace_users', 'password_hash', hashWithCost('m=19456,t=2000,p=1')],
    ['a hash of many threads', 'marketplace_users', 'password_hash', hashWithCost('m=19456,t=2,p=255')],
    ['a hash with invalid base64', 'marketplace_users', 'password_hash', DUMMY_HASH.replace(/.$/, 'F')],
    [
      'a hash of a stranger’s password that takes 2 GB',
      'marketplace_users',
      'stranger_password_hash',
      hashWithCost('m=2097152,t=2,p=1'),
    ],
    ['a name of 201 characters', 'marketplace_users', 'full_name', 'x'.repeat(201)],
    ['a name that is only a line break', 'marketplace_users', 'full_name', '\n'],
    ['an invalid user name', 'marketplace_users', 'username', 'Anna Ek'],
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
    ['31 distances', 'events', 'distances', Array.from({ length: 31 }, (_, index) => `${index + 1} km`)],
    ['two distances in one', 'events', 'distances', ['5 km, 10 km']],
    ['the same distance twice', 'events', 'distances', ['5 km', '5KM']],
    [
      '21 fields',
      'events',
      'additional_fields',
      Array.from({ length: 21 }, () => ({ label: 'a', value: 'b' })),
    ],
    ['a field with an empty label', 'events', 'additional_fields', [{ label: ' ', value: 'b' }]],
    ['a position set by hand on another continent', 'events', 'latitude', -33.9],
    ['a position without a source', 'events', 'place_source', null],
    ['an instant in the next millennium', 'events', 'created_at', '3026-01-01T00:00:00Z'],
    ['an instant in 1926', 'contact_messages', 'created_at', '1926-01-01T00:00:00Z'],
    ['a distance that the sport does not allow', 'event_submissions', 'distances', ['x'.repeat(61)]],
    ['a review without a time', 'event_submissions', 'reviewed_at', null],
    ['a review without an admin', 'event_submissions', 'reviewed_by', null],
    ['an unknown status', 'reports', 'status', 'open'],
    ['an unknown reason', 'reports', 'reason', 'revenge'],
    ['a negative position', 'banners', 'order_index', -1],
    [
      '21 steps of the info box',
      'marketplace_settings',
      'info_box_steps',
      Array.from({ length: 21 }, () => 'a'),
    ],
    ['a second row of settings', 'marketplace_settings', 'only', false],
    ['an unknown advice', 'marketplace_settings', 'disabled_advice', ['guess']],
    ['an invalid id', 'contact_messages', 'id', "'; drop table events; --"],
    ['a malformed order number', 'announcements', 'order_number', '<b>1</b>'],
    ['a watcher without an address', 'watchers', 'email', null],
    ['an address of a watcher in capitals', 'watchers', 'email', 'Vakt@example.se'],
    ['a merged watcher with half a pair of numbers', 'merged_watchers', 'same_numbers', [[1]]],
    ['a watch with the number 0', 'watches', 'number', 0],
    ['a watch with a number over two bytes', 'watches', 'number', 65_536],
    ['a search that is not canonical', 'watches', 'query', 'landskap=Dalarna&q=lopp&sort='],
    ['a watch of a race and of a search', 'watches', 'query', 'landskap=Sk%C3%A5ne'],
    ['a cadence that does not exist', 'watches', 'cadence', 'hourly'],
    ['a kind of watch that does not exist', 'watches', 'kind', 'market'],
    ['a lowest price over the highest', 'watches', 'min_price', 1_000_000],
    ['a revision with a column that events do not have', 'event_revisions', 'after', { password: 'x' }],
    ['a revision with a javascript link', 'event_revisions', 'before', { race_link: 'javascript:alert(1)' }],
    ['a revision of nobody known', 'event_revisions', 'actor_kind', 'member'],
    ['a kind of batch that does not exist', 'event_batches', 'kind', 'merge'],
    ['a proposal with an unknown sport', 'event_proposals', 'after', { sport_type: 'Curling' }],
    ['an organiser with a token that is not hashed', 'organisers', 'token_hash', 'abc'],
    ['a source that is not on the web', 'sources', 'url', 'file:///etc/passwd'],
    ['a source that sets other fields', 'sources', 'defaults', { status: 'cancelled' }],
    ['an item of a source with a long text', 'source_items', 'accepted', { ort: 'x'.repeat(201) }],
    ['a change of a source in another shape', 'source_changes', 'after', ['Mora']],
    ['a race that nobody has seen', 'page_views', 'views', 0],
    ['a checked link that is a script', 'link_checks', 'url', 'javascript:alert(1)'],
    ['null in a required column', 'marketplace_users', 'email', null],
  ];

  test('by script rejects a password hash of an admin with other parameters than those of the product', async () => {
    const path = join(app.context.config.dataDir, 'd.json');
    const changedBackup = document();
    (changedBackup.collections.admins?.[0] ?? {}).password_hash = hashWithCost('m=2097152,t=2,p=1');
    await Bun.write(path, JSON.stringify(changedBackup));
    const { collections } = await importBackup(app.context, path);
    expect(collections.admins).toEqual({
      status: 'error',
      message: 'Post 1 går inte att läsa: fältet password_hash.',
    });
  });

  test.each(INVALID_VALUES)(
    'rejects %s, names the field and changes nothing',
    async (_, name, column, value) => {
      const errors = await importErrorsAfter(({ collections }) => {
        // The first watcher has an address, and the first watch is one of ads.
        if (name === 'watchers')
          collections.watchers?.sort((a, b) => Number(a.email === null) - Number(b.email === null));
        if (name === 'watches')
          collections.watches?.sort((a, b) => String(a.kind).localeCompare(String(b.kind)));
        (collections[name]?.[0] ?? {})[column] = value;
      });
      expect(errors[name]).toBe(`Post 1 går inte att läsa: fältet ${column}.`);
      expect(await isAsItWas()).toBe(true);
    },
  );

  test('sanitizes HTML in the warning as when it is saved', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      (collections.marketplace_settings?.[0] ?? {}).info_box_warning =
        '<p onclick="x()">Se <a href="https://a.se">a</a> <a href="javascript:x()">b</a><script>x()</script></p>';
    });
    expect(errors).toEqual({});
    const { body } = await app.api<{ info_box_warning: string }>('GET /marketplace/settings');
    expect(body.info_box_warning).toBe(
      '<p>Se <a href="https://a.se" target="_blank" rel="noopener">a</a> b</p>',
    );
  });

  test('stores the e-mail of an account with its domain in ASCII, as the login expects it', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      (collections.marketplace_users?.[0] ?? {}).email = 'iris@räksmörgås.se';
    });
    expect(errors).toEqual({});
    const emails = await app.sql`select email from marketplace_users where email like 'iris@%'`;
    expect(emails).toMatchObject([{ email: 'iris@xn--rksmrgs-5wao1o.se' }]);
  });

  test('rejects two accounts with two spellings of one address', async () => {
    const errors = await importErrorsAfter(
      ({ collections: { marketplace_users: [firstMember = {}, secondMember = {}] = [] } }) => {
        firstMember.email = 'iris@räksmörgås.se';
        secondMember.email = 'iris@xn--rksmrgs-5wao1o.se';
      },
    );
    expect(errors.marketplace_users).toBeString();
    expect(await isAsItWas()).toBe(true);
  });

  describe('of order numbers', () => {
    const withOrderNumbers = (last: number, orderNumber?: string) => (backup: Document) => {
      backup.collections.announcement_numbers = [{ last }];
      if (orderNumber) (backup.collections.announcements?.[0] ?? {}).order_number = orderNumber;
    };
    const importByScript = async (change: (document: Document) => void) => {
      const changedBackup = document();
      change(changedBackup);
      const path = join(app.context.config.dataDir, 'n.json');
      await Bun.write(
        path,
        JSON.stringify({ ...changedBackup, collections: { ...changedBackup.collections } }),
      );
      const { collections } = await importBackup(app.context, path);
      await app.sql`insert into admin_sessions (token_hash, admin_id, expires_at, confirmed_at)
        values (${hashToken(admin.token)}, ${admin.id}, '2099-01-01', now())`;
      return collections;
    };

    test('keeps new ads and later exports working after the highest number that is accepted', async () => {
      expect(await importErrorsAfter(withOrderNumbers(1e12))).toEqual({});
      const [event] = await app.sql<{ id: string }[]>`select id from events limit 1`;
      for (const expected of ['SP-1000000000001', 'SP-1000000000002']) {
        const announcement = await makeAnnouncement(app.db, { event_id: event?.id });
        expect(announcement.order_number).toBe(expected);
        const exportedBackup = await backups.export();
        const { body } = await backups.import(exportedBackup);
        expect(body.collections.announcements?.status).toBe('success');
        expect(contentOf(await backups.export())).toBe(contentOf(exportedBackup));
      }
    });

    test.each([
      ['the sequence', withOrderNumbers(1e12 + 1)],
      ['an ad', withOrderNumbers(9, 'SP-1000000000001')],
      [
        'a conversation about a deleted ad',
        (backup: Document) =>
          Object.assign(backup.collections.conversations?.[0] ?? {}, { order_number: 'SP-999999999999999' }),
      ],
    ])('rejects a higher number in %s', async (_, change) => {
      expect((await importErrorsAfter(change)).announcement_numbers).toBe('Ett ordernummer är för högt.');
      expect(await isAsItWas()).toBe(true);
    });

    test('rejects 16 digits, because JSON does not keep the next number exactly', async () => {
      const errors = await importErrorsAfter(withOrderNumbers(999_999_999_999_999 + 1));
      expect(errors.announcement_numbers).toBe('Det senaste ordernumret går inte att läsa.');
    });

    test('by script accepts numbers above the limit of the portal, up to a limit of its own', async () => {
      const accepted = await importByScript(withOrderNumbers(1e12 + 1_000_000));
      expect(accepted.announcement_numbers).toEqual({ status: 'success', count: 1 });
      const rejected = await importByScript(withOrderNumbers(1e14 + 1));
      expect(rejected.announcement_numbers?.status).toBe('error');
    });
  });

  test('renumbers banners from 0 without gaps, in the order of the backup', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      const [firstBanner, secondBanner, thirdBanner] = collections.banners ?? [];
      Object.assign(firstBanner ?? {}, { order_index: 2 ** 31 - 1 });
      Object.assign(secondBanner ?? {}, { order_index: 7 });
      Object.assign(thirdBanner ?? {}, { order_index: 5 });
    });
    expect(errors).toEqual({});
    const ids = (document().collections.banners ?? []).map(({ id }) => String(id));
    const storedBanners = await app.sql`select id, order_index from banners order by order_index`;
    expect(storedBanners.map(({ id, order_index }) => [id, order_index])).toEqual([
      [ids[2], 0],
      [ids[1], 1],
      [ids[0], 2],
    ]);
  });

  test('replaces line breaks in single-line values with spaces, as when they are typed', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      (collections.contact_messages?.[0] ?? {}).subject = ' Fråga\r\nBcc: a@b.se\u2028 ';
    });
    expect(errors).toEqual({});
    expect(await app.sql`select from contact_messages where subject = 'Fråga Bcc: a@b.se'`).toHaveLength(1);
  });
});
