import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PAY_LATER } from '#src/features/conversations/deal/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage } from '#tests/support/client.tsx';
import { announcement, other_user, step, TRANSFER, unfold } from '#tests/support/deal-page.tsx';
import { ANNA, conversationDetail, OPEN, openThread, PER } from '#tests/support/thread.tsx';

freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

describe('a reservation', () => {
  const RESERVE = 'marketplace.announcements.reserve';

  test.each([
    ['is offered to the owner of the ad', null, 'Reservera för Per Holmström'],
    ['can be prolonged', { id: PER.id, name: PER.name }, 'Förläng reservationen'],
  ])('%s', async (_, reserved_for, label) => {
    const reservation = { user_id: ANNA.id, reserved: !!reserved_for, reserved_for };
    const { callsOf } = openThread({
      [OPEN]: conversationDetail({ announcement: { ...announcement, ...reservation } }),
      [RESERVE]: { reserved_until: '2027-01-17T09:00:00.000Z' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Fler val' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
    await waitFor(() =>
      expect(callsOf(RESERVE).map(({ input }) => input)).toEqual([
        { id: announcement.id, other_user_id: PER.id },
      ]),
    );
  });

  test('cannot be prolonged again until it is stored', async () => {
    const answer = Promise.withResolvers<{ reserved_until: string }>();
    openThread({
      [OPEN]: conversationDetail({ announcement: { ...announcement, user_id: ANNA.id } }),
      [RESERVE]: answer.promise,
    });
    const menu = () => screen.findByRole('button', { name: 'Fler val' });
    const item = () => screen.findByRole('menuitem', { name: 'Reservera för Per Holmström' });
    const isDisabled = async () => (await item()).hasAttribute('aria-disabled');
    await userEvent.click(await menu());
    await userEvent.click(await item());
    await userEvent.click(await menu());
    expect(await isDisabled()).toBe(true);
    await act(async () => answer.resolve({ reserved_until: '2027-01-17T09:00:00.000Z' }));
    await waitFor(async () => expect(await isDisabled()).toBe(false));
  });
});

describe('a block', () => {
  const CREATE = 'marketplace.blocks.create';

  test('is confirmed, and replaces the reply box with the way back', async () => {
    const { answers, callsOf } = openThread({
      [CREATE]: { user_id: PER.id, name: PER.name, created_at: '2027-01-15T09:00:00.000Z' },
      'marketplace.blocks.delete': { message: 'Blockeringen är hävd.' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Fler val' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Blockera Per Holmström' }));
    expect(callsOf(CREATE)).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'Blockera Per Holmström' });
    expect(dialog.textContent).toContain('Gamla meddelanden går att läsa för er båda.');
    expect(dialog.textContent).toContain('Per Holmström får inget besked');
    answers[OPEN] = conversationDetail({ is_blocked: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Blockera' }));
    await screen.findByText('Du har blockerat Per Holmström. Ni kan inte skriva till varandra.');
    expect(callsOf(CREATE).map(({ input }) => input)).toEqual([{ user_id: PER.id }]);
    expect(screen.queryByRole('textbox')).toBeNull();
    answers[OPEN] = conversationDetail();
    await userEvent.click(screen.getByRole('button', { name: 'Häv blockering' }));
    const box = await screen.findByRole('textbox', { name: /^Svar till/ });
    expect(document.activeElement === box).toBe(true);
  });

  test('leaves the text of the blocked member in the reply box', async () => {
    openThread({ 'marketplace.conversations.reply': new AppError('conversation.blocked') });
    const box = (await screen.findByRole('textbox', { name: /^Svar till/ })) as HTMLTextAreaElement;
    await userEvent.type(box, 'Är du kvar?');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await screen.findByText('Det går inte att skriva i den här konversationen.');
    expect(box.value).toBe('Är du kvar?');
  });
});

describe('the head and the messages', () => {
  test('show facts about the member and a reservation for the reader', async () => {
    openThread({
      [OPEN]: conversationDetail({
        announcement: {
          ...announcement,
          reserved: true,
          reserved_for: { id: ANNA.id, name: ANNA.full_name },
          reserved_until: '2027-01-17T13:00:00.000Z',
        },
        other_user: {
          ...other_user,
          facts: { member_since: '2026-03', completed_deals: 3, replies: 'same_day' },
        },
      }),
    });
    await screen.findByText('Medlem sedan mars 2026 · 3 avslutade affärer · Svarar oftast samma dag');
    expect(screen.getByText('Reserverad för dig till 17 jan. 14:00')).toBeDefined();
  });

  test.each([
    [{ id: PER.id, name: PER.name }, 'Reserverad för Per Holmström till 17 jan. 14:00'],
    [null, 'Reserverad'],
  ])(
    'name the member whom the ad is reserved for, if the reader may know: %j',
    async (reserved_for, text) => {
      const reservation = {
        reserved: true,
        reserved_for,
        reserved_until: reserved_for && '2027-01-17T13:00:00.000Z',
      };
      openThread({ [OPEN]: conversationDetail({ announcement: { ...announcement, ...reservation } }) });
      await screen.findByText(text);
    },
  );

  test('give the same advice once, at the latest message', async () => {
    const message = (id: string, text: string) => ({
      id,
      sender_id: PER.id,
      message_text: text,
      created_at: '2027-01-14T09:00:00.000Z',
      advice: ['early_payment' as const],
    });
    openThread({
      [OPEN]: conversationDetail({
        messages: [message('m1', 'Betala nu'), message('m2', 'Betala snart')],
        advice: ['low_price'],
      }),
    });
    const early = await screen.findByText(/Namnbytet har inte öppnat ännu/);
    expect(early.previousElementSibling?.textContent).toContain('Betala snart');
    expect(screen.getByText(/mindre än hälften av det ordinarie/)).toBeDefined();
  });

  test.each([
    ['the payer', PER.id, [/^Namnbyte öppnar .* Betala inte före dess/, /Vänta med att betala/]],
    ['the payee', ANNA.id, [/Köparen bör inte betala före dess/, /Köparen bör vänta med att betala/]],
  ])('advise %s about the payment', async (_, user_id, texts) => {
    openThread({
      [OPEN]: conversationDetail({
        announcement: { ...announcement, user_id, transfer: { ...TRANSFER, state: 'not_open' } },
        messages: [
          {
            id: 'm1',
            sender_id: PER.id,
            message_text: 'När ska vi ta betalningen?',
            created_at: '2027-01-14T09:00:00.000Z',
            advice: ['early_payment'],
          },
        ],
      }),
    });
    for (const text of texts) await screen.findByText(text);
    await unfold();
    await userEvent.click(step('Betalt'));
    expect((await screen.findByRole('dialog')).textContent).toContain(PAY_LATER);
  });
});
