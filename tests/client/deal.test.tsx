import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
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

  async function open(reserved_for: { id: string; name: string } | null, answer: unknown) {
    const reservation = { user_id: ANNA.id, reserved: !!reserved_for, reserved_for };
    const { callsOf } = openThread({
      [OPEN]: conversationDetail({ announcement: { ...announcement, ...reservation } }),
      [RESERVE]: answer,
    });
    await screen.findByRole('button', { name: 'Fler val' });
    return () => callsOf(RESERVE).map(({ input }) => input);
  }
  const RESERVED = { reserved_until: '2027-01-17T09:00:00.000Z' };
  const INPUT = { id: announcement.id, other_user_id: PER.id };
  const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Fler val' }));

  test('is offered to the owner of the ad beside the next step, and says that others are shut out', async () => {
    const inputs = await open(null, RESERVED);
    await userEvent.click(screen.getByRole('button', { name: 'Reservera' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reservera för Per Holmström?' });
    expect(dialog.textContent).toContain('i 48 timmar. Under tiden kan ingen ny skriva');
    expect(inputs()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reservera' }));
    await waitFor(() => expect(inputs()).toEqual([INPUT]));
  });

  test.each([
    ['for somebody else', { user_id: ANNA.id, reserved: true, reserved_for: { id: 'bo', name: 'Bo' } }],
    ['of another member', { user_id: PER.id }],
    ['that is completed', { user_id: ANNA.id, is_completed: true }],
  ])('is not offered for an ad %s', async (_, ad) => {
    openThread({ [OPEN]: conversationDetail({ announcement: { ...announcement, ...ad } }) });
    await screen.findByRole('button', { name: 'Fler val' });
    expect(screen.queryByRole('button', { name: 'Reservera' })).toBeNull();
  });

  test('can be prolonged in the menu, but not again until that is stored', async () => {
    const answer = Promise.withResolvers<typeof RESERVED>();
    const inputs = await open({ id: PER.id, name: PER.name }, answer.promise);
    const item = () => screen.findByRole('menuitem', { name: 'Förläng reservationen' });
    const isDisabled = async () => (await item()).hasAttribute('aria-disabled');
    await openMenu();
    await userEvent.click(await item());
    await waitFor(() => expect(inputs()).toEqual([INPUT]));
    await openMenu();
    expect(await isDisabled()).toBe(true);
    await act(async () => answer.resolve(RESERVED));
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
  test.each([
    ['to the race and to an open ad', {}, ['/lopp/vasaloppet/2027', '/marketplace/annons/SP-0004']],
    ['to the race alone once the ad is completed', { is_completed: true }, ['/lopp/vasaloppet/2027']],
    ['to nothing once both are gone', { is_active: false, event_url: null }, []],
  ])('lead %s', async (_, ad, paths) => {
    openThread({ [OPEN]: conversationDetail({ announcement: { ...announcement, ...ad } }) });
    const about = (await screen.findByText('90 km')).closest('.thread-ad') as HTMLElement;
    expect(
      within(about)
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(paths);
  });

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
