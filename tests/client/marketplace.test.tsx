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
const renderMarket = (path = '/marketplace', ads: unknown = ADS) =>
  show(<MarketplacePage />, { path, answers: answersWith(ads) });

async function openMarket(path?: string, ads?: unknown) {
  renderMarket(path, ads);
  await screen.findByText(/^Visar/);
}

const logIn = () => storeSession('token', ME);
afterEach(() => act(forgetSession));

const cards = () => screen.queryAllByRole('article');
const names = () => cards().map((card) => within(card).getByRole('heading').textContent);
const cardAt = (index: number) => within(cards()[index] as HTMLElement);
const total = () => screen.getByText(/^Visar/).textContent;
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

  test('welcomes a member by name, with four buttons and the unread count', async () => {
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

  test('clears the storage on logout and shows the page of a visitor', async () => {
    logIn();
    await openMarket();
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
    expect(cards()[1]?.querySelector('.ad-card-price')?.textContent).toBe('2\u00a0450\u00a0SEK');
    expect(cards()[1]?.textContent).toContain('+ 350\u00a0SEK namnbyte');
    expect(cardAt(2).getByText('Söks')).toBeTruthy();
    expect(cards()[2]?.textContent).not.toContain('namnbyte');
  });

  test('links a visitor to the login and offers no report', async () => {
    await openMarket();
    for (const index of [0, 1, 2])
      expect(cardAt(index).getByRole('link', { name: 'Kontakta' }).getAttribute('href')).toBe(
        '/marketplace/login',
      );
    expect(screen.queryByRole('button', { name: /Rapportera|Klar/ })).toBeNull();
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
    expect(screen.getByText('Är du säker på att du vill markera denna annons som slutförd?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(calls.filter(({ procedure }) => procedure.endsWith('complete'))).toEqual([]);

    await userEvent.click(completeButton);
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    await screen.findByText('Annons markerad som slutförd');
    await screen.findByText('Visar 2 av 2 annonser');
    expect(calls.find(({ procedure }) => procedure.endsWith('complete'))?.input).toEqual({ id: '1' });
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
    await userEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
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

  test('combine event and type, count each within the other and are undone by Back', async () => {
    await openMarket();
    await userEvent.selectOptions(control('event'), 'vasa');
    expect(place.url).toBe('/marketplace?event=vasa');
    expect(names()).toEqual(['Vasaloppet', 'Vasaloppet']);
    expect(typeLabels()).toEqual(['Alla 2', 'Till salu/Säljes 1', 'Söker 1']);
    await userEvent.click(screen.getByRole('radio', { name: 'Söker 1' }));
    expect(place.url).toBe('/marketplace?event=vasa&type=wanted');
    expect(total()).toBe('Visar 1 av 3 annonser');
    expect(eventOptions()).toEqual(['Alla evenemang (1)', 'Göteborgsvarvet (0)', 'Vasaloppet (1)']);
    act(() => place.back());
    expect(total()).toBe('Visar 2 av 3 annonser');
    act(() => place.back());
    expect(place.url).toBe('/marketplace');
    expect(total()).toBe('Visar 3 av 3 annonser');
    expect(control('event').value).toBe('');
  });

  test('are read from the URL', async () => {
    await openMarket('/marketplace?event=vasa&type=sale');
    expect(control('event').value).toBe('vasa');
    expect(total()).toBe('Visar 1 av 3 annonser');
    expect((screen.getByRole('radio', { name: 'Till salu/Säljes 1' }) as HTMLInputElement).checked).toBe(
      true,
    );
  });

  test('ignore an invalid type', async () => {
    await openMarket('/marketplace?type=stolen');
    expect(total()).toBe('Visar 3 av 3 annonser');
  });

  test('show an event without ads as an option, and are reset by "Rensa filter"', async () => {
    await openMarket('/marketplace?event=gone&type=wanted');
    expect(total()).toBe('Visar 0 av 3 annonser');
    expect(control('event').value).toBe('gone');
    expect(eventOptions()[1]).toBe('Evenemang utan annonser (0)');
    expect(screen.getByText('Inga annonser hittades')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(total()).toBe('Visar 3 av 3 annonser');
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

describe('the market without ads', () => {
  test('offers a member to create the first one', async () => {
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
    expect(total()).toBe('Visar 0 av 0 annonser');
  });
});

describe('1,000 ads', () => {
  const manyAds = Array.from({ length: 1000 }, (_, index) =>
    adOf({ id: `${index}`, event_id: 'vasa', announcement_type: index % 4 === 0 ? 'wanted' : 'sale' }),
  );

  test('render incrementally until all are in the document', async () => {
    await openMarket('/marketplace', manyAds);
    expect(total()).toBe('Visar 1\u00a0000 av 1\u00a0000 annonser');
    expect(cards().length).toBeLessThan(200);
    await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(1000), { timeout: 10_000 });
  });
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

  test('has a button that expands and collapses it only when it does not fit', async () => {
    await openMarket();
    const text = cardAt(1).getByText('Startled 6.');
    const setTextHeight = (height: number) => {
      Object.defineProperty(text, 'scrollHeight', { value: height, configurable: true });
      Object.defineProperty(text, 'clientHeight', { value: 66, configurable: true });
      act(() => {
        for (const notify of observers) notify();
      });
    };
    setTextHeight(66);
    expect(cardAt(1).queryByRole('button')).toBeNull();
    setTextHeight(120);
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

test('the contact dialog closes and keeps no draft for another member who logs in in another tab', async () => {
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
