import { describe, expect, test } from 'bun:test';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { MORNING, testMarket } from '#tests/support/market.ts';

const { app, callOver } = await testMarket();
const at = (time: string) => `2027-03-01T${time}:00.000Z`;

describe('the facts about a member', () => {
  const at8 = MORNING.toISOString();
  const ask = (owner: Member, participant: Member, answer?: string, is_completed = false) =>
    makeConversation(app.db, {
      owner,
      participant,
      is_completed,
      written: [
        { by: participant, text: 'Hej', at: at8 },
        ...(answer ? [{ by: owner, text: 'Ja', at: answer }] : []),
      ],
    });
  const factsOf = async (reader: Member, other: Member, ad: { id: string }) => {
    const input = { announcement_id: ad.id, other_user_id: other.id };
    const { body } = await callOver('rest')<ConversationDetail>(
      'marketplace.conversations.open',
      reader,
      input,
    );
    return body.other_user.facts;
  };

  test('have the month of the registration in Stockholm and the completed ads in which both wrote', async () => {
    const anna = await makeMember(app.db, { created_at: '2026-02-28T23:30:00Z' });
    const bo = await makeMember(app.db);
    const { announcement } = await ask(anna, bo, at8, true);
    await ask(anna, bo, undefined, true);
    await ask(anna, bo, at8, false);
    const { announcement: second } = await ask(anna, bo, at8, true);
    await makeMember(app.db);
    expect(await factsOf(bo, anna, announcement)).toEqual({
      member_since: '2026-03',
      completed_deals: 2,
      replies: 'same_day',
    });
    expect(await factsOf(anna, bo, second)).toMatchObject({ completed_deals: 0, replies: null });
  });

  test.each([
    ['two answers on the same day', ['22:59', '22:59'], null],
    ['two of three on the same day', ['22:59', '22:59', undefined], 'same_day'],
    ['one of three on the same day, the others after midnight', ['22:59', '23:00', '23:00'], null],
    ['two of four on the same day', ['22:59', '22:59', undefined, undefined], null],
  ] as const)('say how soon they answer, with %s', async (_, answers, replies) => {
    const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
    let ad = { id: '' };
    for (const answer of answers) ad = (await ask(anna, bo, answer && at(answer))).announcement;
    expect((await factsOf(bo, anna, ad))?.replies).toBe(replies);
  });

  test('do not count conversations in which the owner wrote first', async () => {
    const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
    let ad = { id: '' };
    for (let i = 0; i < 3; i++)
      ad = (
        await makeConversation(app.db, {
          owner: anna,
          participant: bo,
          written: [
            { by: anna, text: 'Hej', at: at('07:00') },
            { by: bo, text: 'Hej', at: at('07:30') },
          ],
        })
      ).announcement;
    expect((await factsOf(bo, anna, ad))?.replies).toBeNull();
  });
});
