import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import ProfilePage from '#client/pages/profile.tsx';
import { currentSession, forgetSession } from '#client/platform/session/member.ts';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, ownAdOf, Probe, place, setViewportWidth, toastSaying } from '#tests/support/client.tsx';
import { PLANNED } from '#tests/support/events.ts';
import { control, describedBy } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';
import { watchOf } from '#tests/support/shown-watch.ts';

freshPage('2027-01-15T10:00:00+01:00');

const PROFILE = 'marketplace.accounts.profile';
const SAVE = 'marketplace.accounts.updateProfile';
const OWN_ADS = 'marketplace.announcements.mine';
const WATCHES = 'marketplace.watches.list';
const [UPDATE, COMPLETE, DELETE] = ['update', 'complete', 'delete'].map(
  (verb) => `marketplace.announcements.${verb}`,
) as [string, string, string];

const id = (number: number) => `019b8f3c-0000-7000-8000-${String(number).padStart(12, '0')}`;
const ANNA: OwnAccount = {
  id: id(99),
  email: 'anna@example.se',
  username: 'anna.andersson',
  full_name: 'Anna Andersson',
  phone_number: '070-123 45 67',
  is_verified: true,
  // The next day in Stockholm
  created_at: '2025-03-03T23:30:00.000Z',
  last_login: '2026-11-20T20:02:00.000Z',
  match_alerts: true,
};
const AD = ownAdOf({
  id: id(1),
  event_id: id(50),
  event_name: 'Göteborgsvarvet',
  distance: '21,1 km',
  price: 1295,
  has_name_change_fee: true,
  name_change_fee: 200,
  description: 'Startgrupp 8.',
  order_number: 'SP-1042',
  created_at: '2026-11-13T23:30:00.000Z',
});

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('marketplace_token', 'token-of-profile');
  localStorage.setItem('marketplace_user', JSON.stringify({ id: ANNA.id, full_name: ANNA.full_name }));
});

type Options = {
  account?: Partial<OwnAccount>;
  ads?: OwnAnnouncement[];
  answers?: Record<string, unknown>;
};

/** Writes do not change `ads`. Responses arrive after the press has ended. */
function open({ account, ads = [AD], answers = {} }: Options = {}) {
  const procedures: Record<string, unknown> = {
    [PROFILE]: { ...ANNA, ...account },
    [OWN_ADS]: ads,
    [WATCHES]: { watches: [], paused_until: null },
    'public.announcements.list': [],
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.keys(procedures).map((name) => [
        name,
        async (input: unknown) => {
          await Bun.sleep(30);
          const response = procedures[name];
          if (response instanceof AppError) throw response;
          return typeof response === 'function' ? response(input) : response;
        },
      ]),
    ),
  );
  const { unmount } = renderAt(
    '/marketplace/profile',
    <>
      <Probe />
      <Routes>
        <Route path="/marketplace/profile" element={<ProfilePage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  );
  const sent = (procedure: string) =>
    server.calls.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { ...server, answers: procedures, sent, unmount };
}

const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
const findAd = async (name = /Göteborgsvarvet/) => within(await screen.findByRole('listitem', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const retype = async (name: string, value: string) => {
  await userEvent.clear(control(name));
  if (value) await userEvent.type(control(name), value);
};

describe('access to the profile', () => {
  test('redirects a visitor to the login with "Du måste vara inloggad"', async () => {
    localStorage.clear();
    open();
    await toastSaying('Du måste vara inloggad');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  });

  test('redirects to the login with "Kunde inte hämta profil" when the fetch fails', async () => {
    open({ answers: { [PROFILE]: new AppError('server.unavailable') } });
    await toastSaying('Kunde inte hämta profil');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(document.querySelectorAll('[data-sonner-toast][data-removed="false"]')).toHaveLength(1);
  });

  test('redirects to the login without a toast when the token is rejected', async () => {
    open({ answers: { [PROFILE]: new AppError('request.unauthorized') } });
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });

  test('redirects to the login without a toast when the session expired before the page rendered', async () => {
    history.replaceState(null, '', '/marketplace/profile');
    forgetSession();
    open();
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });
});

describe('the personal data on the profile', () => {
  test('show name, contact data, verification, account id and dates in Stockholm time', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Anna Andersson' })).toBeTruthy();
    expect(facts()).toEqual({
      'E-post': 'anna@example.se',
      Användarnamn: 'anna.andersson',
      Telefon: '070-123 45 67',
      'Medlem sedan': '4 mars 2025',
      'Konto-id': ANNA.id,
      'Senaste inloggning': '20 november 2026 21:02',
    });
    expect(screen.getByText('Verifierad')).toBeTruthy();
  });

  test('show "Ej angivet" without a phone number, and no "Verifierad" when unverified', async () => {
    open({ account: { phone_number: null, is_verified: false } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    expect(facts().Telefon).toBe('Ej angivet');
    expect(screen.queryByText('Verifierad')).toBeNull();
  });

  async function openForm() {
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
  }

  test('are edited with a read-only e-mail address and a required name', async () => {
    const { sent } = open();
    await openForm();
    expect(document.activeElement).toBe(control('full_name'));
    expect(control('email').readOnly).toBe(true);
    expect(describedBy('email')).toBe('E-postadress kan inte ändras');
    await retype('full_name', '   ');
    await press('Spara');
    expect(describedBy('full_name')).toBe('Namn måste anges');
    expect(document.activeElement).toBe(control('full_name'));
    expect(sent(SAVE)).toEqual([]);
  });

  test('show a toast and the new name after a save, update the stored user and restore focus', async () => {
    const savedAccount = { ...ANNA, full_name: 'Anna Ek', phone_number: null };
    const { sent } = open({ answers: { [SAVE]: savedAccount } });
    await openForm();
    await retype('full_name', ' Anna Ek ');
    await retype('phone_number', ' ');
    await press('Spara');
    await toastSaying('Profil uppdaterad');
    expect(sent(SAVE)).toEqual([{ full_name: ' Anna Ek ', phone_number: ' ' }]);
    expect(screen.getByRole('heading', { name: 'Anna Ek' })).toBeTruthy();
    expect(facts().Telefon).toBe('Ej angivet');
    expect(currentSession()).toEqual({ token: 'token-of-profile', user: savedAccount });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Redigera profil' }));
  });

  test('keep the form open when it was reopened before an earlier save succeeds', async () => {
    const response = Promise.withResolvers();
    open({ answers: { [SAVE]: () => response.promise } });
    await openForm();
    await press('Spara');
    await press('Avbryt');
    await press('Redigera profil');
    await retype('phone_number', '08-1');
    response.resolve({ ...ANNA, full_name: 'Anna Ek' });
    await toastSaying('Profil uppdaterad');
    expect(control('phone_number').value).toBe('08-1');
  });

  test('show a reserved name as an error at its field', async () => {
    open({
      answers: {
        [SAVE]: new AppError('account.name_reserved'),
      },
    });
    await openForm();
    await retype('full_name', 'Springtime');
    await press('Spara');
    await screen.findByText(detailOf('account.name_reserved'));
    expect(describedBy('full_name')).toStartWith(detailOf('account.name_reserved'));
    expect(document.activeElement).toBe(control('full_name'));
  });

  test('show "Kunde inte uppdatera profil" and keep the input when the save fails', async () => {
    open({ answers: { [SAVE]: new AppError('server.unavailable') } });
    await openForm();
    await retype('full_name', 'Anna Ek');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera profil');
    expect(control('full_name').value).toBe('Anna Ek');
    await press('Avbryt');
    expect(screen.getByRole('heading', { name: 'Anna Andersson' })).toBeTruthy();
  });
});

describe('a save with an unknown outcome (server.uncertain)', () => {
  const UNCERTAIN_TEXT =
    'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.';
  const uncertainError = new AppError('server.uncertain');

  test('shows only that the outcome is unknown for the profile', async () => {
    open({ answers: { [SAVE]: uncertainError } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
    await press('Spara');
    await toastSaying(UNCERTAIN_TEXT);
    expect(screen.queryAllByText('Kunde inte uppdatera profil').length).toBe(0);
  });

  test('shows only that the outcome is unknown for the edit and deletion of an ad', async () => {
    open({ answers: { [UPDATE]: uncertainError, [DELETE]: uncertainError } });
    await userEvent.click((await findAd()).getByRole('button', { name: /^Redigera/ }));
    await press('Spara');
    await toastSaying(UNCERTAIN_TEXT);
    await press('Avbryt');
    await userEvent.click((await findAd()).getByRole('button', { name: /^Ta bort/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0));
    await toastSaying(UNCERTAIN_TEXT);
    expect(screen.queryAllByText(/^Kunde inte (uppdatera|ta bort) annons$/).length).toBe(0);
  });
});

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

describe('the dialog that edits an own ad', () => {
  const openEditDialog = async () =>
    userEvent.click((await findAd()).getByRole('button', { name: /^Redigera/ }));

  test('calls the price of a wanted place "Högsta pris"', async () => {
    open({ ads: [{ ...AD, announcement_type: 'wanted' }] });
    await openEditDialog();
    expect(control('price').labels?.[0]?.textContent).toStartWith('Högsta pris');
  });

  test('requires a valid price and fee, and shows one error at a time', async () => {
    const { sent } = open();
    await openEditDialog();
    await screen.findByRole('dialog', { name: 'Redigera annons' });
    expect([control('price').value, control('name_change_fee').value]).toEqual(['1295', '200']);
    for (const price of ['', '0', '-1', '10.5', '1295,50', '1000001']) {
      await retype('price', price);
      await press('Spara');
      expect(describedBy('price')).toContain('Ange ett giltigt pris');
      expect(document.activeElement).toBe(control('price'));
    }
    await retype('price', '900');
    for (const fee of ['-1', '0.5', '1,5', '1000001']) {
      await retype('name_change_fee', fee);
      await press('Spara');
      expect(describedBy('name_change_fee')).toContain('Ange en giltig namnbytesavgift');
      expect(document.activeElement).toBe(control('name_change_fee'));
    }
    expect(sent(UPDATE)).toEqual([]);
  });

  test('sends an empty fee as 0, shows a toast and refetches the list', async () => {
    const { sent } = open({ answers: { [UPDATE]: { ...AD, price: 900 } } });
    await openEditDialog();
    await retype('price', '900,00');
    await retype('name_change_fee', '');
    await retype('description', 'Ny text');
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toEqual([
      { id: AD.id, price: 900, name_change_fee: 0, description: 'Ny text', version: 1 },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true));
    await waitFor(() => expect(sent(OWN_ADS)).toHaveLength(2));
  });

  test('stays open when an earlier save of the same or another ad succeeds late', async () => {
    const otherAd = ownAdOf({ id: id(2), event_id: id(51), event_name: 'Ultravasan' });
    for (const [name, price] of [
      [/Ultravasan/, '500'],
      [/Göteborgsvarvet/, '1295'],
    ] as const) {
      const response = Promise.withResolvers();
      const { unmount } = open({ ads: [AD, otherAd], answers: { [UPDATE]: () => response.promise } });
      await openEditDialog();
      await retype('price', '900');
      await press('Spara');
      await press('Avbryt');
      await press('Stäng utan att spara');
      await userEvent.click((await findAd(name)).getByRole('button', { name: /^Redigera/ }));
      expect(control('price').value).toBe(price);
      await retype('price', '700');
      response.resolve({ ...AD, price: 900 });
      await toastSaying('Annons uppdaterad');
      expect(control('price').value).toBe('700');
      unmount();
    }
  });

  test('shows "Kunde inte uppdatera annons" with the reason and keeps the input when the save fails', async () => {
    open({ answers: { [UPDATE]: new AppError('announcement.completed') } });
    await openEditDialog();
    await retype('price', '900');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera annons');
    expect(await screen.findByText('Annonsen är redan slutförd.')).toBeTruthy();
    expect(control('price').value).toBe('900');
  });

  async function openConflict() {
    const otherWindowsAd = { ...AD, price: 1500, description: null, version: 2 };
    const page = open({ answers: { [UPDATE]: new AppError('announcement.changed') } });
    await openEditDialog();
    page.answers[OWN_ADS] = [otherWindowsAd];
    await retype('price', '900');
    await press('Spara');
    await screen.findByText(
      'Annonsen har ändrats i ett annat fönster sedan du öppnade den: pris 1 500 SEK, ingen beskrivning.',
    );
    return page;
  }

  test('lists the changes from another window, asks before it discards the input and loads them', async () => {
    await openConflict();
    await press('Visa den andra');
    await press('Fortsätt redigera');
    expect(control('price').value).toBe('900');
    await press('Visa den andra');
    await press('Kasta mina ändringar');
    expect(document.activeElement === control('price')).toBe(true);
    expect([control('price').value, control('description').value]).toEqual(['1500', '']);
    expect(screen.queryByText(/i ett annat fönster/)).toBeNull();
  });

  test('overwrites the changes from another window on "Spara mitt ändå"', async () => {
    const { sent, answers } = await openConflict();
    answers[UPDATE] = { ...AD, price: 900, version: 3 };
    await press('Spara mitt ändå');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toMatchObject([{ version: 1 }, { price: 900, version: 2 }]);
  });

  test('has only "close" and "Spara" on a phone, and keeps the input when the window widens', async () => {
    setViewportWidth(390);
    const { sent } = open({ answers: { [UPDATE]: AD } });
    await openEditDialog();
    const names = () =>
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names()).toEqual(['Stäng', 'Spara']);
    await retype('price', '900');
    await press('Stäng');
    await screen.findByText('Det du har ändrat är inte sparat.');
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt redigera' }));
    // Rotating a phone can make the window wide enough for the other layout.
    act(() => setViewportWidth(1280));
    expect(names()).toEqual(['Stäng', 'Avbryt', 'Spara']);
    expect(control('price').value).toBe('900');
    act(() => setViewportWidth(390));
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toHaveLength(1);
  });

  test('asks before it discards unsaved input, and closes at once without any', async () => {
    open();
    await openEditDialog();
    await press('Avbryt');
    expect(screen.queryByRole('dialog')).toBeNull();
    await openEditDialog();
    await retype('price', '900');
    await press('Avbryt');
    const question = await screen.findByRole('dialog', { name: 'Stänga utan att spara?' });
    // The destructive button is red. There is no "Avbryt", which would be ambiguous here.
    expect(within(question).getByRole('button', { name: 'Stäng utan att spara' }).className).toContain(
      'button-danger',
    );
    expect(within(question).queryByRole('button', { name: 'Avbryt' })).toBeNull();
    await userEvent.click(within(question).getByRole('button', { name: 'Fortsätt redigera' }));
    expect(control('price').value).toBe('900');
    await press('Avbryt');
    await press('Stäng utan att spara');
    expect(screen.queryByRole('dialog')).toBeNull();
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

describe('"Mina bevakningar"', () => {
  const watches = ['Nattlöpet', 'Vårruset', 'Lidingöloppet', 'Vasaloppet'].map((title) =>
    watchOf({ id: title, title }),
  );
  const list = { watches, paused_until: null };
  const panel = () => within(screen.getByRole('region', { name: /^Mina bevakningar/ }));

  test('shows the three newest, and all after a press', async () => {
    open({ answers: { [WATCHES]: list } });
    await screen.findByRole('heading', { name: 'Mina bevakningar (4)' });
    expect(panel().getAllByRole('combobox')).toHaveLength(3);
    await press('Visa alla 4');
    expect(panel().getByRole('link', { name: 'Vasaloppet' })).toBeDefined();
    await press('Visa färre');
    expect(panel().queryByRole('link', { name: 'Vasaloppet' })).toBeNull();
  });

  test('changes, pauses and ends them by the calls of the member', async () => {
    const { sent, answers } = open({
      answers: {
        [WATCHES]: list,
        'marketplace.watches.update': { ...watches[0], cadence: 'weekly' },
        'marketplace.watches.pause': { watches, paused_until: '2027-02-14T09:00:00.000Z' },
        'marketplace.watches.remove': { message: 'Sparat.' },
      },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Hur ofta: Nattlöpet'), 'weekly');
    await toastSaying('Sparat: En gång i veckan');
    await press('Pausa i 30 dagar');
    await screen.findByText(/^Pausat till 14 februari 2027\./);
    await press('Avsluta Nattlöpet');
    answers[WATCHES] = { ...list, watches: watches.slice(1) };
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Avsluta' }));
    const heading = await screen.findByRole('heading', { name: 'Mina bevakningar (3)' });
    await waitFor(() => expect(document.activeElement === heading).toBe(true));
    expect(sent('marketplace.watches.update')).toEqual([{ id: 'Nattlöpet', cadence: 'weekly' }]);
    expect(sent('marketplace.watches.pause')).toEqual([{ paused: true }]);
    expect(sent('marketplace.watches.remove')).toEqual([{ id: 'Nattlöpet' }]);
  });

  test('leads to the calendar without any, and offers a retry after a failure', async () => {
    const { answers } = open({ answers: { [WATCHES]: new AppError('server.unavailable') } });
    await screen.findByText('Bevakningarna kunde inte visas. Kontrollera din anslutning.');
    answers[WATCHES] = { watches: [], paused_until: null };
    await userEvent.click(panel().getByRole('button', { name: 'Försök igen' }));
    await panel().findByText(/^Du bevakar ingenting\./);
    expect(panel().getByRole('link', { name: 'kalendern' }).getAttribute('href')).toBe('/');
  });

  test('turns mails about matching ads off at once, and back after a failure', async () => {
    const { sent, answers } = open({ answers: { [SAVE]: { ...ANNA, match_alerts: false } } });
    const name = 'Mejla mig om annonser som passar mina';
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name });
    expect(toggle.checked).toBe(true);
    await userEvent.click(toggle);
    await toastSaying('Mejlen är avstängda');
    expect(toggle.checked).toBe(false);
    // Name and phone number may have been changed in another window.
    expect(sent(SAVE)).toEqual([{ match_alerts: false }]);
    answers[SAVE] = new AppError('server.unavailable');
    await userEvent.click(toggle);
    await toastSaying('Kunde inte spara valet. Försök igen.');
    expect(toggle.checked).toBe(false);
  });
});

describe('the blocked members', () => {
  const BLOCKS = 'marketplace.blocks.list';
  const UNBLOCK = 'marketplace.blocks.delete';
  const NILS = { user_id: 'nils', name: 'Nils Ek', created_at: '2027-01-10T09:00:00.000Z' };

  test('are not mentioned when there are none', async () => {
    open({ answers: { [BLOCKS]: [] } });
    await screen.findByText('Kontoinformation');
    await Bun.sleep(60);
    expect(screen.queryByText('Blockerade medlemmar')).toBeNull();
  });

  test('are listed, and disappear when they are unblocked', async () => {
    const { answers, sent } = open({ answers: { [BLOCKS]: [NILS], [UNBLOCK]: { message: 'Klart' } } });
    const button = await screen.findByRole('button', { name: 'Häv blockeringen av Nils Ek' });
    expect(screen.getByText('sedan 10 jan. 2027')).toBeTruthy();
    answers[BLOCKS] = [];
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Blockerade medlemmar') === null).toBe(true));
    expect(sent(UNBLOCK)).toEqual([{ user_id: 'nils' }]);
  });
});
