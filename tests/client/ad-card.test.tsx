import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession } from '#client/platform/session/member.ts';
import { AppError } from '#src/shared/errors.ts';
import { adOf, freshPage, place, show } from '#tests/support/client.tsx';
import { PLANNED } from '#tests/support/events.ts';
import { ADS, answersWith, cardAt, cards, logIn, openMarket, VASA } from '#tests/support/market-page.tsx';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

afterEach(() => act(forgetSession));

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
    expect(cards()[2]?.querySelector('.ad-card-price')?.textContent).toBe('Betalar upp till 500\u00a0SEK');
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

  test('leads to its race and to its own page, which the card of a deleted race still does', async () => {
    await openMarket('/marketplace', [
      adOf({ id: '1', ...VASA, event_url: '/lopp/vasaloppet/2027' }),
      adOf({ id: '2', ...VASA, event_url: null }),
    ]);
    const linksAt = (index: number) =>
      cardAt(index)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(linksAt(0)).toContain('/lopp/vasaloppet/2027');
    expect(cardAt(0).getByRole('link', { name: 'Vasaloppet' }).getAttribute('href')).toBe(
      '/lopp/vasaloppet/2027',
    );
    expect(linksAt(1)).toContain('/marketplace/annons/SP-0001');
    expect(cardAt(1).queryByRole('link', { name: 'Vasaloppet' })).toBeNull();
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
    expect(cardAt(0).getByText(/tryck på Klar när den är såld$/)).toBeTruthy();
    expect(cardAt(1).queryByText(/tryck på Klar/)).toBeNull();
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
