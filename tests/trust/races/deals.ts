import { eq } from 'drizzle-orm';
import { announcements, blocks, messages } from '../../../db/schema';
import { makeMember } from '../../support/content';
import { makeConversation } from '../../support/inbox';
import { type Arena, CROWD, type Round, repeatCall, shuffle } from './arena';

const RESERVE = 'marketplace.announcements.reserve';

async function makeDeal({ db }: Arena) {
  const [anna, bo, cia] = [await makeMember(db), await makeMember(db), await makeMember(db)];
  const written = [{ by: bo, text: 'Hej', at: '2027-01-14T08:00:00Z' }];
  const { announcement, conversation } = await makeConversation(db, {
    owner: anna,
    participant: bo,
    written,
  });
  return { anna, bo, cia, ad: announcement, conversation };
}

/** One buyer gets the ad: one call reserves it, and one prolongs the reservation. */
export const reserveAd: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  const { anna, bo, cia, ad } = await makeDeal(arena);
  const first = { announcement_id: ad.id, message_text: 'Hej' };
  await sendAtOnce(repeatCall(1, 'marketplace.conversations.send', cia, first), 0);
  const calls = shuffle(
    [bo, cia].flatMap((buyer) =>
      repeatCall(CROWD / 2, RESERVE, anna, { id: ad.id, other_user_id: buyer.id }),
    ),
  );
  const responses = await sendAtOnce(calls, turn);
  verdict.checkStatuses(responses, [
    200,
    [409, 'announcement.reserved'],
    [409, 'announcement.reservation_prolonged'],
  ]);
  const buyers = calls
    .filter((_, index) => responses[index]?.status === 200)
    .map(({ input }) => input.other_user_id);
  verdict.check(new Set(buyers).size <= 1, 'two buyers have reserved the ad');
  verdict.check(buyers.length <= 2, `${buyers.length} calls reserved or prolonged`);
  const [row] = await db.select().from(announcements).where(eq(announcements.id, ad.id));
  verdict.check(row?.reserved_for === (buyers[0] ?? null), 'the ad is reserved for somebody else');
};

/** Nothing is written after the block, and no reservation is left. */
export const blockMember: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  const { anna, bo, ad, conversation } = await makeDeal(arena);
  const key = { announcement_id: ad.id, other_user_id: anna.id };
  const calls = shuffle([
    ...repeatCall(CROWD - 8, 'marketplace.conversations.reply', bo, { ...key, message_text: 'Hej' }),
    ...repeatCall(3, 'marketplace.conversations.setDealStep', bo, { ...key, step: 'agreed', done: true }),
    ...repeatCall(3, RESERVE, anna, { id: ad.id, other_user_id: bo.id }),
    ...repeatCall(2, 'marketplace.blocks.create', anna, { user_id: bo.id }),
  ]);
  const responses = await sendAtOnce(calls, turn);
  verdict.checkStatuses(responses, [
    200,
    [403, 'conversation.blocked'],
    [409, 'announcement.reservation_prolonged'],
  ]);
  const made = await db.select().from(blocks).where(eq(blocks.blocked_id, bo.id));
  verdict.count(made.length, 1, 'blocks');
  const written = await db.select().from(messages).where(eq(messages.conversation_id, conversation.id));
  const blockedAt = made[0]?.created_at ?? '';
  verdict.check(
    written.every(({ created_at }) => Date.parse(created_at) < Date.parse(blockedAt)),
    'a message was written after the block',
  );
  const [row] = await db.select().from(announcements).where(eq(announcements.id, ad.id));
  verdict.check(row?.reserved_for === null, 'the ad is reserved for the blocked member');
};
