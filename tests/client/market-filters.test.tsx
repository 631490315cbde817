import { afterEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession } from '#client/platform/session/member.ts';
import { adOf, freshPage, place, setViewportWidth, show } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';
import { control } from '#tests/support/form.ts';
import { ADS, answersWith, cards, countText, openMarket, VASA } from '#tests/support/market-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

afterEach(() => act(forgetSession));

const eventNames = () => cards().map((card) => within(card).getByRole('heading').textContent);
const eventOptions = () =>
  [...(control('event') as unknown as HTMLSelectElement).options].map(({ text }) => text);
const typeLabels = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);

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
    expect(screen.getByRole('link', { name: '1 för andra lopp' }).getAttribute('href')).toBe(
      '/marketplace?type=wanted',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(countText()).toBe('Visar 3 av 3 annonser');
    expect(place.url).toBe('/marketplace');
    expect(eventOptions()).toHaveLength(3);
    // The pressed button is removed, so focus moves to the count.
    expect(document.activeElement?.textContent).toBe('Visar 3 av 3 annonser');
  });

  test('are badges that can be removed, which moves focus to the next one and last to the count', async () => {
    await openMarket('/marketplace?event=vasa&landskap=Dalarna&max_price=5000');
    const badges = () =>
      within(screen.getByRole('list', { name: 'Aktiva filter' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(badges()).toEqual(['Vasaloppet', 'Dalarna', 'Högst 5\u00a0000\u00a0kr']);
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort filter Vasaloppet' }));
    expect(place.url).toBe('/marketplace?landskap=Dalarna&max_price=5000');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ta bort filter Dalarna');
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort filter Dalarna' }));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(place.url).toBe('/marketplace'));
    expect(screen.queryByRole('list', { name: 'Aktiva filter' })).toBeNull();
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
    await waitFor(() => expect(prices()).toEqual(['Betalar upp till 500\u00a0SEK', '2\u00a0450\u00a0SEK']));
    act(() => place.back());
    await waitFor(() => expect(prices()).toEqual(['2\u00a0450\u00a0SEK', 'Betalar upp till 500\u00a0SEK']));
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

  async function chooseMails() {
    await userEvent.click(await screen.findByRole('button', { name: 'Följ' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mejla mig' }));
    await screen.findByRole('dialog', { name: 'Mejla mig' });
  }

  test('watches the chosen event, with type and price of the filter', async () => {
    await open(`event=${event.id}&max_price=900`);
    await chooseMails();
    const dialog = screen.getByRole('dialog', { name: 'Mejla mig' });
    expect(dialog.textContent).toContain('Vasaloppet');
    expect([chosen(), control('price').value]).toEqual(['market_sale', '900']);
  });

  test('watches the only event that a search finds', async () => {
    await open('q=vasaloppet&type=wanted');
    await chooseMails();
    expect(chosen()).toBe('market_wanted');
  });

  test('is not shown for ads of several events', async () => {
    const calls = await open('type=sale');
    expect(calls.filter(({ procedure }) => procedure === 'public.events.get')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Följ' })).toBeNull();
  });

  test('offers to tell of the first ad of an event', async () => {
    await open(`event=${event.id}&type=wanted&max_price=1`);
    expect(await screen.findByRole('button', { name: 'Säg till när det kommer en' })).toBeTruthy();
  });
});
