import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, announcements, conversations, events, outbox } from '#db/schema/index.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const transport = 'trpc';

type Member = Awaited<ReturnType<typeof makeMember>>;

const app = await appOfFile();
beforeEach(async () => {
  for (const table of [outbox, accounts, events]) await app.db.delete(table);
});

const setUp = async () => {
  const [anna, bo, cia] = [await makeMember(app.db), await makeMember(app.db), await makeMember(app.db)];
  return { anna, bo, cia, ad: await makeAnnouncement(app.db, { user_id: anna.id }) };
};
const loadQueuedMails = async () =>
  (await app.db.select().from(outbox).orderBy(outbox.id)).map(({ kind, about }) => [kind, about.receiver_id]);

const send = (member: Member, announcement_id: string) =>
  call(app, transport, 'marketplace.conversations.send', member, { announcement_id, message_text: 'Hej' });
const reply = (member: Member, announcement_id: string, otherMember: Member) =>
  call(app, transport, 'marketplace.conversations.reply', member, {
    announcement_id,
    other_user_id: otherMember.id,
    message_text: 'Hej',
  });
const open = (member: Member, announcement_id: string, otherMember: Member) =>
  call(app, transport, 'marketplace.conversations.open', member, {
    announcement_id,
    other_user_id: otherMember.id,
  });

describe('the mail about a message', () => {
  test('is queued for the recipient with a delay of three seconds', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id);
    const [conversation] = await app.db.select().from(conversations);
    const queuedMails = await app.db.select().from(outbox);
    expect(queuedMails).toMatchObject([
      {
        kind: 'conversation.message',
        about: { conversation_id: conversation?.id, receiver_id: anna.id },
      },
    ]);
    const { due_at = '', created_at = '' } = queuedMails[0] ?? {};
    expect(Date.parse(due_at) - Date.parse(created_at)).toBe(3000);
  });

  test('is queued once per conversation and recipient, until the recipient opens the conversation', async () => {
    const { anna, bo, cia, ad } = await setUp();
    const TO_ANNA = ['conversation.message', anna.id];
    const TO_BO = ['conversation.message', bo.id];
    await send(bo, ad.id);
    await send(bo, ad.id);
    await reply(bo, ad.id, anna);
    expect(await loadQueuedMails()).toEqual([TO_ANNA]);
    await send(cia, ad.id);
    expect(await loadQueuedMails()).toEqual([TO_ANNA, TO_ANNA]);
    // Replying without opening the conversation does not count as reading it.
    await reply(anna, ad.id, bo);
    await reply(anna, ad.id, bo);
    await send(bo, ad.id);
    expect(await loadQueuedMails()).toEqual([TO_ANNA, TO_ANNA, TO_BO]);
    await open(anna, ad.id, bo);
    await send(bo, ad.id);
    await send(bo, ad.id);
    expect(await loadQueuedMails()).toEqual([TO_ANNA, TO_ANNA, TO_BO, TO_ANNA]);
  });

  test('is queued for a suspended recipient too, because the suspension is checked when the mail is sent', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id);
    await open(anna, ad.id, bo);
    await app.db.delete(outbox);
    await app.db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, anna.id));
    expect((await send(bo, ad.id)).status).toBe(200);
    expect(await loadQueuedMails()).toEqual([['conversation.message', anna.id]]);
  });

  test('is not queued for a rejected message', async () => {
    const { anna, bo, cia, ad } = await setUp();
    await app.db.update(announcements).set({ is_completed: true });
    await send(bo, ad.id);
    await reply(cia, ad.id, anna);
    await send(anna, ad.id);
    expect(await loadQueuedMails()).toEqual([]);
  });
});
