import { eq } from 'drizzle-orm';
import { announcements, blocks, dealSteps, messages } from '#db/schema/index.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import { type Arena, CROWD, type Round, repeatCall, shuffle } from './arena.ts';

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

const OPEN_ADS_MAX = 50;

/** One more renewal fits the limit of open ads. */
export const renewAds: Round = async ({ db, sendAtOnce }, { expectOneSuccess, count }, turn) => {
  const anna = await makeMember(db);
  const { id: event_id } = await makeEvent(db);
  const makeAds = (length: number, renewed_at: string) =>
    Promise.all(
      Array.from({ length }, () => makeAnnouncement(db, { user_id: anna.id, event_id, renewed_at })),
    );
  await makeAds(OPEN_ADS_MAX - 1, '2027-03-01T07:00:00Z');
  const expiredAds = await makeAds(CROWD, '2026-12-01T07:00:00Z');
  const calls = expiredAds.flatMap(({ id }) =>
    repeatCall(1, 'marketplace.announcements.renew', anna, { id }),
  );
  const winner = expectOneSuccess(await sendAtOnce(calls, turn), [409, 'announcement.too_many']);
  const rows = await db.select().from(announcements).where(eq(announcements.user_id, anna.id));
  const open = rows.filter(({ renewed_at }) => renewed_at >= '2027');
  count(open.length, winner ? OPEN_ADS_MAX : OPEN_ADS_MAX - 1, 'open ads');
};

/** The step stays with the party whose tick came first, and all responses name that party. */
export const tickDealStep: Round = async (arena, { checkStatuses, check, count }, turn) => {
  const { anna, bo, ad, conversation } = await makeDeal(arena);
  const keyFor = (other: { id: string }) => ({ announcement_id: ad.id, other_user_id: other.id });
  const tick = { step: 'agreed', done: true };
  const calls = shuffle([
    ...repeatCall(CROWD / 2, 'marketplace.conversations.setDealStep', anna, { ...keyFor(bo), ...tick }),
    ...repeatCall(CROWD / 2, 'marketplace.conversations.setDealStep', bo, { ...keyFor(anna), ...tick }),
  ]);
  const responses = await arena.sendAtOnce(calls, turn);
  checkStatuses(responses, [200]);
  const steps = await arena.db.select().from(dealSteps).where(eq(dealSteps.conversation_id, conversation.id));
  count(steps.length, 1, 'ticked steps');
  const acknowledged = responses.flatMap(({ status, body }) =>
    status === 200 ? (body.steps as { key: string; done_by: string }[]).slice(0, 1) : [],
  );
  check(
    acknowledged.every(({ key, done_by }) => key === tick.step && done_by === steps[0]?.done_by),
    'a response names another party than the one whose tick is stored',
  );
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
