import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import ProfilePage from '../../client/pages/profile';
import { currentSession, forgetSession } from '../../client/platform/session/member';
import type { OwnAccount } from '../../src/features/accounts/contract';
import type { OwnAnnouncement } from '../../src/features/announcements/contract';
import { AppError, detailOf } from '../../src/shared/errors';
import { adOf, freshPage, Probe, place, toastSaying, widen } from '../support/client';
import { control, describedBy } from '../support/form';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');

const PROFILE = 'marketplace.accounts.profile';
const SAVE = 'marketplace.accounts.updateProfile';
const MINE = 'marketplace.announcements.mine';
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
};
const ownAd = (part: Parameters<typeof adOf>[0]): OwnAnnouncement => ({ ...adOf(part), version: 1 });
const AD = ownAd({
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

/** The page with those ads; a write changes nothing of them. An answer comes after the press is over. */
function open({ account, ads = [AD], answers = {} }: Options = {}) {
  const all: Record<string, unknown> = {
    [PROFILE]: { ...ANNA, ...account },
    [MINE]: ads,
    'public.announcements.list': [],
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.keys(all).map((name) => [
        name,
        async (input: unknown) => {
          await Bun.sleep(30);
          const answer = all[name];
          if (answer instanceof AppError) throw answer;
          return typeof answer === 'function' ? answer(input) : answer;
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
  return { ...server, answers: all, sent, unmount };
}

const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
const ad = async (name = /Göteborgsvarvet/) => within(await screen.findByRole('listitem', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const retype = async (name: string, value: string) => {
  await userEvent.clear(control(name));
  if (value) await userEvent.type(control(name), value);
};

describe('who may see it', () => {
  test('nobody logged in: "Du måste vara inloggad", and the login', async () => {
    localStorage.clear();
    open();
    await toastSaying('Du måste vara inloggad');
    expect(place.url).toBe('/marketplace/login');
  });

  test('a profile that cannot be had: "Kunde inte hämta profil", and the login', async () => {
    open({ answers: { [PROFILE]: new AppError('server.unavailable') } });
    await toastSaying('Kunde inte hämta profil');
    expect(place.url).toBe('/marketplace/login');
    expect(document.querySelectorAll('[data-sonner-toast][data-removed="false"]')).toHaveLength(1);
  });

  test('a token that is dead on arrival, or dies: the login, and nothing is said', async () => {
    open({ answers: { [PROFILE]: new AppError('request.unauthorized') } });
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });

  test('a token that is found dead before the page has come: the same', async () => {
    history.replaceState(null, '', '/marketplace/profile');
    forgetSession();
    open();
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });
});

describe('the person and the account (section 2)', () => {
  test('name, e-mail, user name, phone, member since, verified; account id and last login in Stockholm', async () => {
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

  test('no phone reads "Ej angivet"; who is not verified has no notice', async () => {
    open({ account: { phone_number: null, is_verified: false } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    expect(facts().Telefon).toBe('Ej angivet');
    expect(screen.queryByText('Verifierad')).toBeNull();
  });

  async function edit() {
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
  }

  test('the edit: the e-mail can be read only, an empty name is refused', async () => {
    const { sent } = open();
    await edit();
    expect(document.activeElement).toBe(control('full_name'));
    expect(control('email').readOnly).toBe(true);
    expect(describedBy('email')).toBe('E-postadress kan inte ändras');
    await retype('full_name', '   ');
    await press('Spara');
    expect(describedBy('full_name')).toBe('Namn måste anges');
    expect(document.activeElement).toBe(control('full_name'));
    expect(sent(SAVE)).toEqual([]);
  });

  test('saved: the toast, the new name on the page and where the header takes it from; focus is back', async () => {
    const changed = { ...ANNA, full_name: 'Anna Ek', phone_number: null };
    const { sent } = open({ answers: { [SAVE]: changed } });
    await edit();
    await retype('full_name', ' Anna Ek ');
    await retype('phone_number', ' ');
    await press('Spara');
    await toastSaying('Profil uppdaterad');
    expect(sent(SAVE)).toEqual([{ full_name: ' Anna Ek ', phone_number: ' ' }]);
    expect(screen.getByRole('heading', { name: 'Anna Ek' })).toBeTruthy();
    expect(facts().Telefon).toBe('Ej angivet');
    expect(currentSession()).toEqual({ token: 'token-of-profile', user: changed });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Redigera profil' }));
  });

  test('a save that comes late does not close the form that was opened after it', async () => {
    const answer = Promise.withResolvers();
    open({ answers: { [SAVE]: () => answer.promise } });
    await edit();
    await press('Spara');
    await press('Avbryt');
    await press('Redigera profil');
    await retype('phone_number', '08-1');
    answer.resolve({ ...ANNA, full_name: 'Anna Ek' });
    await toastSaying('Profil uppdaterad');
    expect(control('phone_number').value).toBe('08-1');
  });

  test('shows an error at the field for the name of the site, which only the server knows', async () => {
    open({
      answers: {
        [SAVE]: new AppError('account.name_reserved'),
      },
    });
    await edit();
    await retype('full_name', 'Springtime');
    await press('Spara');
    await screen.findByText(detailOf('account.name_reserved'));
    expect(describedBy('full_name')).toStartWith(detailOf('account.name_reserved'));
    expect(document.activeElement).toBe(control('full_name'));
  });

  test('not saved: "Kunde inte uppdatera profil", and what was typed stays', async () => {
    open({ answers: { [SAVE]: new AppError('server.unavailable') } });
    await edit();
    await retype('full_name', 'Anna Ek');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera profil');
    expect(control('full_name').value).toBe('Anna Ek');
    await press('Avbryt');
    expect(screen.getByRole('heading', { name: 'Anna Andersson' })).toBeTruthy();
  });
});

describe('a save that may have been made (server.uncertain)', () => {
  const UNCERTAIN =
    'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.';
  const uncertain = new AppError('server.uncertain');

  test('of the profile: the toast says that alone', async () => {
    open({ answers: { [SAVE]: uncertain } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
    await press('Spara');
    await toastSaying(UNCERTAIN);
    expect(screen.queryAllByText('Kunde inte uppdatera profil').length).toBe(0);
  });

  test('of an ad, and its removal: the same', async () => {
    open({ answers: { [UPDATE]: uncertain, [DELETE]: uncertain } });
    await userEvent.click((await ad()).getByRole('button', { name: /^Redigera/ }));
    await press('Spara');
    await toastSaying(UNCERTAIN);
    await press('Avbryt');
    await userEvent.click((await ad()).getByRole('button', { name: /^Ta bort/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0));
    await toastSaying(UNCERTAIN);
    expect(screen.queryAllByText(/^Kunde inte (uppdatera|ta bort) annons$/).length).toBe(0);
  });
});

describe('"Mina annonser" (section 2)', () => {
  test('each shows what it is, and what can be done in its state', async () => {
    const wanted = ownAd({
      id: id(2),
      event_id: id(51),
      event_name: 'Ultravasan',
      announcement_type: 'wanted',
      is_active: false,
    });
    const done = ownAd({ id: id(3), event_id: id(52), event_name: 'Lidingöloppet', is_completed: true });
    open({ ads: [AD, wanted, done] });
    expect(await screen.findByRole('heading', { name: 'Mina annonser (3)' })).toBeTruthy();
    const names = (one: Awaited<ReturnType<typeof ad>>) =>
      one
        .getAllByRole('button')
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent).split(':')[0]);

    const sale = await ad();
    for (const text of [
      'Säljes',
      'SP-1042',
      '21,1 km',
      '1\u00a0295\u00a0SEK',
      '+ 200\u00a0SEK namnbyte',
      'Startgrupp 8.',
      'Skapad 14 november 2026',
    ])
      expect(sale.getByText(text, { normalizer: String })).toBeTruthy();
    expect(sale.queryByText('Inaktiv')).toBeNull();
    expect(sale.queryByText('Slutförd')).toBeNull();
    expect(names(sale)).toEqual(['Markera som klar', 'Redigera', 'Ta bort']);

    const inactive = await ad(/Ultravasan/);
    expect(inactive.getByText('Söks')).toBeTruthy();
    expect(inactive.getByText('Inaktiv')).toBeTruthy();
    expect(inactive.queryByText(/namnbyte/)).toBeNull();
    expect(names(inactive)).toEqual(['Redigera', 'Ta bort']);

    const completed = await ad(/Lidingöloppet/);
    expect(completed.getByText('Slutförd')).toBeTruthy();
    expect(names(completed)).toEqual(['Ta bort']);
  });

  test('a fee of 0 is not shown', async () => {
    open({ ads: [{ ...AD, name_change_fee: 0 }] });
    expect((await ad()).queryByText(/namnbyte/)).toBeNull();
  });

  test('none yet says so', async () => {
    open({ ads: [] });
    expect(await screen.findByRole('heading', { name: 'Mina annonser (0)' })).toBeTruthy();
    expect(screen.getByText('Du har inga annonser ännu')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Skapa annons' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('that they could not be fetched is said without a toast, and can be tried again', async () => {
    let isUp = false;
    open({
      answers: {
        [MINE]: () => {
          if (isUp) return [AD];
          throw new AppError('server.unavailable');
        },
      },
    });
    expect(await screen.findByText('Annonserna kunde inte visas')).toBeTruthy();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    isUp = true;
    await press('Försök igen');
    expect(await ad()).toBeTruthy();
  });
});

describe('the edit of an ad (section 5)', () => {
  const edit = async () => userEvent.click((await ad()).getByRole('button', { name: /^Redigera/ }));

  test('a price over 0 and a fee that is a number, told one at a time', async () => {
    const { sent } = open();
    await edit();
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

  test('saved: an empty fee is sent as 0; the toast, and both lists are fetched anew', async () => {
    const { sent } = open({ answers: { [UPDATE]: { ...AD, price: 900 } } });
    await edit();
    await retype('price', '900,00');
    await retype('name_change_fee', '');
    await retype('description', 'Ny text');
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toEqual([
      { id: AD.id, price: 900, name_change_fee: 0, description: 'Ny text', version: 1 },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sent(MINE)).toHaveLength(2));
  });

  test('a save that comes late does not close the dialog of another ad, or of the same one again', async () => {
    const other = ownAd({ id: id(2), event_id: id(51), event_name: 'Ultravasan' });
    for (const [name, price] of [
      [/Ultravasan/, '500'],
      [/Göteborgsvarvet/, '1295'],
    ] as const) {
      const answer = Promise.withResolvers();
      const { unmount } = open({ ads: [AD, other], answers: { [UPDATE]: () => answer.promise } });
      await edit();
      await retype('price', '900');
      await press('Spara');
      await press('Avbryt');
      await press('Stäng utan att spara');
      await userEvent.click((await ad(name)).getByRole('button', { name: /^Redigera/ }));
      expect(control('price').value).toBe(price);
      await retype('price', '700');
      answer.resolve({ ...AD, price: 900 });
      await toastSaying('Annons uppdaterad');
      expect(control('price').value).toBe('700');
      unmount();
    }
  });

  test('not saved: "Kunde inte uppdatera annons" and why; what was typed stays', async () => {
    open({ answers: { [UPDATE]: new AppError('announcement.completed') } });
    await edit();
    await retype('price', '900');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera annons');
    expect(await screen.findByText('Annonsen är redan slutförd.')).toBeTruthy();
    expect(control('price').value).toBe('900');
  });

  /** The dialog after another window was first, with another price there. */
  async function openConflict() {
    const theirs = { ...AD, price: 1500, description: null, version: 2 };
    const page = open({ answers: { [UPDATE]: new AppError('announcement.changed') } });
    await edit();
    page.answers[MINE] = [theirs];
    await retype('price', '900');
    await press('Spara');
    await screen.findByText(
      'Annonsen har ändrats i ett annat fönster sedan du öppnade den: pris 1 500 SEK, ingen beskrivning.',
    );
    return page;
  }

  test('changed in another window: what that saved is told, and shown when asked for', async () => {
    await openConflict();
    expect(control('price').value).toBe('900');
    await press('Visa den andra');
    expect([control('price').value, control('description').value]).toEqual(['1500', '']);
    expect(screen.queryByText(/i ett annat fönster/)).toBeNull();
  });

  test('or written over, when asked for', async () => {
    const { sent, answers } = await openConflict();
    answers[UPDATE] = { ...AD, price: 900, version: 3 };
    await press('Spara mitt ändå');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toMatchObject([{ version: 1 }, { price: 900, version: 2 }]);
  });

  test('on a phone the × stands first in the head and "Spara" last, and there is nothing else', async () => {
    widen(390);
    const { sent } = open({ answers: { [UPDATE]: AD } });
    await edit();
    const names = () =>
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names()).toEqual(['Stäng', 'Spara']);
    await retype('price', '900');
    await press('Stäng');
    await screen.findByText('Det du har ändrat är inte sparat.');
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt redigera' }));
    // Turned, a window may be wide enough: what was typed goes along.
    act(() => widen(1280));
    expect(names()).toEqual(['Stäng', 'Avbryt', 'Spara']);
    expect(control('price').value).toBe('900');
    act(() => widen(390));
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toHaveLength(1);
  });

  test('what was typed is not closed away without a question; unchanged it closes at once', async () => {
    open();
    await edit();
    await press('Avbryt');
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit();
    await retype('price', '900');
    await press('Avbryt');
    const question = await screen.findByRole('dialog', { name: 'Stänga utan att spara?' });
    // What loses something is the red button; "Avbryt" could be read both ways.
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

describe('completing and deleting', () => {
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

  for (const [verb, button, question, confirm, procedure, done] of cases) {
    const ask = async () => {
      await userEvent.click((await ad()).getByRole('button', { name: button }));
      expect(screen.getByText(question)).toBeTruthy();
      // Which of one's ads it is: there may be several for an event.
      expect(screen.getByText('Göteborgsvarvet · SP-1042')).toBeTruthy();
      return within(screen.getByRole('dialog'));
    };

    test(`${verb}: asks, sends, says "${done}", and fetches both lists anew`, async () => {
      const { sent } = open({ answers: { [procedure]: verb === 'delete' ? { message: 'Borta' } : AD } });
      const dialog = await ask();
      await userEvent.click(dialog.getByRole('button', { name: confirm }));
      await toastSaying(done);
      expect(sent(procedure)).toEqual([{ id: AD.id }]);
      await waitFor(() => expect(sent(MINE)).toHaveLength(2));
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test(`${verb}: "Avbryt" does nothing`, async () => {
      const { sent } = open();
      const dialog = await ask();
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(sent(procedure)).toEqual([]);
    });

    test(`${verb}: says that it could not be done`, async () => {
      open({ answers: { [procedure]: new AppError('server.unavailable') } });
      const dialog = await ask();
      await userEvent.click(dialog.getByRole('button', { name: confirm }));
      await toastSaying(
        verb === 'delete' ? 'Kunde inte ta bort annons' : 'Kunde inte markera annons som slutförd',
      );
    });
  }

  test('an answer that comes late does not take away the question about another ad', async () => {
    const other = ownAd({ id: id(2), event_id: id(51), event_name: 'Ultravasan' });
    for (const [, button, , confirm, procedure, done] of cases) {
      const answer = Promise.withResolvers();
      const { unmount } = open({ ads: [AD, other], answers: { [procedure]: () => answer.promise } });
      await userEvent.click((await ad()).getByRole('button', { name: button }));
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Avbryt' }));
      await userEvent.click((await ad(/Ultravasan/)).getByRole('button', { name: button }));
      answer.resolve({ ...AD, message: 'Borta' });
      await toastSaying(done);
      expect(screen.queryAllByRole('dialog')).toHaveLength(1);
      unmount();
    }
  });

  test('when the ad is gone, focus is at the heading of the list', async () => {
    let ads = [AD];
    open({
      answers: {
        [MINE]: () => ads,
        [DELETE]: () => {
          ads = [];
          return { message: 'Borta' };
        },
      },
    });
    await userEvent.click((await ad()).getByRole('button', { name: /^Ta bort/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await toastSaying('Annons borttagen');
    const heading = await screen.findByRole('heading', { name: 'Mina annonser (0)' });
    expect(document.activeElement).toBe(heading);
  });
});
