import { beforeEach, describe, expect, test } from 'bun:test';
import { accounts, events, outbox, reports, watches } from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { WatchCreated } from '#src/features/watches/contract.ts';
import { call, OPERATIONS } from '#tests/support/call.ts';
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
describe('a stranger', () => {
  test('changes and ends only their own watches', async () => {
    const { cia, watch } = await setUp();
    const update = { ...watch, cadence: 'weekly' };
    const { status } = await call(app, transport, 'marketplace.watches.update', cia, update);
    expect(status).toBe(404);
    await call(app, transport, 'marketplace.watches.remove', cia, watch);
    expect((await app.db.select().from(watches)).map(({ id, cadence }) => [id, cadence])).toEqual([
      [watch.id, 'direct'],
    ]);
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
