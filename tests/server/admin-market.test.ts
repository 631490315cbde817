import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import {
  accounts,
  adminSessions,
  admins,
  announcements,
  auditLog,
  conversations,
  events,
  messages,
} from '#db/schema/index.ts';
import {
  AdminAnnouncement,
  type AdminAnnouncementDetail,
} from '#src/features/announcements/admin/contract.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeAdmin, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import { openStream } from '#tests/support/live.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const LIST = 'admin.announcements.list';
const GET = 'admin.announcements.get';
const SET_ACTIVE = 'admin.announcements.setActive';
const DELETE = 'admin.announcements.delete';
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
const NOT_FOUND = [404, 'announcement.not_found', 'Annonsen finns inte.'];

const app = await appOfFile({ now: () => new Date('2027-01-15T08:00:00Z') });
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeEach(async () => {
  for (const table of [accounts, events, auditLog, adminSessions, admins]) await app.db.delete(table);
  admin = await makeAdmin(app.db);
});

const send = <Body = AdminAnnouncement>(name: string, input?: Record<string, unknown>, caller = admin) =>
  call<Body>(app, transport, name, caller, input);
const listOpenAds = async () =>
  (await call<{ id: string }[]>(app, transport, 'public.announcements.list')).body.map(({ id }) => id);

describe('ads for admins', () => {
  test('are listed in every state, newest first, with their owner and message count', async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek', phone_number: null, is_suspended: true });
    const bo = await makeMember(app.db, { full_name: 'Bo Ask' });
    const { announcement } = await makeConversation(app.db, {
      owner: anna,
      participant: bo,
      created_at: '2027-01-03T08:00:00.000Z',
      written: [
        { by: bo, text: 'Hej', at: '2027-01-10T08:00:00Z' },
        { by: anna, text: 'Hej hej', at: '2027-01-10T08:01:00Z' },
      ],
    });
    const pastEvent = await makeEvent(app.db, { event_date: '2026-05-01' });
    const ads = [
      announcement,
      await makeAnnouncement(app.db, { is_active: false, created_at: '2027-01-02T08:00:00.000Z' }),
      await makeAnnouncement(app.db, { is_completed: true, created_at: '2027-01-01T08:00:00.000Z' }),
      await makeAnnouncement(app.db, { event_id: pastEvent.id, created_at: '2026-01-01T08:00:00.000Z' }),
    ];
    const { status, body } = await send<AdminAnnouncement[]>(LIST);
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual(ads.map(({ id }) => id));
    expect(v.parse(v.array(v.strictObject(AdminAnnouncement.entries)), body)).toEqual(body);
    expect(body[0]).toMatchObject({
      event_name: 'Vasaloppet',
      user_details: {
        full_name: 'Anna Ek',
        email: anna.email,
        phone_number: null,
        is_suspended: true,
      },
      message_count: 2,
    });
    expect(body[1]?.message_count).toBe(0);
  });

  test('have the messages of all their conversations, oldest first', async () => {
    const [anna, bo, cilla] = await Promise.all(
      ['Anna Ek', 'Bo Ask', 'Cilla By'].map((full_name) => makeMember(app.db, { full_name })),
    );
    if (!anna || !bo || !cilla) throw new Error('A member is missing.');
    const { announcement, conversation } = await makeConversation(app.db, {
      owner: anna,
      participant: bo,
      written: [
        { by: bo, text: 'Kvar?', at: '2027-01-10T08:00:00Z' },
        { by: anna, text: 'Ja', at: '2027-01-10T10:00:00Z' },
      ],
    });
    const [secondConversation] = await app.db
      .insert(conversations)
      .values({ announcement_id: announcement.id, participant_id: cilla.id })
      .returning();
    await app.db.insert(messages).values({
      conversation_id: secondConversation?.id ?? '',
      sender_id: cilla.id,
      message_text: 'Billigare?',
      created_at: '2027-01-10T09:00:00Z',
    });
    await makeConversation(app.db, {
      owner: bo,
      participant: anna,
      written: [{ by: anna, text: 'Om en annan', at: '2027-01-10T09:30:00Z' }],
    });
    const { body } = await send<AdminAnnouncementDetail>(GET, { id: announcement.id });
    const personDetails = ({ id, full_name }: { id: string; full_name: string }) => ({ id, full_name });
    const expectedMessage = (
      sender: typeof anna,
      receiver: typeof anna,
      text: string,
      conversation_id: unknown,
    ) =>
      expect.objectContaining({
        conversation_id,
        message_text: text,
        attachment_url: null,
        sender_details: personDetails(sender),
        receiver_details: personDetails(receiver),
      });
    expect(body.messages).toEqual([
      expectedMessage(bo, anna, 'Kvar?', conversation.id),
      expectedMessage(cilla, anna, 'Billigare?', secondConversation?.id),
      expectedMessage(anna, bo, 'Ja', conversation.id),
    ]);
    expect(body.message_count).toBe(3);
  });

  test('can be hidden and shown again; the public list follows, and each change is logged once', async () => {
    const ad = await makeAnnouncement(app.db);
    expect(await listOpenAds()).toEqual([ad.id]);
    const hideResponse = await send(SET_ACTIVE, { id: ad.id, is_active: false });
    expect([hideResponse.status, hideResponse.body.is_active, hideResponse.body.message_count]).toEqual([
      200,
      false,
      0,
    ]);
    expect(await listOpenAds()).toEqual([]);
    expect((await send(SET_ACTIVE, { id: ad.id, is_active: false })).body.is_active).toBe(false);
    const [row] = await app.db.select().from(announcements).where(eq(announcements.id, ad.id));
    // The version is unchanged, so an edit by the owner does not conflict.
    expect(row?.version).toBe(1);
    expect((await send(SET_ACTIVE, { id: ad.id, is_active: true })).body.is_active).toBe(true);
    expect(await listOpenAds()).toEqual([ad.id]);
    const name = `${ad.order_number} ${hideResponse.body.event_name}`;
    expect(await auditEntriesOf(app.db)).toEqual([
      ['announcement.deactivate', name],
      ['announcement.activate', name],
    ]);
  });

  test('cannot be toggled once they are completed', async () => {
    const ad = await makeAnnouncement(app.db, { is_completed: true });
    for (const is_active of [true, false]) {
      expect(outcomeOf(await send(SET_ACTIVE, { id: ad.id, is_active }))).toEqual([
        409,
        'announcement.completed',
        'Annonsen är redan slutförd.',
      ]);
    }
    expect(await auditEntriesOf(app.db)).toEqual([]);
  });

  test('cannot be activated after their event is deleted, and stay expired when it has passed', async () => {
    const event = await makeEvent(app.db);
    const adWithoutEvent = await makeAnnouncement(app.db, { event_id: event.id });
    await app.db.delete(events).where(eq(events.id, event.id));
    expect(outcomeOf(await send(SET_ACTIVE, { id: adWithoutEvent.id, is_active: true }))).toEqual([
      409,
      'announcement.event_gone',
      'Evenemanget finns inte längre.',
    ]);
    const pastEvent = await makeEvent(app.db, { event_date: '2026-05-01' });
    const adOfPastEvent = await makeAnnouncement(app.db, { event_id: pastEvent.id, is_active: false });
    const activate = () => send(SET_ACTIVE, { id: adOfPastEvent.id, is_active: true });
    expect((await activate()).body).toMatchObject({ is_active: false, is_expired: true });
    expect(outcomeOf(await activate()).slice(0, 2)).toEqual([409, 'announcement.expired']);
    expect(await listOpenAds()).toEqual([]);
  });

  test('are deleted with their messages, completed or not', async () => {
    const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
    const { announcement } = await makeConversation(app.db, {
      owner: anna,
      participant: bo,
      is_completed: true,
      written: [{ by: bo, text: 'Hej', at: '2027-01-10T08:00:00Z' }],
    });
    const otherConversation = await makeConversation(app.db, {
      owner: anna,
      participant: bo,
      written: [{ by: bo, text: 'Kvar', at: '2027-01-10T08:00:00Z' }],
    });
    const { status, body } = await send<unknown>(DELETE, { id: announcement.id });
    expect([status, body]).toEqual([200, { message: 'Annons borttagen' }]);
    expect((await app.db.select().from(announcements)).map(({ id }) => id)).toEqual([
      otherConversation.announcement.id,
    ]);
    expect((await app.db.select().from(messages)).map((message) => message.message_text)).toEqual(['Kvar']);
    expect(outcomeOf(await send(DELETE, { id: announcement.id }))).toEqual(NOT_FOUND);
    expect(await auditEntriesOf(app.db)).toEqual([
      ['announcement.delete', `${announcement.order_number} Vasaloppet`],
    ]);
  });

  test.each([GET, SET_ACTIVE, DELETE])('return 404 from %s for an unknown or invalid id', async (name) => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(outcomeOf(await send(name, { id, is_active: true }))).toEqual(NOT_FOUND);
    }
  });

  test('reject an invalid is_active', async () => {
    const ad = await makeAnnouncement(app.db);
    for (const is_active of [undefined, null, 'false', 0]) {
      const [status, code] = outcomeOf(await send(SET_ACTIVE, { id: ad.id, is_active }));
      expect([status, code]).toEqual([400, 'request.invalid']);
    }
    expect(await listOpenAds()).toEqual([ad.id]);
  });
});

test('of 20 concurrent requests to hide an ad all succeed, and one audit entry is written', async () => {
  const ad = await makeAnnouncement(app.db);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call<AdminAnnouncement>(app, TRANSPORTS[i % 2] ?? 'rest', SET_ACTIVE, admin, {
        id: ad.id,
        is_active: false,
      }),
    ),
  );
  expect(responses.map(({ status, body }) => [status, body.is_active])).toEqual(Array(20).fill([200, false]));
  expect(await auditEntriesOf(app.db)).toHaveLength(1);
});

test('both parties of a conversation are notified when its ad is deleted by an admin or by the owner', async () => {
  const noMessages = [] as const;
  for (const deletedBy of ['admin', 'owner'] as const) {
    const [anna, bo, cilla] = [await makeMember(app.db), await makeMember(app.db), await makeMember(app.db)];
    const { announcement } = await makeConversation(app.db, {
      owner: anna,
      participant: bo,
      written: noMessages,
    });
    const [seller, buyer, stranger] = await Promise.all(
      [anna, bo, cilla].map((caller) => openStream(app, caller.headers)),
    );
    if (!seller || !buyer || !stranger) throw new Error('No stream.');
    await Bun.sleep(300);
    const eventCountsBefore = [seller, buyer, stranger].map((stream) => stream.events().length);
    const name = deletedBy === 'admin' ? DELETE : 'marketplace.announcements.delete';
    await call(app, 'rest', name, deletedBy === 'admin' ? admin : anna, { id: announcement.id });
    await seller.until(() => seller.events().length > (eventCountsBefore[0] ?? 0), 1000);
    await buyer.until(() => buyer.events().length > (eventCountsBefore[1] ?? 0), 1000);
    expect(stranger.events()).toHaveLength(eventCountsBefore[2] ?? 0);
    await Promise.all([seller, buyer, stranger].map((stream) => stream.leave()));
  }
});

test('an ad is not hidden when the audit entry fails', async () => {
  const owner = await makeAccount(app.db);
  const ad = await makeAnnouncement(app.db, { user_id: owner.id });
  await app.sql`alter table audit_log add constraint no_more check (action <> 'announcement.deactivate')`;
  try {
    const { status } = await call(app, 'rest', SET_ACTIVE, admin, { id: ad.id, is_active: false });
    expect(status).toBe(500);
    const [storedAd] = await app.db.select().from(announcements);
    expect(storedAd?.is_active).toBe(true);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
});
