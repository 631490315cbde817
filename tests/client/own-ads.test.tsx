import { describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, ownAdOf, toastSaying } from '#tests/support/client.tsx';
import { PLANNED } from '#tests/support/events.ts';
import {
  AD,
  ANNA,
  COMPLETE,
  DELETE,
  findAd,
  id,
  OWN_ADS,
  open,
  press,
} from '#tests/support/profile-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

asMember(ANNA);

describe('"Mina annonser"', () => {
  test('tells for whom an ad is reserved, and prolongs or ends that', async () => {
    const reservedAd = {
      ...AD,
      reserved: true,
      reserved_for: { id: id(7), name: 'Bo Alm' },
      reserved_until: '2027-01-17T09:00:00.000Z',
    };
    const { sent } = open({
      ads: [reservedAd],
      answers: {
        'marketplace.announcements.reserve': { ...reservedAd, is_reservation_prolonged: true },
        'marketplace.announcements.endReservation': AD,
      },
    });
    const item = await findAd();
    expect(item.getByText('Reserverad för Bo Alm till 17 jan. 10:00.')).toBeTruthy();
    await userEvent.click(item.getByRole('button', { name: /^Förläng 48 timmar/ }));
    await toastSaying('Reserverad till 17 jan. 10:00');
    expect(sent('marketplace.announcements.reserve')).toEqual([{ id: AD.id, other_user_id: id(7) }]);
    await userEvent.click(item.getByRole('button', { name: /^Häv reservationen/ }));
    await toastSaying('Reservationen är hävd');
    expect(sent('marketplace.announcements.endReservation')).toEqual([{ id: AD.id }]);
  });

  test('asks whether an expired ad is still valid', async () => {
    const { sent } = open({
      ads: [{ ...AD, is_active: false, is_expired: true }],
      answers: { 'marketplace.announcements.renew': { ...AD, expires_at: '2027-05-31T22:00:00.000Z' } },
    });
    const item = await findAd();
    expect(item.getByText('Utgången')).toBeTruthy();
    await userEvent.click(item.getByRole('button', { name: /^Ja, visa den igen/ }));
    await toastSaying('Annonsen visas till och med 31 maj 2027');
    expect(sent('marketplace.announcements.renew')).toEqual([{ id: AD.id }]);
  });

  test('shows each ad with the actions for its state', async () => {
    const inactiveWantedAd = ownAdOf({
      id: id(2),
      event_id: id(51),
      event_name: 'Ultravasan',
      announcement_type: 'wanted',
      is_active: false,
    });
    const completedAd = ownAdOf({
      id: id(3),
      event_id: id(52),
      event_name: 'Lidingöloppet',
      is_completed: true,
    });
    open({ ads: [AD, inactiveWantedAd, completedAd] });
    expect(await screen.findByRole('heading', { name: 'Mina annonser (3)' })).toBeTruthy();
    const actionNames = (item: Awaited<ReturnType<typeof findAd>>) =>
      item
        .getAllByRole('button')
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent).split(':')[0]);

    const saleItem = await findAd();
    for (const text of [
      'Säljes',
      'SP-1042',
      '21,1 km',
      '1\u00a0295\u00a0SEK',
      '+ 200\u00a0SEK namnbyte',
      'Startgrupp 8.',
      'Skapad 14 november 2026 · visas till 22 maj 2027',
    ])
      expect(saleItem.getByText(text, { normalizer: String })).toBeTruthy();
    expect(saleItem.queryByText('Inaktiv')).toBeNull();
    expect(saleItem.queryByText('Slutförd')).toBeNull();
    expect(actionNames(saleItem)).toEqual(['Markera som klar', 'Redigera', 'Ta bort']);

    const inactiveItem = await findAd(/Ultravasan/);
    expect(inactiveItem.getByText('Söks')).toBeTruthy();
    expect(inactiveItem.getByText('Inaktiv')).toBeTruthy();
    expect(inactiveItem.getByText('En administratör har dolt annonsen.')).toBeTruthy();
    expect(inactiveItem.queryByText(/namnbyte/)).toBeNull();
    expect(actionNames(inactiveItem)).toEqual(['Redigera', 'Ta bort']);

    const completedItem = await findAd(/Lidingöloppet/);
    expect(completedItem.getByText('Slutförd')).toBeTruthy();
    expect(actionNames(completedItem)).toEqual(['Ta bort']);
  });

  test('asks whether a paused ad is still valid once its race is planned again, and shows it again', async () => {
    const { sent } = open({
      ads: [
        { ...AD, is_paused: true },
        ownAdOf({
          id: id(7),
          event_name: 'Loppet',
          is_paused: true,
          event_state: { ...PLANNED, status: 'cancelled' },
        }),
      ],
      answers: { 'marketplace.announcements.renew': { ...AD, expires_at: '2027-05-31T22:00:00.000Z' } },
    });
    const paused = await findAd();
    expect(paused.getByText('Annonsen är pausad: loppet har flyttats. Gäller den fortfarande?')).toBeTruthy();
    const off = await findAd(/Loppet/);
    expect(off.getByText('Inställt')).toBeTruthy();
    expect(off.queryByRole('button', { name: /^Ja, visa den igen/ })).toBeNull();
    await userEvent.click(paused.getByRole('button', { name: /^Ja, visa den igen/ }));
    await toastSaying('Annonsen visas till och med 31 maj 2027');
    expect(sent('marketplace.announcements.renew')).toEqual([{ id: AD.id }]);
  });

  test('hides a fee of 0', async () => {
    open({ ads: [{ ...AD, name_change_fee: 0 }] });
    expect((await findAd()).queryByText(/namnbyte/)).toBeNull();
  });

  test('says that there are no ads and links to the form', async () => {
    open({ ads: [] });
    expect(await screen.findByRole('heading', { name: 'Mina annonser (0)' })).toBeTruthy();
    expect(screen.getByText('Du har inga annonser ännu')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Skapa annons' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('shows an error without a toast and a retry when the fetch fails', async () => {
    let isUp = false;
    open({
      answers: {
        [OWN_ADS]: () => {
          if (isUp) return [AD];
          throw new AppError('server.unavailable');
        },
      },
    });
    expect(await screen.findByText('Annonserna kunde inte visas')).toBeTruthy();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    isUp = true;
    await press('Försök igen');
    expect(await findAd()).toBeTruthy();
  });
});

describe('completing and deleting an ad', () => {
  const DELETE_QUESTION =
    'Är du säker på att du vill ta bort annonsen för "Göteborgsvarvet"? Detta raderar även alla relaterade meddelanden.';
  const COMPLETE_QUESTION = 'Är du säker på att du vill markera denna annons som slutförd?';
  const cases = [
    [
      'complete',
      /^Markera som klar/,
      COMPLETE_QUESTION,
      'Markera som klar',
      COMPLETE,
      'Annons markerad som slutförd',
    ],
    ['delete', /^Ta bort/, DELETE_QUESTION, 'Ta bort', DELETE, 'Annons borttagen'],
  ] as const;

  for (const [verb, buttonName, question, confirmLabel, procedure, successToast] of cases) {
    const openQuestion = async () => {
      await userEvent.click((await findAd()).getByRole('button', { name: buttonName }));
      await screen.findByText(question);
      // The order number identifies the ad: a member may have several for one event.
      expect(screen.getByText('Göteborgsvarvet · SP-1042')).toBeTruthy();
      return within(screen.getByRole('dialog'));
    };

    test(`asks, sends, shows "${successToast}" and refetches the list (${verb})`, async () => {
      const { sent } = open({ answers: { [procedure]: verb === 'delete' ? { message: 'Borta' } : AD } });
      const dialog = await openQuestion();
      await userEvent.click(dialog.getByRole('button', { name: confirmLabel }));
      await toastSaying(successToast);
      expect(sent(procedure)).toEqual([verb === 'delete' ? { id: AD.id } : { id: AD.id, final_price: null }]);
      await waitFor(() => expect(sent(OWN_ADS)).toHaveLength(2));
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test(`says what the other keeps of a deal only before a deletion (${verb})`, async () => {
      open();
      const dialog = await openQuestion();
      expect(dialog.queryAllByText(/den andra läsa er tråd i 180 dagar/)).toHaveLength(
        verb === 'delete' ? 1 : 0,
      );
    });

    test(`sends nothing on "Avbryt" (${verb})`, async () => {
      const { sent } = open();
      const dialog = await openQuestion();
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(sent(procedure)).toEqual([]);
    });

    test(`shows a toast when it fails (${verb})`, async () => {
      open({ answers: { [procedure]: new AppError('server.unavailable') } });
      const dialog = await openQuestion();
      await userEvent.click(dialog.getByRole('button', { name: confirmLabel }));
      await toastSaying(
        verb === 'delete' ? 'Kunde inte ta bort annons' : 'Kunde inte markera annons som slutförd',
      );
    });
  }

  test('keeps the dialog about another ad open when a response arrives late', async () => {
    const otherAd = ownAdOf({ id: id(2), event_id: id(51), event_name: 'Ultravasan' });
    for (const [, buttonName, , confirmLabel, procedure, successToast] of cases) {
      const response = Promise.withResolvers();
      const { unmount } = open({ ads: [AD, otherAd], answers: { [procedure]: () => response.promise } });
      await userEvent.click((await findAd()).getByRole('button', { name: buttonName }));
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirmLabel }));
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Avbryt' }));
      await userEvent.click((await findAd(/Ultravasan/)).getByRole('button', { name: buttonName }));
      response.resolve({ ...AD, message: 'Borta' });
      await toastSaying(successToast);
      expect(screen.queryAllByRole('dialog')).toHaveLength(1);
      unmount();
    }
  });

  test('moves focus to the heading of the list after a deletion', async () => {
    let ads = [AD];
    open({
      answers: {
        [OWN_ADS]: () => ads,
        [DELETE]: () => {
          ads = [];
          return { message: 'Borta' };
        },
      },
    });
    await userEvent.click((await findAd()).getByRole('button', { name: /^Ta bort/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await toastSaying('Annons borttagen');
    const heading = await screen.findByRole('heading', { name: 'Mina annonser (0)' });
    expect(document.activeElement).toBe(heading);
  });
});
