import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import MapPage from '#client/pages/map.tsx';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { eventOf } from '#tests/support/events.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

/** happy-dom has no layout, so these elements get fixed sizes. */
const SIZES: [selector: string, width: number, height: number][] = [
  ['.map-box', 792, 600],
  ['.map-list-scroller', 388, 520],
  ['.map-list-rows > li', 376, 94],
  ['.map-popup', 316, 240],
];
const sizeOf = (element: Element) => SIZES.find(([selector]) => element.matches(selector)) ?? ['', 0, 0];
/** The index of each property's value in an entry of {@link SIZES}. */
const SIZE_INDEXES = { offsetWidth: 1, offsetHeight: 2, clientWidth: 1, clientHeight: 2 } as const;
const elementPrototype = HTMLElement.prototype;
const originalDescriptors = Object.keys(SIZE_INDEXES).map(
  (name) => [name, Object.getOwnPropertyDescriptor(elementPrototype, name)] as const,
);
let boxWidth = 792;
const { ResizeObserver, matchMedia } = globalThis;
beforeAll(() => {
  // A wide screen, with prefers-reduced-motion: then the map moves without an animation.
  globalThis.matchMedia = (media) =>
    Object.defineProperty(matchMedia(media), 'matches', { value: /reduce|min-width/.test(media) });
  // The ResizeObserver of happy-dom would report sizes of 0.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  for (const [name, index] of Object.entries(SIZE_INDEXES)) {
    Object.defineProperty(elementPrototype, name, {
      configurable: true,
      get(this: Element) {
        return index === SIZE_INDEXES.offsetWidth && this.matches('.map-box')
          ? boxWidth
          : sizeOf(this)[index];
      },
    });
  }
});
afterAll(() => {
  Object.assign(globalThis, { ResizeObserver, matchMedia });
  for (const [name, descriptor] of originalDescriptors) {
    if (descriptor) Object.defineProperty(elementPrototype, name, descriptor);
    else Reflect.deleteProperty(elementPrototype, name);
  }
});

const FUTURE_DATE = '2999-05-01';
const PAST_DATE = '2001-05-01';
function locatedEvent(
  event_name: string,
  sport_type: string,
  coordinates: [number, number],
  more: Partial<LocatedEvent> = {},
) {
  const [latitude, longitude] = coordinates;
  const event = eventOf({
    id: Bun.randomUUIDv7(),
    event_name,
    event_date: FUTURE_DATE,
    sport_type,
    distances: '45 km, 90 km',
  });
  return { ...event, latitude, longitude, is_approximate: false, ...more };
}

const KIRUNA: [number, number] = [67.86, 20.23];
const MORA: [number, number] = [61.0, 14.54];
const EVENTS = [
  locatedEvent('Kirunaloppet', 'Löpning', KIRUNA, {
    race_link: 'https://example.se/kiruna',
    ort: 'Kiruna',
    landskap: 'Lappland',
  }),
  locatedEvent('Fjälloppet', 'Löpning trail', [65.0, 17.0], {
    is_approximate: true,
    ort: null,
    landskap: 'Lappland',
  }),
  locatedEvent('Vasaloppet', 'Längdskidor', MORA),
  locatedEvent('Ultravasan', 'Löpning trail', MORA),
  locatedEvent('Cykelvasan', 'Cykel MTB', MORA),
  locatedEvent('Lidingöloppet', 'Löpning trail', [59.36, 18.15]),
  locatedEvent('Stockholm Marathon', 'Löpning', [59.33, 18.07]),
  locatedEvent('Gamla loppet', 'Löpning', KIRUNA, { event_date: PAST_DATE }),
];

async function open(path = '/map', respond: () => unknown = () => EVENTS) {
  fakeServer({ 'public.events.coordinates': respond });
  renderAt(path, <MapPage />);
  await screen.findByText(/^(Visar \d|Inga evenemang tillg)/);
}
/** Longer than pigeon-maps waits before it reports where it is. */
const mapHasSettled = () => act(() => Bun.sleep(150));
const findTotal = () => screen.findByText(/^Visar .* evenemang på kartan$/);
const rows = () => within(screen.getByRole('region', { name: 'I kartvyn' })).queryAllByRole('listitem');
const marker = (name: string | RegExp) =>
  within(screen.getByRole('application')).findByRole('button', { name }, { timeout: 5000 });
const popup = (name: string) => screen.getByRole('dialog', { name });

describe('the map page', () => {
  test('shows upcoming events by default, with their number', async () => {
    await open();
    expect((await findTotal()).textContent).toBe('Visar 7 evenemang på kartan');
    expect(rows()).toHaveLength(7);
  });

  test('filters by date and sport together', async () => {
    await open();
    await findTotal();
    await userEvent.click(screen.getByRole('button', { name: /^Datum/ }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Alla Datum' }));
    await screen.findByText('Visar 8 evenemang på kartan');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sport' }), 'Löpning');
    await screen.findByText('Visar 3 evenemang på kartan');
    await userEvent.click(screen.getByRole('button', { name: /^Datum/ }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Tidigare Evenemang' }));
    await screen.findByText('Visar 1 evenemang på kartan');
    expect(rows()[0]?.textContent).toContain('Gamla loppet');
  });

  test('moves to the chosen landskap, also after the map was moved, and can be moved from there', async () => {
    fakeServer({ 'public.events.coordinates': () => EVENTS });
    renderAt(
      '/map',
      <>
        <Link to="?landskap=Lappland">Lappland</Link>
        <MapPage />
      </>,
    );
    const map = await screen.findByRole('application');
    await mapHasSettled();
    map.focus();
    await userEvent.keyboard('++++');
    await screen.findByText('Inga evenemang i den här delen av kartan.');
    await userEvent.click(screen.getByRole('link', { name: 'Lappland' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    map.focus();
    await userEvent.keyboard('++++');
    await userEvent.click(await screen.findByRole('button', { name: 'Visa hela Sverige' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  test('moves to a chosen place that is found only after the map has settled on the whole country', async () => {
    const response = Promise.withResolvers<LocatedEvent[]>();
    fakeServer({ 'public.events.coordinates': () => response.promise });
    renderAt(
      '/map',
      <>
        <Link to="?near=67.86,20.23&within=100">Kiruna</Link>
        <MapPage />
      </>,
    );
    const map = await screen.findByRole('application');
    await mapHasSettled();
    map.focus();
    await userEvent.keyboard('+');
    await mapHasSettled();
    await userEvent.click(screen.getByRole('link', { name: 'Kiruna' }));
    await mapHasSettled();
    response.resolve(EVENTS);
    await waitFor(() => expect(rows()).toHaveLength(1));
    await mapHasSettled();
    // From the middle of the country: 84 px with all of Sweden in view.
    const { style } = within(map).getByRole('button', { name: /^Kirunaloppet/ });
    expect(Number(/translate\((-?[\d.]+)px/.exec(style.transform)?.[1])).toBeGreaterThan(500);
  });

  test('reads the filters from the URL', async () => {
    await open('/map?date=all&sport=L%C3%B6pning%20trail');
    await screen.findByText('Visar 3 evenemang på kartan');
    expect(screen.getByRole('button', { name: 'Datum Alla Datum' })).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sport' }).value).toBe('Löpning trail');
  });

  test('keeps a chosen distance that only an event without a position has', async () => {
    await open('/map?distance=Sprint');
    await findTotal();
    await act(async () => {});
    expect((await findTotal()).textContent).toBe('Visar 0 evenemang på kartan');
    expect(screen.getByRole('button', { name: 'Ta bort filter Sprint' })).toBeTruthy();
  });

  test('shows "Laddar karta..." until the events arrive', async () => {
    const response = Promise.withResolvers<LocatedEvent[]>();
    fakeServer({ 'public.events.coordinates': () => response.promise });
    renderAt('/map', <MapPage />);
    expect(await screen.findByText('Laddar karta...')).toBeTruthy();
    response.resolve([]);
    expect((await findTotal()).textContent).toBe('Visar 0 evenemang på kartan');
    expect(screen.queryByText('Laddar karta...')).toBeNull();
  });

  test('shows no events and a retry when the fetch fails', async () => {
    let isDown = true;
    await open('/map', () => {
      if (isDown) throw new AppError('request.invalid');
      return EVENTS;
    });
    expect(await screen.findByText('Inga evenemang tillgängliga för tillfället')).toBeTruthy();
    isDown = false;
    const retry = screen.getByRole('button', { name: 'Försök igen' });
    await act(async () => retry.click());
    expect((await findTotal()).textContent).toBe('Visar 7 evenemang på kartan');
  });

  test('says that nothing matches and offers to clear the filters', async () => {
    await open('/map?sport=Simning');
    expect(await screen.findByText('Inga Evenemang Hittades')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa Filter' }));
    await screen.findByText('Visar 7 evenemang på kartan');
  });
});

describe('the markers of the map', () => {
  test('are named by event, sport, date and place, and say when the place is approximate', async () => {
    await open();
    expect(await marker('Kirunaloppet, Löpning, 1 maj 2999, Kiruna, Lappland')).toBeTruthy();
    expect(await marker('Fjälloppet, Löpning trail, 1 maj 2999, Lappland, ungefärlig plats')).toBeTruthy();
  });

  test('near each other form a cluster with the sports in its name; a press splits it', async () => {
    await open();
    await userEvent.click(await marker('2 evenemang: 1 Löpning, 1 Löpning trail'));
    expect(await marker(/^Lidingöloppet/)).toBeTruthy();
    expect(await marker(/^Stockholm Marathon/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('on the same spot open one popup with buttons to step through their events', async () => {
    await open();
    await userEvent.click(
      await marker('3 evenemang på samma plats: 1 Cykel MTB, 1 Längdskidor, 1 Löpning trail'),
    );
    expect(within(popup('Vasaloppet')).getByText('1 av 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Nästa evenemang på platsen' }));
    expect(within(popup('Ultravasan')).getByText('2 av 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Föregående evenemang på platsen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Föregående evenemang på platsen' }));
    expect(within(popup('Cykelvasan')).getByText('3 av 3')).toBeTruthy();
  });
});

describe('the popup of the map', () => {
  test('shows name, distances, sport, place with landskap, date and a link in a new tab', async () => {
    await open();
    await userEvent.click(await marker(/^Kirunaloppet/));
    const kirunaPopup = within(popup('Kirunaloppet'));
    for (const text of ['Kirunaloppet', 'Löpning', 'Kiruna, Lappland', '1 maj 2999']) {
      expect(kirunaPopup.getByText(text)).toBeTruthy();
    }
    expect(kirunaPopup.getAllByRole('listitem')).toHaveLength(2);
    const link = kirunaPopup.getByRole('link', { name: /^Besök evenemangssida/ });
    expect(link.getAttribute('href')).toBe('https://example.se/kiruna');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('has no button without a race link, and says when the place is approximate', async () => {
    await open();
    await userEvent.click(await marker(/^Fjälloppet/));
    expect(within(popup('Fjälloppet')).queryByRole('link')).toBeNull();
    expect(within(popup('Fjälloppet')).getByText('ungefärlig plats')).toBeTruthy();
  });

  test('links to http(s) URLs only', async () => {
    await open('/map', () => [
      locatedEvent('Illaloppet', 'Löpning', KIRUNA, { race_link: 'javascript:alert(1)' }),
    ]);
    await userEvent.click(await marker(/^Illaloppet/));
    expect(within(popup('Illaloppet')).queryByRole('link')).toBeNull();
    expect(within(popup('Illaloppet')).queryByText(/^Besök/)).toBeNull();
  });

  test('takes focus, and returns it to the marker on Escape', async () => {
    await open();
    const button = await marker(/^Kirunaloppet/);
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(popup('Kirunaloppet'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('opens from a row of the list and sets aria-pressed on the row', async () => {
    await open();
    const row = await screen.findByRole('button', { name: /^Ultravasan/ });
    await userEvent.click(row);
    expect(within(popup('Ultravasan')).getByText('2 av 3')).toBeTruthy();
    expect(row.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    expect(document.activeElement).toBe(row);
  });

  test('closes when a filter hides its event, and does not reopen when the event returns', async () => {
    await open();
    await userEvent.click(await marker(/^Kirunaloppet/));
    const sport = screen.getByRole('combobox', { name: 'Sport' });
    await userEvent.selectOptions(sport, 'Längdskidor');
    await waitFor(() => expect(!screen.queryByRole('dialog')).toBe(true));
    await userEvent.selectOptions(sport, '');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is a card at the bottom of the screen on a small map', async () => {
    boxWidth = 390;
    await open();
    await userEvent.click(await marker(/^Kirunaloppet/));
    expect(popup('Kirunaloppet').className).toContain('map-popup-card');
    boxWidth = 792;
  });
});

describe('hovering on the map page', () => {
  test('over a row highlights its marker', async () => {
    await open();
    await userEvent.hover(await screen.findByRole('button', { name: /^Vasaloppet/ }));
    expect((await marker(/^3 evenemang på samma plats/)).className).toContain('map-marker-active');
  });

  test('over a marker highlights its rows', async () => {
    await open();
    await userEvent.hover(await marker(/^3 evenemang på samma plats/));
    const highlightedRows = rows().filter((row) => row.querySelector('.map-row-active'));
    expect(highlightedRows).toHaveLength(3);
  });
});

describe('the controls of the map', () => {
  test('zoom with plus and minus, pan with the arrow keys and update the list', async () => {
    await open();
    const map = screen.getByRole('application', { name: 'Karta över evenemang' });
    act(() => map.focus());
    await userEvent.keyboard('+++');
    await waitFor(() => expect(rows().length).toBeLessThan(7));
    await userEvent.keyboard('---');
    await waitFor(() => expect(rows()).toHaveLength(7));
    await userEvent.keyboard('{ArrowUp>8}');
    await waitFor(() => expect(rows().length).toBeLessThan(7));
  });

  test('have zoom buttons with Swedish names', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Zooma in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Zooma ut' }));
    expect(rows()).toHaveLength(7);
  });
});
