import { beforeEach, describe, expect, test } from 'bun:test';
import type { GenericSchema, ObjectSchema } from 'valibot';
import {
  accounts,
  accountTokens,
  announcements,
  conversations,
  events,
  messages,
  outbox,
  reports,
  sessions,
  watches,
} from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { WatchCreated } from '#src/features/watches/contract.ts';
import { call, OPERATIONS, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller } from '#tests/support/transports.ts';

const transport = 'rest';

const PATHS = [
  'POST /marketplace/login',
  'POST /marketplace/register',
  'POST /marketplace/verify/{token}',
  'GET /marketplace/me',
  'POST /marketplace/announcements',
  'GET /marketplace/conversations',
  'GET /marketplace/conversations/{announcement_id}/{other_user_id}',
  'POST /marketplace/conversations/{announcement_id}/{other_user_id}/reply',
  'GET /marketplace/profile',
  'PUT /marketplace/profile',
  'GET /marketplace/my-announcements',
  'PUT /marketplace/announcements/{id}',
  'PUT /marketplace/announcements/{id}/complete',
  'DELETE /marketplace/announcements/{id}',
  'POST /marketplace/messages',
  'POST /marketplace/reports',
  'POST /marketplace/forgot-password',
  'POST /marketplace/reset-password/{token}',
];

test('every path of the marketplace API is served', () => {
  const paths = OPERATIONS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(paths).toEqual(expect.arrayContaining(PATHS));
});

const app = await appOfFile({ now: () => new Date('2027-03-01T08:00:00Z') });
beforeEach(async () => {
  for (const table of [outbox, reports, accounts, events]) await app.db.delete(table);
});

const TABLES = [
  accounts,
  sessions,
  accountTokens,
  announcements,
  conversations,
  messages,
  reports,
  outbox,
  events,
  watches,
];
const loadAllRows = () => Promise.all(TABLES.map((table) => app.db.select().from(table)));

/** Cia is the stranger, with an ad and a conversation of her own. */
async function setUp() {
  const [anna, bo, cia] = [await makeMember(app.db), await makeMember(app.db), await makeMember(app.db)];
  const event = await makeEvent(app.db);
  const ad = await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id, name_change_fee: 50 });
  const adOfCia = await makeAnnouncement(app.db, { user_id: cia.id });
  const send = 'marketplace.conversations.send';
  const conversationKey = { announcement_id: ad.id, other_user_id: bo.id };
  await call(app, 'rest', send, bo, { announcement_id: ad.id, message_text: 'Hej' });
  await call(app, 'rest', 'marketplace.conversations.reply', anna, {
    ...conversationKey,
    message_text: 'Hej Bo',
  });
  await call(app, 'rest', send, bo, { announcement_id: adOfCia.id, message_text: 'Hej Cia' });
  const { body: made } = await app.api<WatchCreated>('POST /watches', {
    headers: { ...anna.headers, ...newCaller() },
    body: { kind: 'event', event_id: event.id, cadence: 'direct' },
  });
  return { anna, bo, cia, event, ad, adOfCia, watch: { id: made.watch?.id ?? '' } };
}
type Scene = Awaited<ReturnType<typeof setUp>>;
type Attempt = { input: Record<string, unknown>; rejection: [number, string] };

const edit = { price: 1, name_change_fee: 0, description: 'Övertagen' };

/** Calls of Cia with the data of others. Each must be rejected, and every row must stay unchanged. */
const STRANGER_ATTEMPTS: Record<string, (scene: Scene) => Attempt[]> = {
  'marketplace.announcements.update': ({ ad, cia }) => [
    { input: { id: ad.id, ...edit }, rejection: [403, 'announcement.not_own'] },
    { input: { id: ad.id, ...edit, user_id: cia.id }, rejection: [403, 'announcement.not_own'] },
  ],
  'marketplace.announcements.complete': ({ ad }) => [
    { input: { id: ad.id }, rejection: [403, 'announcement.not_own'] },
  ],
  'marketplace.announcements.delete': ({ ad }) => [
    { input: { id: ad.id }, rejection: [403, 'announcement.not_own'] },
  ],
  'marketplace.announcements.renew': ({ ad }) => [
    { input: { id: ad.id }, rejection: [403, 'announcement.not_own'] },
  ],
  'marketplace.announcements.reserve': ({ ad, bo, cia }) =>
    [bo, cia].map(({ id }) => ({
      input: { id: ad.id, other_user_id: id },
      rejection: [403, 'announcement.not_own'],
    })),
  'marketplace.announcements.endReservation': ({ ad }) => [
    { input: { id: ad.id }, rejection: [403, 'announcement.not_own'] },
  ],
  'marketplace.conversations.open': ({ ad, adOfCia, anna, bo, cia }) => [
    ...[anna, bo, cia].map((otherMember) => ({
      input: { announcement_id: ad.id, other_user_id: otherMember.id },
      rejection: [404, 'conversation.not_found'] as [number, string],
    })),
    {
      input: { announcement_id: adOfCia.id, other_user_id: anna.id },
      rejection: [404, 'conversation.not_found'],
    },
  ],
  'marketplace.conversations.reply': ({ ad, adOfCia, anna, bo, cia }) => [
    ...[anna, bo, cia].map((otherMember) => ({
      input: { announcement_id: ad.id, other_user_id: otherMember.id, message_text: 'Jag är Bo' },
      rejection: [404, 'conversation.not_found'] as [number, string],
    })),
    {
      input: { announcement_id: adOfCia.id, other_user_id: anna.id, message_text: 'Hej' },
      rejection: [404, 'conversation.not_found'],
    },
  ],
  'marketplace.conversations.setDealStep': ({ ad, anna, bo, cia }) =>
    [anna, bo, cia].map((otherMember) => ({
      input: { announcement_id: ad.id, other_user_id: otherMember.id, step: 'agreed', done: true },
      rejection: [404, 'conversation.not_found'],
    })),
  'marketplace.watches.update': ({ watch }) => [
    { input: { id: watch.id, cadence: 'weekly' }, rejection: [404, 'watch.not_found'] },
  ],
  // Anybody may block others.
  'marketplace.blocks.create': ({ cia }) => [{ input: { user_id: cia.id }, rejection: [400, 'block.self'] }],
  // Anybody may write to the owner of an ad. Here the owner tries to write about her own ad.
  'marketplace.conversations.send': ({ adOfCia }) => [
    {
      input: { announcement_id: adOfCia.id, message_text: 'Hej' },
      rejection: [403, 'conversation.own_ad'],
    },
  ],
  'marketplace.reports.create': ({ cia, bo, ad }) => [
    {
      input: { reported_user_id: cia.id, reason: 'spam', description: 'x' },
      rejection: [400, 'report.self'],
    },
    {
      input: { reported_user_id: bo.id, reason: 'spam', description: 'x', related_announcement_id: ad.id },
      rejection: [404, 'announcement.not_found'],
    },
  ],
};

describe('a stranger', () => {
  test.each(Object.keys(STRANGER_ATTEMPTS))(
    'cannot use %s on the data of others, and every row stays unchanged',
    async (name) => {
      const scene = await setUp();
      const attempts = STRANGER_ATTEMPTS[name]?.(scene) ?? [];
      expect(attempts.length).toBeGreaterThan(0);
      const rowsBefore = await loadAllRows();
      for (const { input, rejection } of attempts) {
        const headers = { ...scene.cia.headers, ...newCaller() };
        const response = await call(app, transport, name, { headers }, input);
        expect(outcomeOf(response).slice(0, 2)).toEqual(rejection);
        expect(response.status).not.toBe(200);
      }
      expect(await loadAllRows()).toEqual(rowsBefore);
    },
  );

  test('is rejected for not being the owner: the owner succeeds with the same calls', async () => {
    const { anna, bo, ad } = await setUp();
    const conversationKey = { announcement_id: ad.id, other_user_id: bo.id };
    for (const [name, input] of [
      ['marketplace.conversations.open', conversationKey],
      ['marketplace.conversations.reply', { ...conversationKey, message_text: 'Hej' }],
      ['marketplace.announcements.update', { id: ad.id, ...edit }],
      ['marketplace.announcements.reserve', { id: ad.id, other_user_id: bo.id }],
      ['marketplace.announcements.endReservation', { id: ad.id }],
      ['marketplace.announcements.complete', { id: ad.id }],
      ['marketplace.announcements.delete', { id: ad.id }],
    ] as const) {
      expect([name, (await call(app, transport, name, anna, input)).status]).toEqual([name, 200]);
    }
  });

  test('ends only their own watches', async () => {
    const { cia, watch } = await setUp();
    await call(app, transport, 'marketplace.watches.remove', cia, watch);
    expect((await app.db.select().from(watches)).map(({ id }) => id)).toEqual([watch.id]);
  });

  test('lists only their own ads', async () => {
    const { anna, cia, ad, adOfCia } = await setUp();
    const listOwnAds = async (member: { headers: Record<string, string> }) =>
      (await call<PublicAnnouncement[]>(app, transport, 'marketplace.announcements.mine', member)).body.map(
        ({ id }) => id,
      );
    expect(await listOwnAds(anna)).toEqual([ad.id]);
    expect(await listOwnAds(cia)).toEqual([adOfCia.id]);
  });

  test('writes only as the member of the token, whatever the body claims', async () => {
    const { anna, cia, event, ad } = await setUp();
    const claimedIds = {
      user_id: anna.id,
      sender_id: anna.id,
      participant_id: anna.id,
      reporter_id: anna.id,
      id: ad.id,
    };
    const createResponse = await call<PublicAnnouncement>(
      app,
      transport,
      'marketplace.announcements.create',
      cia,
      {
        ...claimedIds,
        announcement_type: 'sale',
        event_id: event.id,
        distance: '10 km',
        price: 1,
      },
    );
    expect(createResponse.body).toMatchObject({ user_id: cia.id });
    expect(createResponse.body.id).not.toBe(ad.id);
    const sendResponse = await call(app, transport, 'marketplace.conversations.send', cia, {
      ...claimedIds,
      announcement_id: ad.id,
      message_text: 'Hej',
    });
    expect(sendResponse.body).toMatchObject({ sender_id: cia.id });
    const headers = { ...cia.headers, ...newCaller() };
    await call(
      app,
      transport,
      'marketplace.reports.create',
      { headers },
      {
        ...claimedIds,
        reported_user_id: anna.id,
        reason: 'spam',
        description: 'x',
        reporter_name: anna.full_name,
        reporter_email: anna.email,
      },
    );
    expect(await app.db.select().from(reports)).toMatchObject([
      { reporter_id: cia.id, reporter_email: cia.email },
    ]);
  });

  test('changes only their own profile, whatever account the body names', async () => {
    const { anna, cia } = await setUp();
    const { body, status } = await call(app, transport, 'marketplace.accounts.updateProfile', cia, {
      id: anna.id,
      user_id: anna.id,
      email: anna.email,
      is_verified: false,
      full_name: 'Cia Ny',
      phone_number: '1',
    });
    expect([status, body]).toMatchObject([200, { id: cia.id, email: cia.email, full_name: 'Cia Ny' }]);
    const rows = await app.db.select().from(accounts);
    const { headers: _, token: __, ...storedAnna } = anna;
    expect(rows.find(({ id }) => id === anna.id)).toEqual(storedAnna);
  });
});

const keysOf = (input: GenericSchema | undefined): string[] =>
  Object.keys((input as ObjectSchema<Record<string, GenericSchema>, undefined> | undefined)?.entries ?? {});

test('every member operation that takes an id is attempted by a stranger above', () => {
  const withIds = OPERATIONS.filter(
    ({ name, input }) => name.startsWith('marketplace.') && keysOf(input).some((key) => /(^|_)id$/.test(key)),
  ).map(({ name }) => name);
  expect(withIds.length).toBeGreaterThan(6);
  // Events are public. Unblocking and ending a watch succeed without effect.
  const exempt = [
    'marketplace.announcements.create',
    'marketplace.watches.count',
    'marketplace.blocks.delete',
    'marketplace.watches.remove',
  ];
  const missingOperations = withIds.filter((name) => !(name in STRANGER_ATTEMPTS) && !exempt.includes(name));
  expect(missingOperations).toEqual([]);
});
