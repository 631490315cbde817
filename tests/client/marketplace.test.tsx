import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MarketplacePage from '../../client/pages/marketplace';
import { forgetSession, storeSession } from '../../client/platform/session/member';
import { DEFAULT_SETTINGS } from '../../src/features/marketplace-settings/rules';
import { AppError } from '../../src/shared/errors';
import { type Answers, adOf, freshPage, place, show } from '../support/client';
import { control } from '../support/form';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');

const ME = { id: 'me', full_name: 'Anna Lindqvist' };
const VASA = { event_id: 'vasa', event_name: 'Vasaloppet', event_date: '2027-03-07', distance: '90 km' };
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
const market = (path = '/marketplace', ads: unknown = ADS) =>
  show(<MarketplacePage />, { path, answers: answersWith(ads) });

/** The page at once with its ads. */
async function opened(path?: string, ads?: unknown) {
  market(path, ads);
  await screen.findByText(/^Visar/);
}

const logIn = () => storeSession('token', ME);
afterEach(() => act(forgetSession));

const cards = () => screen.queryAllByRole('article');
const names = () => cards().map((card) => within(card).getByRole('heading').textContent);
const card = (at: number) => within(cards()[at] as HTMLElement);
const total = () => screen.getByText(/^Visar/).textContent;
const options = () => [...(control('event') as unknown as HTMLSelectElement).options].map(({ text }) => text);
const types = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);

describe('the page while it is fetched, and when that fails', () => {
  test('says that it loads, then shows how it works and the ads', async () => {
    const answer = Promise.withResolvers();
    market('/marketplace', answer.promise);
    expect(screen.getByRole('status').textContent).toBe('Laddar marknadsplatsen...');
    await waitFor(() => expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0));
    answer.resolve(ADS);
    await screen.findByText('Visar 3 av 3 annonser');
    expect(screen.queryByText('Laddar marknadsplatsen...')).toBeNull();
    expect(screen.getByText(DEFAULT_SETTINGS.info_box_title)).toBeTruthy();
  });

  test('a list that cannot be fetched can be tried again', async () => {
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

  test('without the text of the info box the ads are there all the same', async () => {
    show(<MarketplacePage />, {
      answers: { ...answersWith(ADS), 'public.marketplaceSettings.get': new AppError('server.unavailable') },
    });
    await screen.findByText('Visar 3 av 3 annonser');
    expect(document.querySelector('.info-box')).toBeNull();
  });
});

describe('the head of the page (section 2)', () => {
  test('logged out: log in and register', async () => {
    await opened();
    expect(screen.getByRole('link', { name: 'Logga in' }).getAttribute('href')).toBe('/marketplace/login');
    expect(screen.getByRole('link', { name: 'Registrera dig' }).getAttribute('href')).toBe(
      '/marketplace/register',
    );
    expect(screen.queryByText(/^Välkommen/)).toBeNull();
  });

  test('logged in: a welcome by name, the four buttons, and what is unread', async () => {
    logIn();
    await opened();
    expect(screen.getByText('Välkommen, Anna Lindqvist!')).toBeTruthy();
    await screen.findByRole('link', { name: 'Meddelanden 2 olästa' });
    const to = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to(/^Skapa annons$/)).toBe('/marketplace/create');
    expect(to(/^Meddelanden/)).toBe('/marketplace/inbox');
    expect(to(/^Min profil$/)).toBe('/marketplace/profile');
    expect(screen.queryByRole('link', { name: 'Logga in' })).toBeNull();
  });

  test('logging out removes what is stored and shows the page of a visitor', async () => {
    logIn();
    await opened();
    fireEvent.click(screen.getByRole('button', { name: 'Logga ut' }));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(localStorage.getItem('marketplace_user')).toBeNull();
    await screen.findByRole('link', { name: 'Logga in' });
    expect(place.url).toBe('/marketplace');
  });
});

describe('a card (section 2)', () => {
  test('shows all of the ad, money with no-break spaces (D27)', async () => {
    await opened();
    const { getByText } = card(1);
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
    expect(cards()[1]?.querySelector('.ad-card-price')?.textContent).toBe('2\u00a0450\u00a0SEK');
    expect(cards()[1]?.textContent).toContain('+ 350\u00a0SEK namnbyte');
    expect(card(2).getByText('Söks')).toBeTruthy();
    expect(cards()[2]?.textContent).not.toContain('namnbyte');
  });

  test('of a visitor the button leads to the login, and nobody can be reported', async () => {
    await opened();
    for (const at of [0, 1, 2])
      expect(card(at).getByRole('link', { name: 'Kontakta' }).getAttribute('href')).toBe(
        '/marketplace/login',
      );
    expect(screen.queryByRole('button', { name: /Rapportera|Klar/ })).toBeNull();
  });

  test('of a member: Klar on their own, contact and report on the others', async () => {
    logIn();
    await opened();
    expect(
      card(0)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Klar']);
    expect(card(1).getByRole('button', { name: 'Rapportera Per Holmström' })).toBeTruthy();
    expect(card(1).getByRole('button', { name: 'Kontakta' }).getAttribute('aria-describedby')).toBe(
      card(1).getByRole('heading').id,
    );
    expect(card(1).queryByRole('button', { name: 'Klar' })).toBeNull();
  });

  test('Klar asks, completes, tells, and the ad leaves the list', async () => {
    logIn();
    let ads = ADS;
    const { calls } = fakeServer({
      ...Object.fromEntries(Object.entries(answersWith(ADS)).map(([name, answer]) => [name, () => answer])),
      'public.announcements.list': () => ads,
      'marketplace.announcements.complete': () => {
        ads = ads.slice(1);
        return ADS[0];
      },
    });
    renderAt('/marketplace', <MarketplacePage />);
    const done = await screen.findByRole('button', { name: 'Klar' });
    await userEvent.click(done);
    expect(screen.getByText('Är du säker på att du vill markera denna annons som slutförd?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(calls.filter(({ procedure }) => procedure.endsWith('complete'))).toEqual([]);

    await userEvent.click(done);
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await screen.findByText('Annons markerad som slutförd');
    await screen.findByText('Visar 2 av 2 annonser');
    expect(calls.find(({ procedure }) => procedure.endsWith('complete'))?.input).toEqual({ id: '1' });
    expect(cards()).toHaveLength(2);
  });

  test('an ad that cannot be completed stays, and the toast says so', async () => {
    logIn();
    show(<MarketplacePage />, {
      answers: {
        ...answersWith(ADS),
        'marketplace.announcements.complete': new AppError('announcement.completed'),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Klar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await screen.findByText('Kunde inte markera annons som slutförd');
    expect(cards()).toHaveLength(3);
  });
});

describe('the filters (section 2)', () => {
  test('each choice has its count, events stand by name, and the text says how many are shown', async () => {
    await opened();
    expect(options()).toEqual(['Alla evenemang (3)', 'Göteborgsvarvet (1)', 'Vasaloppet (2)']);
    expect(types()).toEqual(['Alla 3', 'Till salu/Säljes 2', 'Söker 1']);
    expect(screen.getByText('Visar 3 av 3 annonser').getAttribute('role')).toBe('status');
  });

  test('event and type act together and count each other; Back takes one choice back', async () => {
    await opened();
    await userEvent.selectOptions(control('event'), 'vasa');
    expect(place.url).toBe('/marketplace?event=vasa');
    expect(names()).toEqual(['Vasaloppet', 'Vasaloppet']);
    expect(types()).toEqual(['Alla 2', 'Till salu/Säljes 1', 'Söker 1']);
    await userEvent.click(screen.getByRole('radio', { name: 'Söker 1' }));
    expect(place.url).toBe('/marketplace?event=vasa&type=wanted');
    expect(total()).toBe('Visar 1 av 3 annonser');
    expect(options()).toEqual(['Alla evenemang (1)', 'Göteborgsvarvet (0)', 'Vasaloppet (1)']);
    act(() => place.back());
    expect(total()).toBe('Visar 2 av 3 annonser');
    act(() => place.back());
    expect(place.url).toBe('/marketplace');
    expect(total()).toBe('Visar 3 av 3 annonser');
    expect(control('event').value).toBe('');
  });

  test('a link chooses both', async () => {
    await opened('/marketplace?event=vasa&type=sale');
    expect(control('event').value).toBe('vasa');
    expect(total()).toBe('Visar 1 av 3 annonser');
    expect((screen.getByRole('radio', { name: 'Till salu/Säljes 1' }) as HTMLInputElement).checked).toBe(
      true,
    );
  });

  test('a type that is none is no filter', async () => {
    await opened('/marketplace?type=stolen');
    expect(total()).toBe('Visar 3 av 3 annonser');
  });

  test('an event that has no ads is shown as what it is; both filters are reset', async () => {
    await opened('/marketplace?event=gone&type=wanted');
    expect(total()).toBe('Visar 0 av 3 annonser');
    expect(control('event').value).toBe('gone');
    expect(options()[1]).toBe('Evenemang utan annonser (0)');
    expect(screen.getByText('Inga annonser hittades')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(total()).toBe('Visar 3 av 3 annonser');
    expect(place.url).toBe('/marketplace');
    expect(options()).toHaveLength(3);
    // The button that was pressed is gone.
    expect(document.activeElement?.textContent).toBe('Visar 3 av 3 annonser');
  });

  test('two events of one name are told apart by their date', async () => {
    await opened('/marketplace', [
      ...ADS,
      adOf({ ...VASA, id: '4', event_id: 'next', event_date: '2028-03-05' }),
    ]);
    expect(options().slice(2)).toEqual(['Vasaloppet, 7 mars 2027 (2)', 'Vasaloppet, 5 mars 2028 (1)']);
  });
});

describe('when there are no ads at all (section 2)', () => {
  test('whoever is logged in may make the first', async () => {
    logIn();
    await opened('/marketplace', []);
    expect(screen.getByText('Inga annonser ännu')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Skapa första annons' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('whoever is not is asked to log in, whatever the link filters by', async () => {
    await opened('/marketplace?type=sale', []);
    expect(screen.getByText('Logga in för att sälja en startplats eller söka en.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Logga in' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Rensa filter' })).toBeNull();
    expect(total()).toBe('Visar 0 av 0 annonser');
  });
});

describe('many ads', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    adOf({ id: `${at}`, event_id: 'vasa', announcement_type: at % 4 === 0 ? 'wanted' : 'sale' }),
  );

  test('the first are there at once, and soon all: the browser finds any of them', async () => {
    await opened('/marketplace', many);
    expect(total()).toBe('Visar 1\u00a0000 av 1\u00a0000 annonser');
    expect(cards().length).toBeLessThan(200);
    await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(1000), { timeout: 10_000 });
  });
});

describe('a long description', () => {
  const observers = new Set<() => void>();
  const Real = globalThis.ResizeObserver;
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(tell: () => void) {
        observers.add(tell);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    } as unknown as typeof ResizeObserver;
  });
  afterEach(() => {
    globalThis.ResizeObserver = Real;
    observers.clear();
  });

  test('has a button for the rest, and one to fold it again; what fits has none', async () => {
    await opened();
    const text = card(1).getByText('Startled 6.');
    const measured = (height: number) => {
      Object.defineProperty(text, 'scrollHeight', { value: height, configurable: true });
      Object.defineProperty(text, 'clientHeight', { value: 66, configurable: true });
      act(() => {
        for (const tell of observers) tell();
      });
    };
    measured(66);
    expect(card(1).queryByRole('button')).toBeNull();
    measured(120);
    const more = card(1).getByRole('button', { name: 'Visa mer' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(more.getAttribute('aria-controls')).toBe(text.id);
    fireEvent.click(more);
    const less = card(1).getByRole('button', { name: 'Visa mindre' });
    expect(less.getAttribute('aria-expanded')).toBe('true');
    expect(text.className).not.toContain('short');
    fireEvent.click(less);
    expect(card(1).getByRole('button', { name: 'Visa mer' })).toBeTruthy();
  });
});

test('what one has begun to write is not sent by another who logs in in another tab', async () => {
  logIn();
  await opened();
  await userEvent.click(card(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  await userEvent.type(control('message_text'), 'Annas ord');
  act(() => storeSession('token-of-bo', { id: 'bo', full_name: 'Bo Berg' }));
  expect(screen.queryAllByRole('dialog')).toHaveLength(0);
  await userEvent.click(card(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  expect(control('message_text').value).toBe('');
  // Whose session has died keeps the words in sight.
  await userEvent.type(control('message_text'), 'Bos ord');
  act(() => forgetSession());
  expect(control('message_text').value).toBe('Bos ord');
});
