import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { ConversationDetail, ConversationSummary } from '#src/features/conversations/contract.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { setReportStatus } from '#src/features/reports/admin/service.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { makeAllAccountData } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { MY_DATA, openMemberDataWorld } from '#tests/support/member-data-world.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const { app, deleteAccount, makePerson } = await openMemberDataWorld();

const inboxOf = async (member: Member) =>
  (await call<ConversationSummary[]>(app, 'rest', 'marketplace.conversations.list', member)).body;
const openConversation = (member: Member, { announcement_id, other_user }: ConversationSummary) =>
  call<ConversationDetail>(app, 'rest', 'marketplace.conversations.open', member, {
    announcement_id,
    other_user_id: other_user.id,
  });

describe('the other party of a conversation', () => {
  const makeWrittenConversation = (owner: Member, participant: Member) =>
    makeConversation(app.db, {
      owner,
      participant,
      written: [
        { by: participant, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' },
        { by: owner, text: 'Ja.', at: '2027-01-10T09:00:00Z', isRead: false },
      ],
    });

  test.each(['owner', 'participant'] as const)(
    'keeps their own messages, without the name, when the %s of the ad deletes their account',
    async (role) => {
      const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
      const { announcement } = await (role === 'owner'
        ? makeWrittenConversation(anna, bo)
        : makeWrittenConversation(bo, anna));
      const conversationBefore = (await inboxOf(bo))[0] as ConversationSummary;
      await deleteAccount(anna);
      const [conversationAfter] = await inboxOf(bo);
      expect(conversationAfter).toEqual({
        ...conversationBefore,
        announcement_id: expect.any(String),
        announcement: {
          ...conversationBefore.announcement,
          id: expect.any(String),
          // The ad of an owner who left is gone.
          is_active: role === 'participant',
        },
        // An older link with the id of the conversation stays valid.
        other_user: { id: conversationBefore.id, name: 'Borttagen användare', is_deleted: true },
        unread_count: 0,
        last_message_date: role === 'owner' ? '2027-01-10T08:00:00.000Z' : '2027-01-10T09:00:00.000Z',
        last_message: { sender_id: bo.id, excerpt: role === 'owner' ? 'Är den kvar?' : 'Ja.' },
      });
      const { body } = await openConversation(bo, conversationAfter as ConversationSummary);
      expect(body).toMatchObject({
        id: conversationBefore.id,
        announcement: { event_name: 'Vasaloppet', order_number: announcement.order_number, price: 500 },
        other_user: { name: 'Borttagen användare', phone: null, is_deleted: true },
      });
      expect(body.messages.map((message) => message.message_text)).toEqual([
        role === 'owner' ? 'Är den kvar?' : 'Ja.',
      ]);
      const conversationKey = {
        announcement_id: conversationAfter?.announcement_id,
        other_user_id: conversationAfter?.other_user.id,
      };
      const reply = { ...conversationKey, message_text: 'Hallå?' };
      for (const transport of TRANSPORTS)
        expect(outcomeOf(await call(app, transport, 'marketplace.conversations.reply', bo, reply))).toEqual([
          409,
          'conversation.deserted',
          'Den du skrev med har tagit bort sitt konto. Det går inte att skriva mer i konversationen.',
        ]);
      // A third party finds nothing under those ids.
      const cilla = await makePerson('Cilla Alm');
      expect((await openConversation(cilla, conversationAfter as ConversationSummary)).status).toBe(404);
      expect(await inboxOf(cilla)).toEqual([]);
      expect((await call<MyData>(app, 'rest', MY_DATA, bo)).body.conversations).toHaveLength(1);
    },
  );

  test('has their messages shown to admins without the name of the deleted member', async () => {
    const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
    const { announcement } = await makeWrittenConversation(bo, anna);
    await deleteAccount(anna);
    const admin = await makeAdmin(app.db);
    const { body } = await call(app, 'rest', 'admin.announcements.get', admin, { id: announcement.id });
    expect(body).toMatchObject({
      message_count: 1,
      messages: [
        {
          message_text: 'Ja.',
          sender_details: { id: bo.id },
          receiver_details: { full_name: 'Borttagen användare' },
        },
      ],
    });
  });

  test('loses a conversation if they wrote nothing in it, both have left it, or its ad is deleted', async () => {
    const [anna, bo, cilla] = [
      await makePerson('Anna Ek'),
      await makePerson('Bo Ask'),
      await makePerson('Cilla Alm'),
    ];
    const countConversations = async () => (await app.db.select().from(schema.conversations)).length;
    await makeConversation(app.db, {
      owner: bo,
      participant: anna,
      written: [{ by: anna, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' }],
    });
    const { announcement } = await makeWrittenConversation(cilla, anna);
    await makeWrittenConversation(anna, bo);
    expect(await countConversations()).toBe(3);
    await deleteAccount(anna);
    expect(await countConversations()).toBe(2);
    await call(app, 'rest', 'marketplace.announcements.delete', cilla, { id: announcement.id });
    expect(await countConversations()).toBe(1);
    await deleteAccount(bo);
    expect([await countConversations(), (await app.db.select().from(schema.messages)).length]).toEqual([
      0, 0,
    ]);
  });

  test('can delete their account at the same time without a deadlock', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, (_, index) => makePerson(`Person ${index}`)));
    for (const owner of members)
      for (const participant of members)
        if (owner !== participant) await makeWrittenConversation(owner, participant);
    const statuses = await Promise.all(members.map(async (member) => (await deleteAccount(member)).status));
    expect(statuses).toEqual(members.map(() => 200));
    expect(await app.db.select().from(schema.conversations)).toEqual([]);
  });

  test('may write during the deletion: each message is kept or rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
      const { announcement } = await makeWrittenConversation(anna, bo);
      const reply = { announcement_id: announcement.id, message_text: 'Kan vi ses?' };
      const sendCalls = Array.from({ length: 4 }, () =>
        call(app, 'rest', 'marketplace.conversations.send', bo, reply),
      );
      const [deletion, ...responses] = await Promise.all([deleteAccount(anna), ...sendCalls]);
      expect(deletion.status).toBe(200);
      for (const { status } of responses) expect([200, 404]).toContain(status);
      const [conversation] = await inboxOf(bo);
      const { body } = await openConversation(bo, conversation as ConversationSummary);
      const acceptedCount = responses.filter(({ status }) => status === 200).length;
      expect(body.messages).toHaveLength(1 + acceptedCount);
    }
  });
});

test('handling a report during the deletion of the reported member leaves no name in the audit log', async () => {
  const [anna, bo, admin] = [
    await makePerson('Anna Ek'),
    await makePerson('Bo Ask'),
    await makeAdmin(app.db),
  ];
  await makeAllAccountData(app.db, anna, bo);
  const [report] = await app.db
    .select()
    .from(schema.reports)
    .where(eq(schema.reports.reported_user_id, anna.id));
  let pendingDeletion: ReturnType<typeof deleteAccount> | undefined;
  await app.db.transaction(async (tx) => {
    const ctx = { ...app.context, database: { ...app.context.database, db: tx }, admin };
    await setReportStatus(ctx as never, { id: report?.id ?? '', status: 'handled' });
    pendingDeletion = deleteAccount(anna);
    await waitForLockWaits(app, 1);
  });
  expect((await pendingDeletion)?.status).toBe(200);
  const names = (await app.db.select().from(schema.auditLog)).map(({ record_name }) => record_name);
  expect(names).toEqual(['Bedrägeri: Borttagen användare']);
});
