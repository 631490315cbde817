import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { conversations, events, messages } from '#db/schema/index.ts';
import { type ConversationSummary, DEAL_STEPS } from '#src/features/conversations/contract.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeSeries } from '#tests/support/content.ts';
import {
  LIST,
  type Member,
  NOT_FOUND,
  openConversationWorld,
  UNREAD,
} from '#tests/support/conversation-world.ts';
import { PLANNED } from '#tests/support/events.ts';
import { ADS, MORNING } from '#tests/support/market.ts';

const { app, loadMessages, open, reply, request, send, setClock, setUp, textsOf } =
  await openConversationWorld();

const setMinutesLater = (minutes: number) => {
  setClock(new Date(MORNING.getTime() + minutes * 60_000));
};
describe('conversations', () => {
  const listConversations = async (member: Member) =>
    (await request<ConversationSummary[]>(LIST, member)).body;

  const getUnread = async (member: Member) => (await app.trpc('query', UNREAD, member)).body;

  test('start with a first message, and are then in both inboxes', async () => {
    const { anna, bo, cia, ad } = await setUp();
    expect([await listConversations(bo), await listConversations(anna)]).toEqual([[], []]);
    const { status, body } = await send(bo, ad.id, '  Finns platsen kvar?\n ');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      sender_id: bo.id,
      message_text: 'Finns platsen kvar?',
      created_at: '2027-03-01T08:00:00.000Z',
    });
    const [conversation] = await app.db.select().from(conversations);
    const summary = {
      id: conversation?.id ?? '',
      announcement_id: ad.id,
      announcement: {
        id: ad.id,
        event_name: 'Lidingöloppet',
        announcement_type: 'sale' as const,
        distance: '10 km',
        price: 650,
        is_active: true,
        is_completed: false,
      },
      last_message_date: '2027-03-01T08:00:00.000Z',
      last_message: { sender_id: bo.id, excerpt: 'Finns platsen kvar?' },
    };
    expect(await listConversations(anna)).toEqual([
      { ...summary, other_user: { id: bo.id, name: 'Bo Ask', is_deleted: false }, unread_count: 1 },
    ]);
    expect(await listConversations(bo)).toEqual([
      { ...summary, other_user: { id: anna.id, name: 'Anna Ek', is_deleted: false }, unread_count: 0 },
    ]);
    expect(await listConversations(cia)).toEqual([]);
  });

  test('show the ad, the other member with their phone, and the messages oldest first', async () => {
    const { anna, bo, ad, event } = await setUp();
    const { id: series_id, slug } = await makeSeries(app.db);
    await app.db.update(events).set({ series_id, edition: '2027' }).where(eq(events.id, event.id));
    const firstMessage = (await send(bo, ad.id, 'Ett')).body;
    const secondMessage = (await send(bo, ad.id, 'Två')).body;
    setMinutesLater(5);
    const thirdMessage = (await reply(anna, ad.id, bo, 'Tre')).body;
    expect(thirdMessage).toMatchObject({ sender_id: anna.id, created_at: '2027-03-01T08:05:00.000Z' });
    const { status, body } = await open(anna, ad.id, bo);
    expect(status).toBe(200);
    const [conversation] = await app.db.select().from(conversations);
    const member_since = dayInStockholm(new Date(anna.created_at)).slice(0, 7);
    const facts = { member_since, completed_deals: 0, replies: null };
    const expectedDetail = {
      id: conversation?.id ?? '',
      announcement: {
        id: ad.id,
        event_name: event.event_name,
        event_date: '2027-09-25',
        event_state: PLANNED,
        event_url: `/lopp/${slug}/2027`,
        announcement_type: 'sale' as const,
        distance: '10 km',
        price: 650,
        has_name_change_fee: true,
        name_change_fee: 100,
        order_number: ad.order_number,
        user_id: anna.id,
        is_active: true,
        is_completed: false,
        is_expired: false,
        transfer: {
          policy: 'unknown' as const,
          state: 'unknown' as const,
          opens_on: null,
          closes_on: null,
          fee: null,
          payer: null,
          where: null,
          rules_url: null,
          checked_on: null,
        },
        transfer_initiator: null,
        transfer_buyer_needs: [],
        reserved: false,
        reserved_until: null,
        reserved_for: null,
      },
      other_user: { id: bo.id, name: 'Bo Ask', is_deleted: false, phone: '070-222 22 22', facts },
      messages: [firstMessage, secondMessage, thirdMessage].map((message) => ({ ...message, advice: [] })),
      deal: {
        steps: DEAL_STEPS.map((key) => ({ key, done_by: null, done_at: null })),
        agreed_price: null,
        advice: null,
      },
      advice: [],
      is_blocked: false,
      kept_until: null,
      final_price: null,
    };
    expect(body).toEqual(expectedDetail);
    expect((await open(bo, ad.id, anna)).body).toEqual({
      ...expectedDetail,
      other_user: { id: anna.id, name: 'Anna Ek', is_deleted: false, phone: '070-111 11 11', facts },
    });
  });

  test('show a phone number only after its owner has written in that conversation', async () => {
    const { anna, bo, cia, ad } = await setUp();
    const readPhone = async (reader: Member, announcement: string, otherMember: Member) =>
      (await open(reader, announcement, otherMember)).body.other_user.phone;
    await send(bo, ad.id);
    await send(bo, ad.id, 'Hallå?');
    expect([await readPhone(bo, ad.id, anna), await readPhone(anna, ad.id, bo)]).toEqual([
      null,
      '070-222 22 22',
    ]);
    // A reply to another member, or in another conversation with the same member, does not count.
    await send(cia, ad.id);
    await reply(anna, ad.id, cia);
    const adOfBo = await makeAnnouncement(app.db, { user_id: bo.id });
    await send(anna, adOfBo.id);
    expect([await readPhone(bo, adOfBo.id, anna), await readPhone(anna, adOfBo.id, bo)]).toEqual([
      '070-111 11 11',
      null,
    ]);
    expect(await readPhone(bo, ad.id, anna)).toBeNull();
    // Opening the conversation, as Anna did above, does not count either.
    await reply(anna, ad.id, bo);
    expect([await readPhone(bo, ad.id, anna), await readPhone(anna, ad.id, bo)]).toEqual([
      '070-111 11 11',
      '070-222 22 22',
    ]);
    expect(outcomeOf(await open(cia, ad.id, bo))).toEqual(NOT_FOUND);
  });

  test('show no phone number except when they are opened', async () => {
    const { anna, bo, ad } = await setUp();
    const sendResponse = await send(bo, ad.id);
    const replyResponse = await reply(anna, ad.id, bo);
    const responses = [
      sendResponse.body,
      replyResponse.body,
      await listConversations(anna),
      await listConversations(bo),
    ];
    expect(JSON.stringify(responses)).not.toMatch(/phone|"070-/);
    for (const [member, otherMember] of [
      [anna, bo],
      [bo, anna],
    ] as const) {
      const data = await request('marketplace.privacy.myData', member);
      expect(data.status).toBe(200);
      expect(JSON.stringify(data.body)).not.toContain(otherMember.phone_number as string);
    }
  });

  test('collect all messages of two members about one ad, and have a null phone when there is none', async () => {
    const { anna, bo, cia, ad } = await setUp();
    await send(bo, ad.id, 'Ett');
    await send(cia, ad.id, 'Av Cia');
    await reply(anna, ad.id, bo, 'Två');
    await send(bo, ad.id, 'Tre');
    await reply(bo, ad.id, anna, 'Fyra');
    expect(await textsOf(bo, ad.id, anna)).toEqual(['Ett', 'Två', 'Tre', 'Fyra']);
    expect(await textsOf(anna, ad.id, cia)).toEqual(['Av Cia']);
    expect((await open(anna, ad.id, cia)).body.other_user.phone).toBeNull();
    expect(await app.db.select().from(conversations)).toHaveLength(2);
  });

  test('mark only the messages to the reader as read when they are opened', async () => {
    const { anna, bo, cia, ad } = await setUp();
    await send(bo, ad.id, 'Ett');
    await send(bo, ad.id, 'Två');
    await send(cia, ad.id, 'Av Cia');
    await reply(anna, ad.id, bo, 'Svar');
    expect([await getUnread(anna), await getUnread(bo)]).toEqual([{ unread_count: 3 }, { unread_count: 1 }]);
    setMinutesLater(1);
    await open(anna, ad.id, bo);
    expect([await getUnread(anna), await getUnread(bo)]).toEqual([{ unread_count: 1 }, { unread_count: 1 }]);
    const counts = Object.fromEntries(
      (await listConversations(anna)).map((summary) => [summary.other_user.name, summary.unread_count]),
    );
    expect(counts).toEqual({ 'Bo Ask': 0, 'Cia Lind': 1 });
    setMinutesLater(2);
    await open(anna, ad.id, bo);
    const rows = (await loadMessages()).map(({ message_text, read_at }) => [message_text, read_at]);
    expect(rows).toEqual([
      ['Ett', '2027-03-01T08:01:00.000Z'],
      ['Två', '2027-03-01T08:01:00.000Z'],
      ['Av Cia', null],
      ['Svar', null],
    ]);
  });

  test('are listed latest first, about the ads of the caller and of others', async () => {
    const { anna, bo, cia, ad } = await setUp();
    const adOfBo = await makeAnnouncement(app.db, { user_id: bo.id });
    await send(bo, ad.id);
    setMinutesLater(1);
    await send(anna, adOfBo.id);
    setMinutesLater(2);
    await send(cia, ad.id);
    const readOrder = async () =>
      (await listConversations(anna)).map((summary) => [
        summary.announcement_id,
        summary.other_user.name,
        summary.last_message_date.slice(14, 16),
      ]);
    expect(await readOrder()).toEqual([
      [ad.id, 'Cia Lind', '02'],
      [adOfBo.id, 'Bo Ask', '01'],
      [ad.id, 'Bo Ask', '00'],
    ]);
    setMinutesLater(3);
    await reply(anna, ad.id, bo);
    expect((await readOrder())[0]).toEqual([ad.id, 'Bo Ask', '03']);
  });

  test('have the first 200 characters of the latest message in the list', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id, 'Hej!');
    setMinutesLater(1);
    await reply(anna, ad.id, bo, '🏃'.repeat(201));
    const readLast = async () => (await listConversations(bo))[0]?.last_message;
    expect(await readLast()).toEqual({ sender_id: anna.id, excerpt: '🏃'.repeat(200) });
    await app.db.delete(messages);
    expect(await readLast()).toBeNull();
  });

  test('show the event as it is now, or as it last was when it is deleted', async () => {
    const { anna, bo, ad, event } = await setUp();
    await send(bo, ad.id);
    await app.db
      .update(events)
      .set({ event_name: 'Lidingö 30', event_date: '2027-09-26' })
      .where(eq(events.id, event.id));
    const readEventFields = async () => [
      (await listConversations(anna))[0]?.announcement.event_name,
      (await open(bo, ad.id, anna)).body.announcement.event_name,
      (await open(bo, ad.id, anna)).body.announcement.event_date,
    ];
    expect(await readEventFields()).toEqual(['Lidingö 30', 'Lidingö 30', '2027-09-26']);
    await app.db.delete(events).where(eq(events.id, event.id));
    expect(await readEventFields()).toEqual(['Lidingö 30', 'Lidingö 30', '2027-09-26']);
    expect((await open(bo, ad.id, anna)).body.announcement.is_active).toBe(false);
  });

  test('are deleted with their ad', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id);
    await request(ADS.delete, anna, { id: ad.id });
    expect([await listConversations(anna), await listConversations(bo), await loadMessages()]).toEqual([
      [],
      [],
      [],
    ]);
    expect(outcomeOf(await reply(bo, ad.id, anna))).toEqual(NOT_FOUND);
    expect(outcomeOf(await send(bo, ad.id))).toEqual([404, 'announcement.not_found', 'Annonsen finns inte.']);
  });
});
