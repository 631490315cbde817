import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEAL_STEPS } from '#src/features/conversations/contract.ts';
import { dealOf, PAY_LATER, type TickedStep } from '#src/features/conversations/deal/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, place, toastSaying } from '#tests/support/client.tsx';
import { announcement, other_user, step, strip, TRANSFER, unfold } from '#tests/support/deal-page.tsx';
import { control, describedBy } from '#tests/support/form.ts';
import { ANNA, conversationDetail, OPEN, openThread, PER } from '#tests/support/thread.tsx';

const SET = 'marketplace.conversations.setDealStep';
const COMPLETE = 'marketplace.announcements.complete';
freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

const ticked = (key: TickedStep['key'], done_by: string = ANNA.id): TickedStep => ({
  key,
  done_by,
  done_at: '2027-01-12T09:00:00.000Z',
  price: null,
});
const dealWith = (...steps: TickedStep[]) => dealOf(steps, { isCompleted: false });
const withSteps = (...steps: TickedStep[]) => conversationDetail({ deal: dealWith(...steps) });

describe('the steps of a deal', () => {
  test('are folded to the number of ticked ones and the next one', async () => {
    openThread({ [OPEN]: withSteps(ticked('agreed'), ticked('transfer_requested', PER.id)) });
    const toggle = await strip();
    expect(toggle.textContent).toBe('Nästa steg: vänta på arrangörens bekräftelse 2 av 5');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await unfold();
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Överens om priset',
      'Namnbyte begärt',
      'Arrangören har bekräftat',
      'Betalt',
      'Slutförd',
    ]);
  });

  test.each([
    ['once all are ticked', [...DEAL_STEPS.map((key) => ticked(key))], {}, '5 av 5'],
    ['once the ad is completed', [], { is_completed: true }, '0 av 5'],
  ])('name no next one %s', async (_, steps, ad, progress) => {
    openThread({
      [OPEN]: conversationDetail({
        announcement: { ...announcement, ...ad },
        deal: dealWith(...steps),
      }),
    });
    expect((await strip()).textContent).toBe(`Så går affären till ${progress}`);
  });

  test('say who ticked them and when, and only the own ones can be unticked', async () => {
    openThread({ [OPEN]: withSteps(ticked('agreed'), ticked('transfer_requested', PER.id)) });
    await unfold();
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows[0]).toContain('Du, 12 januari');
    expect(rows[1]).toContain('Per Holmström, 12 januari');
    expect(step('Överens om priset').hasAttribute('disabled')).toBe(false);
    expect(step('Namnbyte begärt').hasAttribute('disabled')).toBe(true);
  });

  test('are saved when ticked, and show what the server returns', async () => {
    const { callsOf } = openThread({ [SET]: dealWith(ticked('transfer_requested')) });
    await unfold();
    await userEvent.click(step('Namnbyte begärt'));
    await waitFor(() => expect(screen.getByText('Du, 12 januari')).toBeDefined());
    expect(callsOf(SET).map(({ input }) => input)).toEqual([
      {
        announcement_id: announcement.id,
        other_user_id: other_user.id,
        step: 'transfer_requested',
        done: true,
      },
    ]);
  });

  test('ask what price was agreed on, starting with that of the ad, and the head shows it', async () => {
    const { callsOf } = openThread({ [SET]: dealWith({ ...ticked('agreed'), price: 2100 }) });
    await unfold();
    await userEvent.click(step('Överens om priset'));
    const dialog = await screen.findByRole('dialog', { name: 'Överens om priset' });
    expect(control('price').value).toBe('2450');
    await userEvent.clear(control('price'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Bocka av' }));
    expect(describedBy('price')).toContain('Ange ett giltigt pris');
    await userEvent.type(control('price'), '2100');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Bocka av' }));
    await screen.findByText(/^överens om 2/);
    expect(callsOf(SET).map(({ input }) => input)).toMatchObject([
      { step: 'agreed', done: true, price: 2100 },
    ]);
  });

  test('report why a step was not saved', async () => {
    openThread({ [SET]: new AppError('conversation.blocked') });
    await unfold();
    await userEvent.click(step('Namnbyte begärt'));
    await toastSaying('Det går inte att skriva i den här konversationen.');
    await waitFor(() => expect((step('Namnbyte begärt') as HTMLInputElement).checked).toBe(false));
  });

  test.each([
    ['a step', SET, () => userEvent.click(step('Namnbyte begärt'))],
    [
      'a reply',
      'marketplace.conversations.reply',
      () => userEvent.type(screen.getByRole('textbox', { name: /^Svar till/ }), 'Hej{Control>}{Enter}'),
    ],
  ])('leave an expired session to the login page, after %s', async (_, procedure, send) => {
    openThread({ [procedure]: new AppError('request.unauthorized') });
    await unfold();
    await send();
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(50));
    const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent);
    expect(toasts).toEqual([]);
  });

  test('ask before a payment that the organizer has not confirmed, and can be left as they are', async () => {
    const { callsOf } = openThread({ [SET]: dealWith(ticked('paid')) });
    await unfold();
    await userEvent.click(step('Betalt'));
    const dialog = await screen.findByRole('dialog', { name: 'Är namnbytet bekräftat?' });
    expect(dialog.textContent).toContain(PAY_LATER);
    const cancel = within(dialog).getByRole('button', { name: 'Avbryt' });
    expect(cancel.className).toContain('button-primary');
    await userEvent.click(cancel);
    expect(callsOf(SET)).toEqual([]);
    await userEvent.click(step('Betalt'));
    await userEvent.click(screen.getByRole('button', { name: 'Bocka av ändå' }));
    await waitFor(() => expect(callsOf(SET)).toHaveLength(1));
    // The advice stays visible.
    await screen.findByText(PAY_LATER);
  });

  test('do not ask once the organizer has confirmed', async () => {
    const { callsOf } = openThread({
      [OPEN]: withSteps(ticked('organizer_confirmed')),
      [SET]: dealWith(ticked('organizer_confirmed'), ticked('paid')),
    });
    await unfold();
    await userEvent.click(step('Betalt'));
    await waitFor(() => expect(callsOf(SET)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('tell who requests the transfer, with what, and where the rules are', async () => {
    openThread({
      [OPEN]: conversationDetail({
        announcement: {
          ...announcement,
          transfer: TRANSFER,
          transfer_initiator: 'seller',
          transfer_buyer_needs: ['födelsedatum', 'Användar-ID'],
        },
      }),
    });
    await screen.findByText(/Namnbyte till 15 februari, 220.SEK, betalas av köparen/);
    expect(
      screen.getByRole('link', { name: /^Enligt arrangören, kontrollerat 20 november 2026/ }),
    ).toBeDefined();
    await unfold();
    expect(
      screen.getByText(/Säljaren begär namnbytet. Köparen lämnar födelsedatum och Användar-ID./),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Arrangörens regler' }).getAttribute('href')).toBe(
      'https://lopp.example/namnbyte',
    );
  });

  test.each([
    ['the owner of an open ad', { user_id: ANNA.id }, 1],
    ['the owner of a completed ad', { user_id: ANNA.id, is_completed: true }, 0],
    ['the other party', { user_id: PER.id }, 0],
  ])('offer to complete the ad to %s', async (_, ad, count) => {
    openThread({ [OPEN]: conversationDetail({ announcement: { ...announcement, ...ad } }) });
    await unfold();
    const buttons = screen.queryAllByRole('button', { name: 'Markera som klar' });
    expect(buttons).toHaveLength(count);
  });

  test.each([
    ['the last step', [], ['done']],
    ['nothing if the other party has ticked it', [ticked('done', PER.id)], []],
  ])('completing the ad ticks %s', async (_, steps, expected) => {
    const own = { ...announcement, user_id: ANNA.id };
    const { callsOf } = openThread({
      [OPEN]: conversationDetail({ announcement: own, deal: dealWith(...steps) }),
      [COMPLETE]: {},
      [SET]: dealWith(ticked('done')),
      'marketplace.announcements.mine': [],
      'public.announcements.list': [],
    });
    await unfold();
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Markera som klar ändå' }));
    const dialog = await screen.findByRole('dialog', { name: 'Markera som klar' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Markera som klar' }));
    await toastSaying('Annons markerad som slutförd');
    expect(callsOf(COMPLETE)).toHaveLength(1);
    expect(callsOf(SET).map(({ input }) => (input as { step: string }).step)).toEqual(expected);
  });

  test.each([
    [[], 'Inte avbockat: Överens om priset, Namnbyte begärt, Arrangören har bekräftat, Betalt.'],
    [DEAL_STEPS.filter((key) => key !== 'paid' && key !== 'done'), 'Inte avbockat: Betalt.'],
  ])('completing the ad asks about open steps, with %p ticked', async (keys, question) => {
    const own = { ...announcement, user_id: ANNA.id };
    openThread({
      [OPEN]: conversationDetail({ announcement: own, deal: dealWith(...keys.map((key) => ticked(key))) }),
    });
    await unfold();
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Är affären klar?' });
    expect(dialog.textContent).toContain(question);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('completing the ad does not ask once all other steps are ticked', async () => {
    const own = { ...announcement, user_id: ANNA.id };
    const steps = DEAL_STEPS.filter((key) => key !== 'done').map((key) => ticked(key));
    openThread({ [OPEN]: conversationDetail({ announcement: own, deal: dealWith(...steps) }) });
    await unfold();
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await screen.findByRole('dialog', { name: 'Markera som klar' });
  });

  test('an ad that could not be completed ticks nothing', async () => {
    const own = { ...announcement, user_id: ANNA.id };
    const { callsOf } = openThread({
      [OPEN]: conversationDetail({ announcement: own }),
      [COMPLETE]: new AppError('announcement.inactive'),
    });
    await unfold();
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Markera som klar ändå' }));
    const dialog = await screen.findByRole('dialog', { name: 'Markera som klar' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Markera som klar' }));
    await toastSaying('Kunde inte markera annons som slutförd');
    expect(callsOf(SET)).toEqual([]);
  });
});
