import { eq, inArray } from 'drizzle-orm';
import { announcements, conversations, messages, outbox } from '#db/schema/index.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { type Arena, CROWD, type Round, repeatCall, shuffle } from './arena.ts';

const CONVERSATIONS = 'marketplace.conversations';
const MESSAGE_INPUT = { message_text: 'Hej' };

const conversationsAbout = ({ db }: Arena, ad: { id: string }) =>
  db.select().from(conversations).where(eq(conversations.announcement_id, ad.id));

/** Each member gets one conversation with all messages, and one mail. */
export const firstMessages: Round = async (arena, { checkStatuses, count, check }, turn) => {
  const { db, sendAtOnce } = arena;
  const anna = await makeMember(db);
  const writers = await Promise.all(Array.from({ length: 1 + (turn % 2) }, () => makeMember(db)));
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const calls = writers.flatMap((writer) =>
    repeatCall(CROWD / writers.length, `${CONVERSATIONS}.send`, writer, {
      announcement_id: ad.id,
      ...MESSAGE_INPUT,
    }),
  );
  const responses = await sendAtOnce(shuffle(calls), turn);
  checkStatuses(responses, [200]);
  count((await conversationsAbout(arena, ad)).length, writers.length, 'conversations');
  const written = await db
    .select({ id: messages.id, conversation: messages.conversation_id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .where(eq(conversations.announcement_id, ad.id))
    .orderBy(messages.created_at);
  count(written.length, responses.filter(({ status }) => status === 200).length, 'messages');
  for (const ids of Map.groupBy(written, ({ conversation }) => conversation).values()) {
    const byTime = ids.map(({ id }) => id);
    check(
      byTime.join() === byTime.toSorted().join(),
      'the ids of messages are not in the order of their times',
    );
  }
  const mails = (await db.select().from(outbox)).filter(({ about }) => about.receiver_id === anna.id);
  count(mails.length, writers.length, 'mails');
};

/** Calls succeed or return 404, and nothing is left. */
export const adDeletion: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  const [anna, bo, cia] = [await makeMember(db), await makeMember(db), await makeMember(db)];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  if (turn % 2)
    await sendAtOnce(
      repeatCall(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
      0,
    );
  const calls = shuffle([
    ...repeatCall(5, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    ...repeatCall(5, `${CONVERSATIONS}.send`, cia, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    ...repeatCall(4, `${CONVERSATIONS}.reply`, anna, { ...key, ...MESSAGE_INPUT }),
    ...repeatCall(3, `${CONVERSATIONS}.open`, anna, key),
    ...repeatCall(1, `${CONVERSATIONS}.list`, bo, {}),
    ...repeatCall(2, 'marketplace.announcements.delete', anna, { id: ad.id }),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const isDeletion = (index: number) => calls[index]?.name === 'marketplace.announcements.delete';
  verdict.expectOneSuccess(
    responses.filter((_, index) => isDeletion(index)),
    [404, 'announcement.not_found'],
  );
  verdict.checkStatuses(
    responses.filter((_, index) => !isDeletion(index)),
    [200, 404],
  );
  verdict.count((await db.select().from(announcements).where(eq(announcements.id, ad.id))).length, 0, 'ads');
  verdict.count((await conversationsAbout(arena, ad)).length, 0, 'conversations about a deleted ad');
  const written = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      inArray(
        messages.sender_id,
        [anna, bo, cia].map(({ id }) => id),
      ),
    );
  verdict.count(written.length, 0, 'messages about a deleted ad');
};

export async function countMessagesBy({ db }: Arena, id: string): Promise<number> {
  return (await db.select({ id: messages.id }).from(messages).where(eq(messages.sender_id, id))).length;
}
