import { beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, Probe, place, toastSaying } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const CREATE = 'marketplace.announcements.create';
const id = (number: number) => `019b8f3c-0000-7000-8000-${String(number).padStart(12, '0')}`;
const EVENTS = [
  eventOf({ id: id(1), event_name: 'Nattlöpet', event_date: '2027-01-14', ort: 'Mora' }),
  eventOf({ id: id(2), event_name: 'Vasaloppet', event_date: '2027-03-07', ort: 'Mora', distances: '90 km' }),
  eventOf({
    id: id(3),
    event_name: 'Göteborgsvarvet',
    event_date: '2027-05-22',
    ort: 'Göteborg',
    distances: '21,1 km, 5 km,  Halv, ',
  }),
  ...Array.from({ length: 12 }, (_, index) =>
    eventOf({ id: id(10 + index), event_name: `Serien ${index + 1}`, event_date: '2027-06-01', ort: null }),
  ),
];
const USER = { id: id(99), full_name: 'Anna Andersson' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('marketplace_token', 'token-of-create');
  localStorage.setItem('marketplace_user', JSON.stringify(USER));
});

type Options = {
  events?: () => unknown;
  create?: () => unknown;
  watchers?: (type: string) => number;
  path?: string;
};

// The response arrives after the press has ended, as over a network.
const respondLate = () => Bun.sleep(30).then(() => ({}));

function open({
  events = () => EVENTS,
  create = respondLate,
  watchers = () => 0,
  path = '/marketplace/create',
}: Options = {}) {
  const server = fakeServer({
    'public.events.list': events,
    'marketplace.watches.count': (input) => ({
      watchers: watchers((input as { announcement_type: string }).announcement_type),
    }),
    [CREATE]: create,
  });
  renderAt(
    path,
    <>
      <Probe />
      <CreateAnnouncementPage />
    </>,
  );
  const sent = () => server.calls.filter(({ procedure }) => procedure === CREATE).map(({ input }) => input);
  return { ...server, sent };
}

const findSearchField = () => screen.findByRole('combobox', { name: /^Evenemang/ });
/** Without the options of the distance select. */
const suggestions = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const suggestionTexts = () => suggestions().map((option) => option.textContent);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Skapa annons' }));
const expectCreated = () => toastSaying('Annons skapad! Omdirigerar till marknadsplatsen...');
const errors = () => [...document.querySelectorAll('.field-error')].map((line) => line.textContent);

async function chooseEvent(query: string) {
  await userEvent.type(await findSearchField(), query);
  await waitFor(() => expect(suggestions().length).toBeGreaterThan(0));
  await userEvent.click(suggestions()[0] as HTMLElement);
}

describe('the page that creates an ad', () => {
  for (const missing of ['marketplace_token', 'marketplace_user']) {
    test(`redirects to the login without ${missing}`, async () => {
      localStorage.removeItem(missing);
      open();
      await waitFor(() => expect(place.url).toBe('/marketplace/login'));
      expect(screen.queryByRole('form')).toBeNull();
    });
  }
});

describe('the event search', () => {
  test('matches part of the name or ort ignoring case, in upcoming events only', async () => {
    open();
    await userEvent.type(await findSearchField(), 'MORA');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(1));
    expect(suggestionTexts()[0]).toContain('Vasaloppet');
    expect(suggestionTexts()[0]).toContain('Mora · 7 mars 2027');
    await userEvent.clear(control('event_id'));
    await userEvent.type(control('event_id'), 'borgsv');
    expect(suggestionTexts()).toHaveLength(1);
    expect(suggestionTexts()[0]).toContain('Göteborgsvarvet');
  });

  test('shows at most ten suggestions, and says when there are more', async () => {
    open();
    await userEvent.type(await findSearchField(), 'serien');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(10));
    expect(document.querySelector('.combobox-notice')?.textContent).toBe(
      'Det finns fler. Skriv mer för att hitta rätt.',
    );
    await userEvent.type(control('event_id'), ' 1');
    // Serien 1, 10, 11 and 12
    expect(suggestionTexts()).toHaveLength(4);
    expect(document.querySelector('.combobox-notice')).toBeNull();
  });

  test('says that the events are loading, and that nothing matches', async () => {
    const response = Promise.withResolvers<unknown>();
    open({ events: () => response.promise });
    await userEvent.type(await findSearchField(), 'fjäll');
    const notice = () => document.querySelector('.combobox-notice')?.textContent;
    expect(notice()).toBe('Laddar evenemang...');
    response.resolve(EVENTS);
    await waitFor(() => expect(notice()).toBe('Inget kommande evenemang matchar ”fjäll”'));
    expect(control('event_id').getAttribute('aria-expanded')).toBe('false');
  });

  test('shows "Kunde inte hämta evenemang" and a retry when the events cannot be fetched', async () => {
    let isUp = false;
    open({
      events: () => {
        if (isUp) return EVENTS;
        throw new AppError('server.unavailable');
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta evenemang');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await waitFor(() => expect(screen.queryByRole('alert') === null).toBe(true));
    await userEvent.type(await findSearchField(), 'vasa');
    expect(suggestionTexts()).toHaveLength(1);
  });

  test('wraps around with the arrow keys, and Enter chooses a suggestion without submitting the form', async () => {
    const { sent } = open();
    const field = await findSearchField();
    const activeText = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(4));
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(activeText()).toContain('Serien 1');
    await userEvent.keyboard('{ArrowDown}');
    expect(activeText()).toContain('Serien 10');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(activeText()).toContain('Serien 12');
    expect(document.querySelector('[role="option"][data-highlighted]')?.textContent).toContain('Serien 12');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('button', { name: 'Ändra' })).toBeTruthy();
    expect(document.activeElement).toBe(control('distance'));
    expect(control('event_id').value).toBe(id(10));
    expect(errors()).toEqual([]);
    expect(sent()).toEqual([]);
  });

  test('closes the suggestions on the first Escape, clears the field on the second, and ignores Enter without a highlight', async () => {
    open();
    const field = await findSearchField();
    await userEvent.click(field);
    expect(suggestionTexts()).toHaveLength(10);
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: 'Ändra' })).toBeNull();
    expect(errors()).toEqual([]);
    await userEvent.type(field, 'vasa');
    await userEvent.keyboard('{Escape}');
    expect(suggestionTexts()).toEqual([]);
    expect(control('event_id').value).toBe('vasa');
    await userEvent.keyboard('{Escape}');
    expect(control('event_id').value).toBe('');
  });

  test('reopens on a click without a highlight, on ArrowDown with the first suggestion highlighted, on ArrowUp with the last', async () => {
    open();
    const field = await findSearchField();
    const highlightedText = () => document.querySelector('[role="option"][data-highlighted]')?.textContent;
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(4));
    for (const [key, name] of [
      ['{ArrowDown}', 'Serien 1'],
      ['{ArrowUp}', 'Serien 12'],
    ] as const) {
      await userEvent.keyboard('{Escape}');
      await userEvent.click(field);
      expect(suggestionTexts()).toHaveLength(4);
      expect(highlightedText()).toBeUndefined();
      await userEvent.keyboard('{Escape}');
      expect(suggestionTexts()).toEqual([]);
      await userEvent.keyboard(key);
      expect(highlightedText()).toContain(name);
    }
  });

  test('announces the number of suggestions only while they are open', async () => {
    open();
    const field = await findSearchField();
    const status = () => document.querySelector('.combobox [role="status"]')?.textContent;
    expect(status()).toBe('');
    await userEvent.type(field, 'serien 1');
    await waitFor(() => expect(status()).toBe('4 förslag'));
    await userEvent.keyboard('{Escape}');
    expect(status()).toBe('');
  });

  test('ignores Enter while an IME composition is in progress', async () => {
    const { sent } = open();
    const field = await findSearchField();
    await userEvent.type(field, 'vasa');
    await waitFor(() => expect(suggestionTexts()).toHaveLength(1));
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229, which: 229 });
    expect(suggestionTexts()).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  test('closes the suggestions and keeps the text at the first Tab or Shift+Tab', async () => {
    open();
    for (const shift of [false, true]) {
      await userEvent.type(await findSearchField(), 'vasa');
      expect(suggestionTexts()).toHaveLength(1);
      await userEvent.tab({ shift });
      expect(suggestionTexts()).toEqual([]);
      expect(control('event_id').value).toBe('vasa');
      await userEvent.clear(control('event_id'));
    }
  });

  test('moves focus with Tab to the clear button; Enter on it clears the field and reopens the suggestions', async () => {
    open();
    await userEvent.type(await findSearchField(), 'vasa');
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rensa sökningen');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('name')).toBe('event_id');
    expect(suggestionTexts()).toHaveLength(10);
  });
});

describe('the chosen event', () => {
  test('offers its distances, split at commas but not at decimal commas', async () => {
    open();
    expect(control('distance').disabled).toBe(true);
    await chooseEvent('göteborg');
    const distances = within(screen.getByLabelText(/^Distans/)).getAllByRole('option');
    expect(distances.map((option) => option.textContent)).toEqual([
      'Välj distans',
      '21,1 km',
      '5 km',
      'Halv',
    ]);
    expect(screen.getByText('Göteborgsvarvet')).toBeTruthy();
  });

  test('is cleared with its distance by "Ändra"; other fields stay and the search gets focus', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '500' });
    await userEvent.click(screen.getByRole('button', { name: 'Ändra' }));
    expect(document.activeElement).toBe(control('event_id'));
    expect(control('event_id').value).toBe('');
    expect(control('distance').value).toBe('');
    expect(control('distance').disabled).toBe(true);
    expect(control('price').value).toBe('500');
    await chooseEvent('göteborg');
    expect(control('distance').value).toBe('');
  });

  test('has its distance preselected when there is only one', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    expect(control('distance').value).toBe('90 km');
    expect(document.activeElement).toBe(control('distance'));
    await userEvent.click(screen.getByRole('button', { name: 'Ändra' }));
    await chooseEvent('göteborg');
    expect(control('distance').value).toBe('');
    cleanup();
    open({ path: `/marketplace/create?event=${id(2)}` });
    await screen.findByText('Vasaloppet');
    expect(control('distance').value).toBe('90 km');
    expect(sent()).toEqual([]);
  });

  test('is preselected by the URL when it is upcoming', async () => {
    open({ path: `/marketplace/create?event=${id(2)}` });
    expect(await screen.findByText('Vasaloppet')).toBeTruthy();
    expect(control('event_id').value).toBe(id(2));
  });

  test('is not preselected by the URL when it has passed', async () => {
    const { calls } = open({ path: `/marketplace/create?event=${id(1)}` });
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    await userEvent.type(await findSearchField(), 'vasa');
    expect(suggestionTexts()).toHaveLength(1);
  });
});

describe('the count of those who watch the race', () => {
  test('is that of the chosen type, and is not shown without an event or if nobody watches', async () => {
    const { calls } = open({ watchers: (type) => (type === 'sale' ? 3 : 0) });
    await findSearchField();
    expect(calls.some(({ procedure }) => procedure === 'marketplace.watches.count')).toBe(false);
    await chooseEvent('vasa');
    await screen.findByText('3 bevakar det här loppet');
    await userEvent.click(screen.getByRole('radio', { name: /^Söker/ }));
    await waitFor(() => expect(screen.queryByText(/bevakar det här loppet/)).toBeNull());
  });
});

describe('the price of a new ad', () => {
  test('is called "Högsta pris" for a wanted place', async () => {
    open();
    await findSearchField();
    const label = () => control('price').labels?.[0]?.textContent;
    expect(label()).toStartWith('Pris');
    await userEvent.click(screen.getByRole('radio', { name: /^Söker/ }));
    expect(label()).toStartWith('Högsta pris');
  });
});

describe('the validation of a new ad', () => {
  test('shows one error at a time, focuses its field, and sends nothing until all fields are valid', async () => {
    const { sent } = open();
    await findSearchField();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
    const expectError = async (name: string, errorText: string) => {
      await send();
      expect(errors()).toEqual([errorText]);
      expect(describedBy(name)).toContain(errorText);
      expect(document.activeElement).toBe(control(name));
      expect(control(name).getAttribute('aria-invalid')).toBe('true');
    };
    await expectError('event_id', 'Välj ett evenemang');
    await chooseEvent('göteborg');
    expect(errors()).toEqual([]);
    await expectError('distance', 'Välj distans');
    await fill({ distance: '21,1 km' });
    for (const price of ['', '0', '-5', '12.5', '1000001']) {
      await userEvent.clear(control('price'));
      if (price) await userEvent.type(control('price'), price);
      await expectError('price', 'Ange ett giltigt pris');
    }
    await userEvent.clear(control('price'));
    await userEvent.type(control('price'), '1295');
    for (const fee of ['', '0', '-1', '0.5']) {
      await userEvent.clear(control('name_change_fee'));
      if (fee) await userEvent.type(control('name_change_fee'), fee);
      await expectError('name_change_fee', 'Ange kostnad för namnbyte');
    }
    expect(sent()).toEqual([]);
    await userEvent.clear(control('name_change_fee'));
    await fill({ name_change_fee: '200', description: 'Startgrupp 8.' });
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toEqual({
      announcement_type: 'sale',
      event_id: id(3),
      distance: '21,1 km',
      price: 1295,
      has_name_change_fee: true,
      name_change_fee: 200,
      description: 'Startgrupp 8.',
    });
  });

  test.each(['1295,50', '1295,5', '1,5', '1.295', '1295,000', '12e2', '1295 kr', '+5', '٣', ',00'])(
    'rejects a price of %p and keeps it as typed',
    async (price) => {
      const { sent } = open();
      await chooseEvent('vasa');
      await fill({ distance: '90 km', price });
      await send();
      expect(errors()).toEqual(['Ange ett giltigt pris']);
      expect(control('price').value).toBe(price);
      expect(sent()).toEqual([]);
    },
  );

  test.each(['1 295', '1295,00', '1295.00', ' 1\u00a0295 ', '1\u202f295,00', '01295'])(
    'reads a price of %p as 1295 and keeps it as typed',
    async (price) => {
      const { sent } = open();
      await chooseEvent('vasa');
      await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
      await fill({ distance: '90 km', price, name_change_fee: '2 00,00' });
      await send();
      await expectCreated();
      expect(control('price').value).toBe(price);
      expect(sent()[0]).toMatchObject({ price: 1295, name_change_fee: 200 });
    },
  );

  test('sends no fee when the fee box is unchecked, and sends the chosen type', async () => {
    const { sent } = open();
    await findSearchField();
    expect(document.querySelector('[name="name_change_fee"]')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Söker - Jag vill köpa en startplats' }));
    const fee = screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' });
    await userEvent.click(fee);
    await fill({ name_change_fee: '-7' });
    await userEvent.click(fee);
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '1' });
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      announcement_type: 'wanted',
      has_name_change_fee: false,
      name_change_fee: null,
      description: '',
    });
  });

  test('warns of more than 500 characters but sends them', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
    expect(describedBy('description')).toBe('Max 500 tecken0/500');
    await userEvent.click(control('description'));
    await userEvent.paste('å'.repeat(501));
    expect(describedBy('description')).toContain('501/500');
    expect(document.querySelector('.description-too-long')).toBeTruthy();
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
  });

  test('rejects a description of more than 5,000 characters at its field', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
    await userEvent.click(control('description'));
    await userEvent.paste('å'.repeat(5001));
    await send();
    expect(errors()).toEqual(['En text är för lång.']);
    expect(sent()).toEqual([]);
  });
});

describe('submitting a new ad', () => {
  async function fillRequiredFields() {
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
  }

  test('shows a toast, sends nothing on a second press and goes to the market after 2 s', async () => {
    const { sent } = open();
    await fillRequiredFields();
    await send();
    await expectCreated();
    const start = performance.now();
    fireEvent.submit(screen.getByRole('form'));
    await act(() => Bun.sleep(1700));
    expect(place.url).toBe('/marketplace/create');
    await waitFor(() => expect(place.url).toBe('/marketplace'), { timeout: 1500 });
    expect(performance.now() - start).toBeLessThan(2600);
    expect(sent()).toHaveLength(1);
    expect(sessionStorage.getItem('announcement_draft')).toBeNull();
  });

  test('shows the error message of the server and keeps the input when the ad is rejected', async () => {
    open({
      create: () => {
        throw new AppError('announcement.event_passed');
      },
    });
    await fillRequiredFields();
    await send();
    expect(await screen.findByText('Evenemanget har redan varit.')).toBeTruthy();
    expect(control('price').value).toBe('100');
    expect(control('distance').value).toBe('90 km');
    expect(screen.getByRole('button', { name: 'Skapa annons' }).getAttribute('aria-busy')).toBeNull();
  });

  test('shows "Kunde inte skapa annons. Försök igen." and keeps the input when the request fails', async () => {
    const { disconnect } = open();
    await fillRequiredFields();
    disconnect();
    await send();
    expect(await screen.findByText('Kunde inte skapa annons. Försök igen.')).toBeTruthy();
    expect(control('price').value).toBe('100');
    expect(place.url).toBe('/marketplace/create');
  });

  test('discards the draft on "Avbryt" and goes to the market when this was the first page visited', async () => {
    open();
    await fillRequiredFields();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(place.url).toBe('/marketplace');
    expect(sessionStorage.getItem('announcement_draft')).toBeNull();
  });

  test('goes back to the previous page on "Avbryt" and on the back arrow, and the arrow keeps the draft', async () => {
    fakeServer({ 'public.events.list': () => EVENTS });
    renderAt(
      '/marketplace/profile',
      <Routes>
        <Route path="/marketplace/profile" element={<Link to="/marketplace/create">Skapa</Link>} />
        <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
      </Routes>,
    );
    const openCreatePage = async () => {
      await userEvent.click(await screen.findByRole('link', { name: 'Skapa' }));
      await findSearchField();
    };
    const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    await openCreatePage();
    await fill({ price: '7' });
    await pressButton('Tillbaka');
    await openCreatePage();
    expect(control('price').value).toBe('7');
    await pressButton('Avbryt');
    await openCreatePage();
    expect(control('price').value).toBe('');
  });
});

describe('the draft of an ad', () => {
  test('is restored when the page is opened again, for the same member only', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '450', description: 'Hej' });
    const storedDraft = sessionStorage.getItem('announcement_draft') ?? '';
    cleanup();
    open();
    expect(await screen.findByText('Göteborgsvarvet')).toBeTruthy();
    expect(control('distance').value).toBe('5 km');
    expect(control('price').value).toBe('450');
    expect(control('description').value).toBe('Hej');
    cleanup();
    sessionStorage.setItem('announcement_draft', storedDraft);
    localStorage.setItem('marketplace_user', JSON.stringify({ ...USER, id: id(98) }));
    open();
    await findSearchField();
    expect(control('price').value).toBe('');
  });

  test('is restored without event and distance when the URL names an event, and is ignored when it is malformed', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '450' });
    cleanup();
    open({ path: `/marketplace/create?event=${id(2)}` });
    expect(await screen.findByText('Vasaloppet')).toBeTruthy();
    expect(control('price').value).toBe('450');
    expect(control('distance').value).toBe('90 km');
    cleanup();
    sessionStorage.setItem('announcement_draft', '{"user_id":"x"');
    open();
    await findSearchField();
    expect(control('price').value).toBe('');
  });
});

describe('the transfer rules of the chosen race', () => {
  const PERIOD = { from: null, to: '2027-05-15', distances: [], fee: 250, where: null };
  const raceWith = (payer: 'buyer' | 'seller', part = {}) =>
    eventOf({
      id: id(4),
      event_name: 'Regelloppet',
      event_date: '2027-05-22',
      distances: '10 km',
      transfer_policy: 'allowed',
      transfer_periods: [{ ...PERIOD, payer }],
      ...part,
    });
  const feeField = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^Belopp/ });

  test('are shown, and their fee is filled in if the buyer pays it', async () => {
    open({ events: () => [raceWith('buyer', { ordinary_prices: [{ distance: '10 km', price: 595 }] })] });
    await chooseEvent('Regel');
    expect(screen.getByText(/^Namnbyte till 15 maj/)).toBeTruthy();
    expect(screen.getByText(/^Ordinarie 595/)).toBeTruthy();
    expect(feeField()?.value).toBe('250');
  });

  test('do not replace a fee that was typed, and fill in none that the seller pays', async () => {
    open({ events: () => [raceWith('seller')] });
    await chooseEvent('Regel');
    expect(feeField()).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
    await userEvent.type(feeField() as HTMLInputElement, '100');
    expect(feeField()?.value).toBe('100');
  });

  test('are under the fee, with a warning while another one is entered', async () => {
    const { sent } = open({ events: () => [raceWith('buyer')] });
    await chooseEvent('Regel');
    const hint = () => describedBy('name_change_fee').replaceAll('\u00a0', ' ');
    const warning = 'Du har skrivit ett annat belopp. Kontrollera det innan du lägger upp annonsen.';
    expect(hint()).toContain('Enligt arrangören: 250 SEK, betalas av köparen.');
    expect(hint()).not.toContain(warning);
    await userEvent.clear(feeField() as HTMLInputElement);
    await userEvent.type(feeField() as HTMLInputElement, '300');
    expect(hint()).toContain(warning);
    await fill({ price: '500' });
    await send();
    await expectCreated();
    expect(sent()).toMatchObject([{ name_change_fee: 300 }]);
  });

  test('warn before an ad is refused', async () => {
    open({ events: () => [raceWith('buyer', { transfer_policy: 'forbidden' })] });
    await chooseEvent('Regel');
    expect(screen.getByText('Arrangören tillåter inte överlåtelse.')).toBeTruthy();
  });
});
