import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import { AppRoutes } from '#client/routes.tsx';
import { Shell } from '#client/shell/shell.tsx';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Answers, adOf, freshPage, place, setViewportWidth, show } from '#tests/support/client.tsx';
import { eventOf, PLANNED } from '#tests/support/events.ts';
import { control } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const ME = { id: 'me', full_name: 'Anna Lindqvist' };
const VASA = {
  event_id: 'vasa',
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  distance: '90 km',
  sport_type: 'Längdskidor',
  ort: 'Mora',
  landskap: 'Dalarna',
};
const ADS = [
  adOf({
    id: '1',
    event_id: 'varvet',
    event_name: 'Göteborgsvarvet',
    user_id: 'me',
    user_name: 'Anna Lindqvist',
  }),
  adOf({
    id: '2',
    ...VASA,
    price: 2450,
    has_name_change_fee: true,
    name_change_fee: 350,
    order_number: 'SP-1041',
    user_name: 'Per Holmström',
    description: 'Startled 6.',
  }),
  adOf({ id: '3', ...VASA, announcement_type: 'wanted', user_name: 'Mikael Sjöö' }),
];

const answersWith = (ads: unknown): Answers => ({
  'public.announcements.list': ads,
  'public.marketplaceSettings.get': DEFAULT_SETTINGS,
  'marketplace.conversations.unread': { unread_count: 2 },
});
const renderMarket = (path = '/marketplace', ads: unknown = ADS) =>
  show(<MarketplacePage />, { path, answers: answersWith(ads) });

async function openMarket(path?: string, ads?: unknown) {
  renderMarket(path, ads);
  await screen.findByText(/^Visar/);
}

const logIn = () => storeSession('token', ME);
afterEach(() => act(forgetSession));

const cards = () => screen.queryAllByRole('article');
const eventNames = () => cards().map((card) => within(card).getByRole('heading').textContent);
const cardAt = (index: number) => within(cards()[index] as HTMLElement);
const countText = () => screen.getByText(/^Visar/).textContent;
const eventOptions = () =>
  [...(control('event') as unknown as HTMLSelectElement).options].map(({ text }) => text);
const typeLabels = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);

describe('the market page while it loads or fails to load', () => {
  test('shows a loading text, then the info box and the ads', async () => {
    const response = Promise.withResolvers();
    renderMarket('/marketplace', response.promise);
    expect(screen.getByRole('status').textContent).toBe('Laddar marknadsplatsen...');
    await waitFor(() => expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0));
    response.resolve(ADS);
    await screen.findByText('Visar 3 av 3 annonser');
    expect(screen.queryByText('Laddar marknadsplatsen...')).toBeNull();
    expect(screen.getByText(DEFAULT_SETTINGS.info_box_title)).toBeTruthy();
  });

  test('offers a retry when the ads cannot be fetched', async () => {
    let isDown = true;
    fakeServer({
      'public.marketplaceSettings.get': () => DEFAULT_SETTINGS,
      'public.announcements.list': () => {
        if (isDown) throw new AppError('server.unavailable');
        return ADS;
      },
    });
    renderAt('/marketplace', <MarketplacePage />);
    await screen.findByText('Marknadsplatsen kunde inte visas');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await screen.findByText('Visar 3 av 3 annonser');
  });

  test('shows the ads when the info box cannot be fetched', async () => {
    show(<MarketplacePage />, {
      answers: { ...answersWith(ADS), 'public.marketplaceSettings.get': new AppError('server.unavailable') },
    });
    await screen.findByText('Visar 3 av 3 annonser');
    expect(document.querySelector('.info-box')).toBeNull();
  });
});

describe('the header of the market page', () => {
  test('links to login and registration for a visitor', async () => {
    await openMarket();
    expect(screen.getByRole('link', { name: 'Logga in' }).getAttribute('href')).toBe('/marketplace/login');
    expect(screen.getByRole('link', { name: 'Registrera dig' }).getAttribute('href')).toBe(
      '/marketplace/register',
    );
    expect(screen.queryByText(/^Välkommen/)).toBeNull();
  });

  test('welcomes a member by name, with three buttons and the unread count', async () => {
    logIn();
    await openMarket();
    expect(screen.getByText('Välkommen, Anna Lindqvist!')).toBeTruthy();
    await screen.findByRole('link', { name: 'Meddelanden 2 olästa' });
    const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf(/^Skapa annons$/)).toBe('/marketplace/create');
    expect(hrefOf(/^Meddelanden/)).toBe('/marketplace/inbox');
    expect(hrefOf(/^Min profil$/)).toBe('/marketplace/profile');
    expect(screen.queryByRole('link', { name: 'Logga in' })).toBeNull();
  });

  test('and the public header together have each control of a member once', async () => {
    logIn();
    show(
      <Shell>
        <AppRoutes />
      </Shell>,
      {
        path: '/marketplace',
        answers: { ...answersWith(ADS), 'marketplace.accounts.me': ME, 'marketplace.accounts.logout': {} },
      },
    );
    await screen.findByText('Visar 3 av 3 annonser');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const href of ['/marketplace/inbox', '/marketplace/profile', '/marketplace/create'])
      expect([href, hrefs.filter((other) => other === href).length]).toEqual([href, 1]);
    expect(within(screen.getByRole('banner')).getByText('Anna Lindqvist')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Logga ut' }));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(localStorage.getItem('marketplace_user')).toBeNull();
    await screen.findByRole('link', { name: 'Logga in' });
    expect(place.url).toBe('/marketplace');
  });
});

describe('an ad card', () => {
  test('shows all fields of the ad, prices with no-break spaces', async () => {
    await openMarket();
    const { getByText } = cardAt(1);
    for (const text of [
      'Säljes',
      'SP-1041',
      'Vasaloppet',
      '90 km',
      '7 mars 2027',
      'Startled 6.',
      'Per Holmström',
    ])
      expect(getByText(text)).toBeTruthy();
    expect(getByText('7 mars 2027').getAttribute('datetime')).toBe('2027-03-07');
    expect(cards()[1]?.querySelector('.ad-card-place')?.textContent).toBe('LängdskidorMora');
    expect(cards()[1]?.querySelector('[data-sport="Längdskidor"] > .sport-icon')).toBeTruthy();
    expect(cards()[1]?.querySelector('.ad-card-price')?.textContent).toBe('2\u00a0450\u00a0SEK');
    expect(cards()[1]?.textContent).toContain('+ 350\u00a0SEK namnbyte');
    expect(cardAt(2).getByText('Söks')).toBeTruthy();
    expect(cards()[2]?.textContent).not.toContain('namnbyte');
  });

  test('shows the state of its race, which changes at midnight without another fetch', async () => {
    const race = (event_state: Partial<typeof PLANNED> | null, id: string) =>
      adOf({ id, ...VASA, event_state: event_state && { ...PLANNED, ...event_state } });
    await openMarket('/marketplace', [
      race({ previous_dates: ['2027-02-28'], registration_opens_on: '2027-01-16' }, '1'),
      race({ sold_out: true, event_end_date: '2027-03-08' }, '2'),
      race({}, '3'),
      race(null, '4'),
    ]);
    const tagsOf = (card: Element) =>
      [...card.querySelectorAll('.event-state > .tag')].map(({ textContent }) => textContent);
    expect(cards().map(tagsOf)).toEqual([
      ['Flyttat från 28 feb', 'Anmälan öppnar 16 jan'],
      ['Fulltecknat'],
      [],
      [],
    ]);
    setSystemTime(new Date('2027-01-16T00:00:00+01:00'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(cards().map(tagsOf)[0]).toEqual(['Flyttat från 28 feb', 'Anmälan öppen']);
  });

  test('links a visitor to the login and offers no report', async () => {
    await openMarket();
    for (const index of [0, 1, 2])
      expect(cardAt(index).getByRole('link', { name: 'Kontakta' }).getAttribute('href')).toBe(
        '/marketplace/login',
      );
    expect(screen.queryByRole('button', { name: /Rapportera|Klar/ })).toBeNull();
  });

  test('lets visitors report an ad in a form, with a link to the rules for when there are no scripts', async () => {
    await openMarket();
    const flag = cardAt(1).getByRole('link', { name: 'Anmäl annonsen' });
    expect(flag.getAttribute('href')).toBe('/rules#anmal');
    await userEvent.click(flag);
    expect(await screen.findByRole('dialog', { name: 'Anmäl annonsen' })).toBeTruthy();
    expect(place.url).toStartWith('/marketplace');
  });

  test('offers a member "Klar" on own ads, contact and report on others', async () => {
    logIn();
    await openMarket();
    expect(
      cardAt(0)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Klar']);
    expect(cardAt(1).getByRole('button', { name: 'Rapportera Per Holmström' })).toBeTruthy();
    expect(cardAt(1).getByRole('button', { name: 'Kontakta' }).getAttribute('aria-describedby')).toBe(
      cardAt(1).getByRole('heading').id,
    );
    expect(cardAt(1).queryByRole('button', { name: 'Klar' })).toBeNull();
  });

  test('says "Du har skrivit" and links to the thread when the member has written about it', async () => {
    logIn();
    const other_user = { id: 'u', name: 'Per Holmström', is_deleted: false };
    const conversation = { id: 'c', announcement_id: '2', other_user, unread_count: 0 };
    show(<MarketplacePage />, {
      path: '/marketplace',
      answers: { ...answersWith(ADS), 'marketplace.conversations.list': [conversation] },
    });
    const link = await screen.findByRole('link', { name: 'Du har skrivit' });
    expect(link.getAttribute('href')).toBe('/marketplace/inbox?announcement=2&user=u&conversation=c');
    expect(cardAt(1).queryByRole('button', { name: 'Kontakta' })).toBeNull();
    expect(cardAt(1).getByRole('button', { name: 'Rapportera Per Holmström' })).toBeTruthy();
    expect(cardAt(2).getByRole('button', { name: 'Kontakta' })).toBeTruthy();
    act(forgetSession);
    await screen.findByRole('link', { name: 'Logga in' });
    expect(screen.queryByText('Du har skrivit')).toBeNull();
  });

  test('asks on "Klar", completes the ad, shows a toast and removes the ad from the list', async () => {
    logIn();
    let ads = ADS;
    const { calls } = fakeServer({
      ...Object.fromEntries(
        Object.entries(answersWith(ADS)).map(([name, response]) => [name, () => response]),
      ),
      'public.announcements.list': () => ads,
      'marketplace.announcements.complete': () => {
        ads = ads.slice(1);
        return ADS[0];
      },
    });
    renderAt('/marketplace', <MarketplacePage />);
    const completeButton = await screen.findByRole('button', { name: 'Klar' });
    await userEvent.click(completeButton);
    await screen.findByText('Är du säker på att du vill markera denna annons som slutförd?');
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(calls.filter(({ procedure }) => procedure.endsWith('complete'))).toEqual([]);

    await userEvent.click(completeButton);
    await userEvent.click(await screen.findByRole('button', { name: 'Markera som klar' }));
    await screen.findByText('Annons markerad som slutförd');
    await screen.findByText('Visar 2 av 2 annonser');
    expect(calls.find(({ procedure }) => procedure.endsWith('complete'))?.input).toEqual({
      id: '1',
      final_price: null,
    });
    expect(cards()).toHaveLength(2);
  });

  test('stays in the list with a toast when completing fails', async () => {
    logIn();
    show(<MarketplacePage />, {
      answers: {
        ...answersWith(ADS),
        'marketplace.announcements.complete': new AppError('announcement.completed'),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Klar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Markera som klar' }));
    await screen.findByText('Kunde inte markera annons som slutförd');
    expect(cards()).toHaveLength(3);
  });
});

describe('the filters of the market', () => {
  test('count each option, sort events by name and show the number of matches', async () => {
    await openMarket();
    expect(eventOptions()).toEqual(['Alla evenemang (3)', 'Göteborgsvarvet (1)', 'Vasaloppet (2)']);
    expect(typeLabels()).toEqual(['Alla 3', 'Till salu/Säljes 2', 'Söker 1']);
    expect(screen.getByText('Visar 3 av 3 annonser').getAttribute('role')).toBe('status');
  });

  test('combine event and type, count the options of one within the other, and are undone by Back', async () => {
    await openMarket();
    await userEvent.selectOptions(control('event'), 'vasa');
    expect(place.url).toBe('/marketplace?event=vasa');
    expect(eventNames()).toEqual(['Vasaloppet', 'Vasaloppet']);
    expect(typeLabels()).toEqual(['Alla 2', 'Till salu/Säljes 1', 'Söker 1']);
    await userEvent.click(screen.getByRole('radio', { name: 'Söker 1' }));
    expect(place.url).toBe('/marketplace?event=vasa&type=wanted');
    expect(countText()).toBe('Visar 1 av 3 annonser');
    expect(eventOptions()).toEqual(['Alla evenemang (1)', 'Göteborgsvarvet (0)', 'Vasaloppet (1)']);
    act(() => place.back());
    expect(countText()).toBe('Visar 2 av 3 annonser');
    act(() => place.back());
    expect(place.url).toBe('/marketplace');
    expect(countText()).toBe('Visar 3 av 3 annonser');
    expect(control('event').value).toBe('');
  });

  test('are read from the URL', async () => {
    await openMarket('/marketplace?event=vasa&type=sale');
    expect(control('event').value).toBe('vasa');
    expect(countText()).toBe('Visar 1 av 3 annonser');
    expect((screen.getByRole('radio', { name: 'Till salu/Säljes 1' }) as HTMLInputElement).checked).toBe(
      true,
    );
  });

  test('ignore an invalid type, sorting and price', async () => {
    await openMarket('/marketplace?type=stolen&sort=size&max_price=cheap');
    expect(countText()).toBe('Visar 3 av 3 annonser');
  });

  test('show an event without ads as an option, and are reset by "Rensa filter"', async () => {
    await openMarket('/marketplace?event=gone&type=wanted');
    expect(countText()).toBe('Visar 0 av 3 annonser');
    expect(control('event').value).toBe('gone');
    expect(eventOptions()[1]).toBe('Evenemang utan annonser (0)');
    expect(screen.getByText('Inga annonser hittades')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(countText()).toBe('Visar 3 av 3 annonser');
    expect(place.url).toBe('/marketplace');
    expect(eventOptions()).toHaveLength(3);
    // The pressed button is removed, so focus moves to the count.
    expect(document.activeElement?.textContent).toBe('Visar 3 av 3 annonser');
  });

  test('distinguish two events of the same name by date', async () => {
    await openMarket('/marketplace', [
      ...ADS,
      adOf({ ...VASA, id: '4', event_id: 'next', event_date: '2028-03-05' }),
    ]);
    expect(eventOptions().slice(2)).toEqual(['Vasaloppet, 7 mars 2027 (2)', 'Vasaloppet, 5 mars 2028 (1)']);
  });
});

describe('the search, sport, landskap, price and sorting of the market', () => {
  const optionsOf = (name: string) =>
    [...(control(name) as unknown as HTMLSelectElement).options].map(({ text }) => text);
  const prices = () => cards().map((card) => card.querySelector('.ad-card-price')?.textContent);

  test('are read from the URL together and counted', async () => {
    await openMarket(
      '/marketplace?q=mora&type=sale&sport=Längdskidor&landskap=Dalarna&max_price=2450&sort=price',
    );
    expect(countText()).toBe('Visar 1 av 3 annonser');
    expect(control('q').value).toBe('mora');
    expect(control('max_price').value).toBe('2450');
    expect(control('sort').value).toBe('price');
    expect(optionsOf('sport')).toEqual(['Alla sporter (1)', 'Längdskidor (1)', 'Löpning (0)']);
    expect(optionsOf('landskap')).toEqual(['Alla landskap (1)', 'Dalarna (1)', 'Västergötland (0)']);
  });

  test('add a history entry for each choice, and Back undoes it', async () => {
    await openMarket();
    await userEvent.selectOptions(control('sport'), 'Längdskidor');
    await userEvent.selectOptions(control('landskap'), 'Dalarna');
    await userEvent.selectOptions(control('sort'), 'price');
    expect(place.url).toBe('/marketplace?sport=Längdskidor&landskap=Dalarna&sort=price');
    expect(prices()).toEqual(['500\u00a0SEK', '2\u00a0450\u00a0SEK']);
    act(() => place.back());
    expect(prices()).toEqual(['2\u00a0450\u00a0SEK', '500\u00a0SEK']);
    act(() => place.back());
    act(() => place.back());
    expect(place.url).toBe('/marketplace');
    expect(countText()).toBe('Visar 3 av 3 annonser');
  });

  test('apply a typed search at once and add one history entry for it', async () => {
    await openMarket();
    await userEvent.type(control('q'), 'vasa');
    expect(countText()).toBe('Visar 2 av 3 annonser');
    await waitFor(() => expect(place.url).toBe('/marketplace?q=vasa'));
    await userEvent.type(control('q'), ' mora');
    await waitFor(() => expect(place.url).toBe('/marketplace?q=vasa mora'));
    act(() => place.back());
    expect(place.url).toBe('/marketplace');
    expect(control('q').value).toBe('');
    expect(countText()).toBe('Visar 3 av 3 annonser');
  });

  test('announce results that are only similar to the search', async () => {
    await openMarket('/marketplace?q=vasalopet');
    expect(eventNames()).toEqual(['Vasaloppet', 'Vasaloppet']);
    expect(screen.getByText('Inget passar exakt på ”vasalopet”. Här är det som liknar.')).toBeTruthy();
    await userEvent.clear(control('q'));
    await userEvent.type(control('q'), 'mora vasa');
    expect(eventNames()).toEqual(['Vasaloppet', 'Vasaloppet']);
    expect(screen.queryByText(/^Inget passar exakt/)).toBeNull();
  });

  test.each([
    ['499', '/marketplace?max_price=499', 0],
    ['500', '/marketplace?max_price=500', 2],
    ['2 450,00 kr', '/marketplace?max_price=2450', 3],
    ['abc', '/marketplace', 3],
  ])('read a typed price of %p as whole kronor', async (typed, url, shownCount) => {
    await openMarket();
    fireEvent.change(control('max_price'), { target: { value: typed } });
    expect(countText()).toBe(`Visar ${shownCount} av 3 annonser`);
    await waitFor(() => expect(place.url).toBe(url));
  });

  test('are reset by "Rensa filter" beside the count, except the sorting', async () => {
    await openMarket('/marketplace?sport=Löpning&q=vasa&max_price=900&sort=date');
    expect(countText()).toBe('Visar 0 av 3 annonser');
    await userEvent.clear(control('q'));
    expect(countText()).toBe('Visar 1 av 3 annonser');
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(place.url).toBe('/marketplace?sort=date');
    expect(countText()).toBe('Visar 3 av 3 annonser');
    expect(document.activeElement?.textContent).toBe('Visar 3 av 3 annonser');
    expect(screen.queryByRole('button', { name: 'Rensa filter' })).toBeNull();
  });

  test('show a sport and a landskap without ads as options', async () => {
    await openMarket('/marketplace?sport=Swimrun&landskap=Gotland');
    expect(control('sport').value).toBe('Swimrun');
    expect(optionsOf('landskap')[1]).toBe('Gotland (0)');
    expect(screen.getByText('Inga annonser hittades')).toBeTruthy();
  });

  test('are behind one button on a phone, and the button shows how many are active', async () => {
    setViewportWidth(390);
    await openMarket('/marketplace?sport=Längdskidor&max_price=2000&q=vasa');
    for (const name of ['event', 'sport', 'landskap', 'max_price'])
      expect(document.querySelector(`[name="${name}"]`)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filter 2' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
    expect(sheet.getByLabelText('Sport')).toHaveProperty('value', 'Längdskidor');
    await userEvent.selectOptions(sheet.getByLabelText('Landskap'), 'Dalarna');
    expect(sheet.getByRole('button', { name: 'Visa 1 annons' })).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'Rensa filter' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Visa 3 annonser' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(place.url).toBe('/marketplace');
  });
});

describe('the button to watch ads', () => {
  const event = eventOf({ id: crypto.randomUUID(), event_name: 'Vasaloppet', event_date: '2027-03-07' });
  const ads = [
    adOf({ ...VASA, id: '1', event_id: event.id }),
    adOf({ ...VASA, id: '2', event_id: event.id, announcement_type: 'wanted' }),
    adOf({ id: '3', event_id: crypto.randomUUID(), event_name: 'Göteborgsvarvet' }),
  ];
  async function open(query: string) {
    const { calls } = show(<MarketplacePage />, {
      path: `/marketplace?${query}`,
      answers: { ...answersWith(ads), 'public.events.get': event },
    });
    await screen.findByText(/^Visar/);
    return calls;
  }
  const chosen = () => control('kind').form?.querySelector<HTMLInputElement>('[name="kind"]:checked')?.value;

  test('watches the chosen event, with type and price of the filter', async () => {
    await open(`event=${event.id}&max_price=900`);
    await userEvent.click(await screen.findByRole('button', { name: 'Bevaka' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bevaka' });
    expect(dialog.textContent).toContain('Vasaloppet');
    expect([chosen(), control('price').value]).toEqual(['market_sale', '900']);
  });

  test('watches the only event that a search finds', async () => {
    await open('q=vasaloppet&type=wanted');
    await userEvent.click(await screen.findByRole('button', { name: 'Bevaka' }));
    await screen.findByRole('dialog', { name: 'Bevaka' });
    expect(chosen()).toBe('market_wanted');
  });

  test('is not shown for ads of several events', async () => {
    const calls = await open('type=sale');
    expect(calls.filter(({ procedure }) => procedure === 'public.events.get')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Bevaka' })).toBeNull();
  });

  test('offers to tell of the first ad of an event', async () => {
    await open(`event=${event.id}&type=wanted&max_price=1`);
    expect(await screen.findByRole('button', { name: 'Säg till när det kommer en' })).toBeTruthy();
  });
});

describe('the market without ads', () => {
  test('offers a member to create the first ad', async () => {
    logIn();
    await openMarket('/marketplace', []);
    expect(screen.getByText('Inga annonser ännu')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Skapa första annons' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('asks a visitor to log in, whatever the filter', async () => {
    await openMarket('/marketplace?type=sale', []);
    expect(screen.getByText('Logga in för att sälja en startplats eller söka en.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Logga in' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Rensa filter' })).toBeNull();
    expect(countText()).toBe('Visar 0 av 0 annonser');
  });
});

describe('1,000 ads', () => {
  const manyAds = Array.from({ length: 1000 }, (_, index) =>
    adOf({ id: `${index}`, event_id: 'vasa', announcement_type: index % 4 === 0 ? 'wanted' : 'sale' }),
  );

  test('render incrementally until all are in the document', async () => {
    await openMarket('/marketplace', manyAds);
    expect(countText()).toBe('Visar 1\u00a0000 av 1\u00a0000 annonser');
    expect(cards().length).toBeLessThan(200);
    await waitFor(() => expect(document.querySelectorAll('article').length).toBe(1000), { timeout: 60_000 });
  }, 90_000);
});

describe('a long description', () => {
  const observers = new Set<() => void>();
  const RealResizeObserver = globalThis.ResizeObserver;
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(notify: () => void) {
        observers.add(notify);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    } as unknown as typeof ResizeObserver;
  });
  afterEach(() => {
    globalThis.ResizeObserver = RealResizeObserver;
    observers.clear();
  });

  test('has a button to expand and collapse it, but only when it does not fit', async () => {
    await openMarket();
    const visibleHeight = 66;
    const text = cardAt(1).getByText('Startled 6.');
    const setTextHeight = (height: number) => {
      Object.defineProperty(text, 'scrollHeight', { value: height, configurable: true });
      Object.defineProperty(text, 'clientHeight', { value: visibleHeight, configurable: true });
      act(() => {
        for (const notify of observers) notify();
      });
    };
    setTextHeight(visibleHeight);
    expect(cardAt(1).queryByRole('button')).toBeNull();
    setTextHeight(2 * visibleHeight);
    const expandButton = cardAt(1).getByRole('button', { name: 'Visa mer' });
    expect(expandButton.getAttribute('aria-expanded')).toBe('false');
    expect(expandButton.getAttribute('aria-controls')).toBe(text.id);
    fireEvent.click(expandButton);
    const collapseButton = cardAt(1).getByRole('button', { name: 'Visa mindre' });
    expect(collapseButton.getAttribute('aria-expanded')).toBe('true');
    expect(text.className).not.toContain('short');
    fireEvent.click(collapseButton);
    expect(cardAt(1).getByRole('button', { name: 'Visa mer' })).toBeTruthy();
  });
});

test('the contact dialog closes when another member logs in, and does not show them its draft', async () => {
  logIn();
  await openMarket();
  await userEvent.click(cardAt(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  await userEvent.type(control('message_text'), 'Annas ord');
  act(() => storeSession('token-of-bo', { id: 'bo', full_name: 'Bo Berg' }));
  expect(screen.queryAllByRole('dialog')).toHaveLength(0);
  await userEvent.click(cardAt(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  expect(control('message_text').value).toBe('');
  await userEvent.type(control('message_text'), 'Bos ord');
  act(() => forgetSession());
  expect(control('message_text').value).toBe('Bos ord');
});
