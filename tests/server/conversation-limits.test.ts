import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, announcements, conversations, events } from '#db/schema/index.ts';
import { detailOf } from '#src/shared/errors.ts';
import { outcomeOf } from '#tests/support/call.ts';
import {
  type Member,
  NOT_FOUND,
  openConversationWorld,
  REPLY,
  SEND,
} from '#tests/support/conversation-world.ts';
import { MORNING, UNKNOWN } from '#tests/support/market.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const { app, callOver, loadMessages, open, reply, request, send, setClock, setUp, textsOf } =
  await openConversationWorld();

const CLOSED = [409, 'conversation.closed', 'Annonsen är inte längre öppen för nya meddelanden.'];

describe('conversations', () => {
  describe('cannot be', () => {
    test('started by the owner of the ad', async () => {
      const { anna, ad } = await setUp();
      expect(outcomeOf(await send(anna, ad.id))).toEqual([
        403,
        'conversation.own_ad',
        'Du kan inte kontakta dig själv.',
      ]);
      expect(await app.db.select().from(conversations)).toEqual([]);
    });

    test('started on an ad that does not exist', async () => {
      const { bo } = await setUp();
      for (const id of [UNKNOWN, 'x']) {
        expect(outcomeOf(await send(bo, id))).toEqual([
          404,
          'announcement.not_found',
          'Annonsen finns inte.',
        ]);
      }
    });

    test('read or answered before they are started, not even by the owner', async () => {
      const { anna, bo, ad } = await setUp();
      for (const [member, otherMember] of [
        [anna, bo],
        [bo, anna],
        [anna, anna],
        [bo, bo],
        [bo, { ...anna, id: UNKNOWN }],
        [bo, { ...anna, id: 'x' }],
      ] as const) {
        expect(outcomeOf(await open(member, ad.id, otherMember))).toEqual(NOT_FOUND);
        expect(outcomeOf(await reply(member, ad.id, otherMember))).toEqual(NOT_FOUND);
      }
      expect(outcomeOf(await open(bo, 'x', anna))).toEqual(NOT_FOUND);
      expect(await loadMessages()).toEqual([]);
    });

    test('read or answered by a third member', async () => {
      const { anna, bo, cia, ad } = await setUp();
      await send(bo, ad.id);
      const messagesBefore = await loadMessages();
      for (const otherMember of [anna, bo, cia]) {
        expect(outcomeOf(await open(cia, ad.id, otherMember))).toEqual(NOT_FOUND);
        expect(outcomeOf(await reply(cia, ad.id, otherMember))).toEqual(NOT_FOUND);
      }
      expect(outcomeOf(await reply(anna, ad.id, cia))).toEqual(NOT_FOUND);
      expect(outcomeOf(await open(bo, ad.id, bo))).toEqual(NOT_FOUND);
      expect(await loadMessages()).toEqual(messagesBefore);
    });
  });

  describe('when a message is sent', () => {
    test('reject an empty text and one over 5,000 characters', async () => {
      const { anna, bo, ad } = await setUp();
      await send(bo, ad.id, 'Ett');
      const attempts = [
        (message_text: unknown) => request(SEND, bo, { announcement_id: ad.id, message_text }),
        (message_text: unknown) =>
          request(REPLY, bo, { announcement_id: ad.id, other_user_id: anna.id, message_text }),
      ];
      for (const attempt of attempts) {
        for (const emptyText of [undefined, null, '', ' \n ', 7]) {
          expect(outcomeOf(await attempt(emptyText))).toEqual([
            400,
            'message.empty',
            'Meddelandet kan inte vara tomt',
          ]);
        }
        expect(outcomeOf(await attempt('x'.repeat(5001)))).toEqual([
          400,
          'request.too_long',
          'En text är för lång.',
        ]);
        expect((await attempt(` ${'x'.repeat(5000)} `)).status).toBe(200);
      }
      expect(await loadMessages()).toHaveLength(3);
    });

    test('keep markup, quotes, emoji and line breaks', async () => {
      const { anna, bo, ad } = await setUp();
      const text = `<b>Hej</b> "du" 'där' \\ åäö 🏃‍♀️\nrad två; drop table messages;--`;
      await send(bo, ad.id, text);
      expect(await textsOf(anna, ad.id, bo)).toEqual([text]);
    });
  });

  test('hold at most 500 messages', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id);
    const [conversation] = await app.db.select().from(conversations);
    await app.sql`insert into messages (id, conversation_id, sender_id, message_text, created_at)
      select gen_random_uuid(), ${conversation?.id ?? ''}, ${bo.id}, 'Hej', ${MORNING.toISOString()}
      from generate_series(1, 498)`;
    expect((await reply(anna, ad.id, bo)).status).toBe(200);
    const fullError = [409, 'conversation.full', detailOf('conversation.full')];
    expect(outcomeOf(await reply(anna, ad.id, bo))).toEqual(fullError);
    expect(outcomeOf(await send(bo, ad.id))).toEqual(fullError);
    expect(await loadMessages()).toHaveLength(500);
  });

  describe('on a closed ad', () => {
    const updateAd = (ad: string, row: Partial<typeof announcements.$inferInsert>) =>
      app.db.update(announcements).set(row).where(eq(announcements.id, ad));

    test.each<[string, (ids: { ad: string; event: string; owner: string }) => Promise<unknown> | undefined]>([
      ['inactive', ({ ad }) => updateAd(ad, { is_active: false })],
      ['completed', ({ ad }) => updateAd(ad, { is_completed: true })],
      [
        'of a suspended owner',
        ({ owner }) => app.db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, owner)),
      ],
      [
        'of an event that has passed',
        () => {
          setClock(new Date('2027-09-26T00:00:00Z'));
          return undefined;
        },
      ],
      ['of a deleted event', ({ event }) => app.db.delete(events).where(eq(events.id, event))],
    ])('cannot be started, but continue, when the ad is %s', async (_, closeAd) => {
      const { anna, bo, cia, ad, event } = await setUp();
      await send(bo, ad.id, 'Ett');
      await closeAd({ ad: ad.id, event: event.id, owner: anna.id });
      expect(outcomeOf(await send(cia, ad.id))).toEqual(CLOSED);
      expect(await app.db.select().from(conversations)).toHaveLength(1);
      expect((await send(bo, ad.id, 'Två')).status).toBe(200);
      expect((await reply(bo, ad.id, anna, 'Tre')).status).toBe(200);
      expect(await textsOf(bo, ad.id, anna)).toEqual(['Ett', 'Två', 'Tre']);
    });

    test('accept replies of the owner', async () => {
      const { anna, bo, ad } = await setUp();
      await send(bo, ad.id);
      await updateAd(ad.id, { is_completed: true });
      expect((await reply(anna, ad.id, bo)).status).toBe(200);
    });
  });
});

describe('the limit of thirty messages a minute per sender', () => {
  const sendRepeatedly = async (member: Member, ad: string, otherMember: Member, count: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) {
      const transport = TRANSPORTS[i % 2] ?? 'rest';
      const input = { announcement_id: ad, message_text: i % 3 === 0 ? '' : `Nummer ${i}` };
      const name = i % 4 < 2 ? SEND : REPLY;
      statuses.push(
        (
          await callOver(transport)(
            name,
            member,
            name === SEND ? input : { ...input, other_user_id: otherMember.id },
          )
        ).status,
      );
    }
    return statuses;
  };

  test('covers both transports, both ways to send and failed attempts, and does not affect others', async () => {
    const { anna, bo, cia, ad } = await setUp();
    await callOver('rest')(SEND, bo, { announcement_id: ad.id, message_text: 'Ett' });
    const statuses = await sendRepeatedly(bo, ad.id, anna, 29);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    const messagesBefore = await loadMessages();
    for (const transport of TRANSPORTS) {
      for (const name of [SEND, REPLY]) {
        const input = { announcement_id: ad.id, other_user_id: anna.id, message_text: 'För mycket' };
        const response = await callOver(transport)(name, bo, input);
        expect(outcomeOf(response)).toEqual([
          429,
          'request.too_many',
          'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
        ]);
        expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 61);
      }
    }
    expect(await loadMessages()).toEqual(messagesBefore);
    const otherResponse = await callOver('rest')(SEND, cia, { announcement_id: ad.id, message_text: 'Hej' });
    expect(otherResponse.status).toBe(200);
  });
});
