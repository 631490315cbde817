import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  accounts,
  announcements,
  dealSteps,
  events,
  marketplaceSettings,
  messages,
} from '#db/schema/index.ts';
import type { ConversationDetail, Deal } from '#src/features/conversations/contract.ts';
import { PAY_LATER } from '#src/features/conversations/deal/rules.ts';
import { leaveConversations } from '#src/features/conversations/service.ts';
import { error, outcomeOf } from '#tests/support/call.ts';
import { makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { openListeningStream } from '#tests/support/live.ts';
import { testMarket } from '#tests/support/market.ts';

const transport = 'rest';

const { app, setClock, callOver } = await testMarket();
const at = (time: string) => `2027-03-01T${time}:00.000Z`;

async function setUp(ad: Partial<typeof announcements.$inferInsert> = {}) {
  const [anna, bo, cia] = [
    await makeMember(app.db, { full_name: 'Anna Ek' }),
    await makeMember(app.db, { full_name: 'Bo Ask' }),
    await makeMember(app.db, { full_name: 'Cia Lind' }),
  ];
  const { announcement, conversation } = await makeConversation(app.db, {
    ...ad,
    owner: anna,
    participant: bo,
    written: [{ by: bo, text: 'Finns platsen kvar?', at: at('07:00') }],
  });
  return { anna, bo, cia, ad: announcement, conversation };
}

const request = callOver(transport);
const setStep = (
  member: Member,
  ad: { id: string },
  other: { id: string },
  step: string,
  done = true,
  price?: number,
) =>
  request<Deal>('marketplace.conversations.setDealStep', member, {
    announcement_id: ad.id,
    other_user_id: other.id,
    step,
    done,
    ...(price !== undefined && { price }),
  });
const open = async (member: Member, ad: { id: string }, other: { id: string }) =>
  (
    await request<ConversationDetail>('marketplace.conversations.open', member, {
      announcement_id: ad.id,
      other_user_id: other.id,
    })
  ).body;
const tickedIn = ({ steps }: Deal) =>
  steps.flatMap(({ key, done_by, done_at }) => (done_by ? [[key, done_by, done_at]] : []));

describe('deal steps', () => {
  test('have the agreed price for both parties until the step is unticked', async () => {
    const { anna, bo, ad } = await setUp();
    expect((await setStep(bo, ad, anna, 'agreed', true, 900)).body.agreed_price).toBe(900);
    expect((await open(anna, ad, bo)).deal.agreed_price).toBe(900);
    await setStep(bo, ad, anna, 'agreed', false);
    expect((await open(anna, ad, bo)).deal.agreed_price).toBeNull();
    expect(outcomeOf(await setStep(bo, ad, anna, 'agreed', true, 0))).toEqual(error('announcement.price'));
    // The price of another step means nothing.
    await setStep(bo, ad, anna, 'paid', true, 900);
    const [stored] = await app.db.select().from(dealSteps);
    expect(stored).toMatchObject({ step: 'paid', price: null });
  });

  test('are ticked by either party and seen by both', async () => {
    const { anna, bo, ad } = await setUp();
    const { status, body } = await setStep(bo, ad, anna, 'agreed');
    expect([status, tickedIn(body)]).toEqual([200, [['agreed', bo.id, at('08:00')]]]);
    setClock(new Date(at('09:00')));
    await setStep(anna, ad, bo, 'transfer_requested');
    const expected = [
      ['agreed', bo.id, at('08:00')],
      ['transfer_requested', anna.id, at('09:00')],
    ];
    expect(tickedIn((await open(anna, ad, bo)).deal)).toEqual(expected);
    expect(tickedIn((await open(bo, ad, anna)).deal)).toEqual(expected);
  });

  test('stay as they are when the other party ticks them, and only who ticked one can untick it', async () => {
    const { anna, bo, ad } = await setUp();
    await setStep(bo, ad, anna, 'agreed');
    setClock(new Date(at('09:00')));
    const own = [['agreed', bo.id, at('08:00')]];
    for (const member of [anna, bo]) {
      const again = await setStep(member, ad, member === anna ? bo : anna, 'agreed');
      expect([again.status, tickedIn(again.body)]).toEqual([200, own]);
    }
    expect(outcomeOf(await setStep(anna, ad, bo, 'agreed', false))).toEqual(
      error('conversation.step_not_own'),
    );
    expect(tickedIn((await open(anna, ad, bo)).deal)).toEqual(own);
    expect(tickedIn((await setStep(bo, ad, anna, 'agreed', false)).body)).toEqual([]);
    expect((await setStep(anna, ad, bo, 'agreed', false)).status).toBe(200);
  });

  test('advise to pay later while "paid" is ticked before "organizer_confirmed"', async () => {
    const { anna, bo, ad } = await setUp();
    expect((await setStep(bo, ad, anna, 'paid')).body.advice).toBe(PAY_LATER);
    expect((await open(anna, ad, bo)).deal.advice).toBe(PAY_LATER);
    expect((await setStep(anna, ad, bo, 'agreed')).body.advice).toBe(PAY_LATER);
    expect((await setStep(anna, ad, bo, 'organizer_confirmed')).body.advice).toBeNull();
  });

  test('need no advice once the ad is completed', async () => {
    const { anna, bo, ad } = await setUp({ is_completed: true });
    expect((await setStep(bo, ad, anna, 'paid')).body.advice).toBeNull();
    expect((await open(anna, ad, bo)).deal.advice).toBeNull();
  });

  test('work on a completed ad, but not for strangers, unknown steps or a deserted conversation', async () => {
    const { anna, bo, cia, ad, conversation } = await setUp({ is_completed: true });
    expect((await setStep(anna, ad, bo, 'done')).status).toBe(200);
    for (const other of [anna, bo])
      expect(outcomeOf(await setStep(cia, ad, other, 'agreed'))).toEqual(error('conversation.not_found'));
    expect(outcomeOf(await setStep(anna, ad, bo, 'shipped'))).toEqual(error('request.invalid'));
    await setStep(bo, ad, anna, 'paid');
    await app.db.insert(messages).values({
      conversation_id: conversation.id,
      sender_id: anna.id,
      message_text: 'Ja.',
    });
    await app.db.transaction(async (tx) => {
      await leaveConversations(tx, [bo.id], new Date());
      await tx.delete(accounts).where(eq(accounts.id, bo.id));
    });
    expect(outcomeOf(await setStep(anna, ad, conversation, 'agreed'))).toEqual(
      error('conversation.deserted'),
    );
    expect(tickedIn((await open(anna, ad, conversation)).deal)).toEqual([
      ['paid', conversation.id, at('08:00')],
      ['done', anna.id, at('08:00')],
    ]);
  });

  test('are ticked once by twenty concurrent calls', async () => {
    const { anna, bo, ad } = await setUp();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? setStep(anna, ad, bo, 'agreed') : setStep(bo, ad, anna, 'agreed'),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await app.db.select().from(dealSteps)).toHaveLength(1);
  });
});

describe('a conversation', () => {
  test('shows what the race says about transfers of the distance today', async () => {
    const { anna, bo, ad } = await setUp({ distance: '90 km' });
    const period = {
      from: '2027-03-01',
      to: '2027-03-02',
      fee: 220,
      payer: 'buyer',
      where: 'online',
    } as const;
    await app.db.update(events).set({
      transfer_policy: 'allowed',
      transfer_periods: [{ ...period, distances: [] }],
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['födelsedatum'],
    });
    const readAd = async () => (await open(bo, ad, anna)).announcement;
    expect(await readAd()).toMatchObject({
      transfer: { state: 'open', closes_on: '2027-03-02', fee: 220, payer: 'buyer' },
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['födelsedatum'],
    });
    // Midnight in Stockholm.
    setClock(new Date('2027-03-02T23:00:00Z'));
    expect((await readAd()).transfer?.state).toBe('closed');
    await app.db.delete(events);
    expect(await readAd()).toMatchObject({
      transfer: null,
      transfer_initiator: null,
      transfer_buyer_needs: [],
    });
  });

  test('shows a reservation, its end only to the two, and is not started while it lasts', async () => {
    const { anna, bo, cia, ad } = await setUp();
    const send = (member: Member) =>
      request('marketplace.conversations.send', member, { announcement_id: ad.id, message_text: 'Hej' });
    await send(cia);
    await app.db
      .update(announcements)
      .set({ reserved_for: bo.id, reserved_until: at('09:00') })
      .where(eq(announcements.id, ad.id));
    const reservationOf = async (member: Member, other: Member) => {
      const { reserved, reserved_until, reserved_for } = (await open(member, ad, other)).announcement;
      return [reserved, reserved_until, reserved_for];
    };
    const known = [true, at('09:00'), { id: bo.id, name: 'Bo Ask' }];
    expect(await reservationOf(anna, bo)).toEqual(known);
    expect(await reservationOf(anna, cia)).toEqual(known);
    expect(await reservationOf(bo, anna)).toEqual(known);
    expect(await reservationOf(cia, anna)).toEqual([true, null, null]);
    const dan = await makeMember(app.db);
    expect(outcomeOf(await send(dan))).toEqual(error('conversation.reserved'));
    expect((await send(cia)).status).toBe(200);
    setClock(new Date(at('09:00')));
    expect(await reservationOf(anna, bo)).toEqual([false, null, null]);
    expect((await send(dan)).status).toBe(200);
  });

  test('gives advice to the reader alone, unless an admin has switched the rule off', async () => {
    const { anna, bo, ad } = await setUp({ price: 100, distance: '10 km' });
    await app.db.update(accounts).set({ created_at: at('00:00') });
    await app.db.update(events).set({ ordinary_prices: [{ distance: '10 km', price: 500 }] });
    await request('marketplace.conversations.reply', anna, {
      announcement_id: ad.id,
      other_user_id: bo.id,
      message_text: 'Swisha på www.exempel.se',
    });
    const adviceFor = async (member: Member, other: Member) => {
      const { advice, messages: thread } = await open(member, ad, other);
      return [advice, thread.map((message) => message.advice)];
    };
    expect(await adviceFor(bo, anna)).toEqual([['low_price'], [[], ['link', 'payment_word']]]);
    expect(await adviceFor(anna, bo)).toEqual([[], [[], []]]);
    await app.db.insert(marketplaceSettings).values({
      info_box_title: '',
      info_box_steps: [],
      info_box_warning: '',
      disabled_advice: ['link', 'low_price'],
    });
    expect(await adviceFor(bo, anna)).toEqual([[], [[], ['payment_word']]]);
    await app.db.delete(marketplaceSettings);
  });
});

test('a ticked step reaches the open windows of both parties', async () => {
  const { anna, bo, ad } = await setUp();
  const streams = [await openListeningStream(app, anna), await openListeningStream(app, bo)];
  const input = { announcement_id: ad.id, other_user_id: anna.id, step: 'agreed', done: true };
  await callOver('rest')('marketplace.conversations.setDealStep', bo, input);
  for (const stream of streams) {
    await stream.until(() => stream.eventsSince().length > 0);
    await stream.leave();
  }
  expect(streams.map((stream) => stream.eventsSince()[0]?.other_user_id)).toEqual([bo.id, anna.id]);
});
