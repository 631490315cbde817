import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, blocks, messages, outbox } from '#db/schema/index.ts';
import type { Block } from '#src/features/blocks/contract.ts';
import { shareLockPair } from '#src/features/blocks/service.ts';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { notifyReader } from '#src/features/conversations/live/service.ts';
import { conversationMails } from '#src/features/conversations/mails.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { error, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { openListeningStream } from '#tests/support/live.ts';
import { MORNING, testMarket, UNKNOWN } from '#tests/support/market.ts';

const transport = 'trpc';

const { app, setClock, callOver } = await testMarket();
const BLOCKED = error('conversation.blocked');

async function setUp() {
  const [anna, bo] = [
    await makeMember(app.db, { full_name: 'Anna Ek' }),
    await makeMember(app.db, { full_name: 'Bo Ask' }),
  ];
  const { announcement, conversation } = await makeConversation(app.db, {
    owner: anna,
    participant: bo,
    written: [{ by: bo, text: 'Finns platsen kvar?', at: '2027-03-01T07:00:00Z', isRead: false }],
  });
  return { anna, bo, ad: announcement, conversation };
}

describe('blocks', () => {
  const request = callOver(transport);
  const block = (member: Member, user_id: string) =>
    request<Block>('marketplace.blocks.create', member, { user_id });
  const unblock = (member: Member, user_id: string) =>
    request('marketplace.blocks.delete', member, { user_id });
  const list = async (member: Member) => (await request<Block[]>('marketplace.blocks.list', member)).body;
  const keyOf = (ad: { id: string }, other: Member) => ({
    announcement_id: ad.id,
    other_user_id: other.id,
  });
  const reply = (member: Member, ad: { id: string }, other: Member) =>
    request('marketplace.conversations.reply', member, { ...keyOf(ad, other), message_text: 'Hej' });
  const send = (member: Member, ad: { id: string }) =>
    request('marketplace.conversations.send', member, { announcement_id: ad.id, message_text: 'Hej' });
  const open = (member: Member, ad: { id: string }, other: Member) =>
    request<ConversationDetail>('marketplace.conversations.open', member, keyOf(ad, other));
  const tick = (member: Member, ad: { id: string }, other: Member) =>
    request('marketplace.conversations.setDealStep', member, {
      ...keyOf(ad, other),
      step: 'agreed',
      done: true,
    });

  test('are listed newest first for the blocker alone, made twice without effect, and removed', async () => {
    const { anna, bo } = await setUp();
    const cia = await makeMember(app.db, { full_name: 'Cia Lind' });
    const first = { user_id: bo.id, name: 'Bo Ask', created_at: '2027-03-01T08:00:00.000Z' };
    expect(await block(anna, bo.id)).toMatchObject({ status: 200, body: first });
    setClock(new Date(MORNING.getTime() + 60_000));
    expect((await block(anna, bo.id)).body).toEqual(first);
    await block(anna, cia.id);
    expect((await list(anna)).map(({ name }) => name)).toEqual(['Cia Lind', 'Bo Ask']);
    expect(await list(bo)).toEqual([]);
    for (let i = 0; i < 2; i++)
      expect(outcomeOf(await unblock(anna, bo.id))).toEqual([200, { message: 'Blockeringen är hävd.' }]);
    expect((await list(anna)).map(({ name }) => name)).toEqual(['Cia Lind']);
  });

  test('are refused for oneself, unknown members and more than 1,000 members', async () => {
    const { anna, bo } = await setUp();
    expect(outcomeOf(await block(anna, anna.id))).toEqual(error('block.self'));
    for (const id of [UNKNOWN, 'x', ''])
      expect(outcomeOf(await block(anna, id))).toEqual(error('account.not_found'));
    await app.sql`
      with made as (insert into marketplace_users (id, email, username, password_hash, full_name)
        select gen_random_uuid(), 'b' || n || '@example.se', 'b' || n, '', 'B' from generate_series(1, 1000) n
        returning id)
      insert into member_blocks select ${anna.id}, id, now() from made`;
    expect(outcomeOf(await block(anna, bo.id))).toEqual(error('block.too_many'));
  });

  test('stop both members from writing, with the same error, and leave the messages readable', async () => {
    const { anna, bo, ad } = await setUp();
    const [adOfAnna, adOfBo] = [
      await makeAnnouncement(app.db, { user_id: anna.id }),
      await makeAnnouncement(app.db, { user_id: bo.id }),
    ];
    await block(anna, bo.id);
    for (const attempt of [
      () => reply(anna, ad, bo),
      () => reply(bo, ad, anna),
      () => send(bo, ad),
      () => send(bo, adOfAnna),
      () => send(anna, adOfBo),
      () => tick(anna, ad, bo),
      () => tick(bo, ad, anna),
      () => request('marketplace.announcements.reserve', anna, { id: ad.id, other_user_id: bo.id }),
    ])
      expect(outcomeOf(await attempt())).toEqual(BLOCKED);
    expect(await app.db.select().from(messages)).toHaveLength(1);
    const [own, others] = [await open(anna, ad, bo), await open(bo, ad, anna)];
    expect([own, others].map(({ body }) => body.messages.length)).toEqual([1, 1]);
    // The other member does not learn who has blocked.
    expect([own, others].map(({ body }) => body.is_blocked)).toEqual([true, false]);
    // Only the blocker can end the block.
    await unblock(bo, anna.id);
    expect(outcomeOf(await reply(bo, ad, anna))).toEqual(BLOCKED);
    await unblock(anna, bo.id);
    expect((await reply(bo, ad, anna)).status).toBe(200);
  });

  test('do not concern other members', async () => {
    const { anna, bo, ad } = await setUp();
    const cia = await makeMember(app.db);
    await block(anna, cia.id);
    expect((await reply(bo, ad, anna)).status).toBe(200);
    expect((await open(anna, ad, bo)).body.is_blocked).toBe(false);
  });

  test('end the reservations of ads of either for the other', async () => {
    const { anna, bo, ad } = await setUp();
    const cia = await makeMember(app.db);
    const reserved_until = '2027-03-02T08:00:00.000Z';
    const reserve = (id: string, reserved_for: string) =>
      app.db.update(announcements).set({ reserved_for, reserved_until }).where(eq(announcements.id, id));
    const adOfBo = await makeAnnouncement(app.db, { user_id: bo.id });
    const adForCia = await makeAnnouncement(app.db, { user_id: anna.id });
    await reserve(ad.id, bo.id);
    await reserve(adOfBo.id, anna.id);
    await reserve(adForCia.id, cia.id);
    await block(bo, anna.id);
    const rows = await app.db.select().from(announcements);
    expect(Object.fromEntries(rows.map(({ id, reserved_for }) => [id, reserved_for]))).toEqual({
      [ad.id]: null,
      [adOfBo.id]: null,
      [adForCia.id]: cia.id,
    });
  });

  test('are in the data download of the blocker, not in that of the blocked', async () => {
    const { anna, bo } = await setUp();
    await block(anna, bo.id);
    const dataOf = async (member: Member) =>
      (await request<MyData>('marketplace.privacy.myData', member)).body.blocks;
    expect(await dataOf(anna)).toEqual([{ name: 'Bo Ask', created_at: '2027-03-01T08:00:00.000Z' }]);
    expect(await dataOf(bo)).toEqual([]);
  });
});

const blockInput = (user_id: string) => ({ user_id });
const callRest = callOver('rest');

test('a mail that is queued when one blocks the other is dropped', async () => {
  const { anna, bo, ad, conversation } = await setUp();
  await app.db.delete(outbox);
  const about = { conversation_id: conversation.id, receiver_id: anna.id };
  const compose = () =>
    conversationMails['conversation.message']?.({ ...app.context, siteUrl: app.url }, about, {
      attempts: 0,
    });
  expect((await compose())?.to).toBe(anna.email);
  for (const [blocker, blocked] of [
    [anna, bo],
    [bo, anna],
  ] as const) {
    await callRest('marketplace.blocks.create', blocker, blockInput(blocked.id));
    expect(await compose()).toBeUndefined();
    await app.db.delete(blocks);
  }
  expect((await compose())?.subject).toContain('Vasaloppet');
  expect(ad.user_id).toBe(anna.id);
});

test('the windows of the blocked member get no notice of a block or of refused writes', async () => {
  const { anna, bo, ad } = await setUp();
  const stream = await openListeningStream(app, bo);
  await callRest('marketplace.blocks.create', anna, blockInput(bo.id));
  const input = {
    announcement_id: ad.id,
    other_user_id: bo.id,
    message_text: 'Hej',
    step: 'agreed',
    done: true,
  };
  await callRest('marketplace.conversations.reply', anna, input);
  await callRest('marketplace.conversations.setDealStep', anna, input);
  const sentinel = { announcement_id: UNKNOWN, other_user_id: UNKNOWN };
  await notifyReader(app.db, bo.id, sentinel);
  const hasArrived = () => stream.eventsSince().some((event) => event.announcement_id === UNKNOWN);
  await stream.until(hasArrived);
  expect(stream.eventsSince()).toEqual([sentinel]);
  await stream.leave();
});

test('a block waits for a message that is being written, and later ones are refused', async () => {
  const { anna, bo, ad } = await setUp();
  const input = { announcement_id: ad.id, other_user_id: anna.id, message_text: 'Hej' };
  const { promise: isWritten, resolve: finishWriting } = Promise.withResolvers<void>();
  const writing = app.db.transaction(async (tx) => {
    await shareLockPair(tx, bo.id, anna.id);
    await isWritten;
  });
  const blocking = callRest('marketplace.blocks.create', anna, blockInput(bo.id));
  await waitForLockWaits(app, 1);
  const replying = callRest('marketplace.conversations.reply', bo, input);
  await waitForLockWaits(app, 2);
  finishWriting();
  await writing;
  expect((await blocking).status).toBe(200);
  expect(outcomeOf(await replying)).toEqual(BLOCKED);
});

test('after a block has returned, no concurrent message is stored', async () => {
  for (let round = 0; round < 5; round++) {
    const { anna, bo, ad } = await setUp();
    await app.sql`delete from rate_limits`;
    const texts = () => app.db.select({ id: messages.id }).from(messages);
    const input = { announcement_id: ad.id, message_text: 'Hej' };
    const attempts = Array.from({ length: 20 }, (_, index) => {
      const isByBo = index % 2 === 0;
      const [writer, other] = isByBo ? [bo, anna] : [anna, bo];
      return callRest('marketplace.conversations.reply', writer, { ...input, other_user_id: other.id });
    });
    await Bun.sleep(5 * round);
    await callRest('marketplace.blocks.create', anna, blockInput(bo.id));
    const storedAtBlock = await texts();
    await Promise.all(attempts);
    expect(await texts()).toEqual(storedAtBlock);
  }
});

test('concurrent blocks in both directions are both stored', async () => {
  const { anna, bo } = await setUp();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const [blocker, blocked] = index % 2 ? [anna, bo] : [bo, anna];
      return callRest('marketplace.blocks.create', blocker, blockInput(blocked.id));
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await app.db.select().from(blocks)).toHaveLength(2);
});
