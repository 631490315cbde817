import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeLayout,
  KIRUNA,
  locatedEvent,
  marker,
  openMap,
  rows,
  setMapWidth,
} from '#tests/support/map-page.tsx';

fakeLayout();

const popup = (name: string) => screen.getByRole('dialog', { name });

describe('the markers of the map', () => {
  test('are named by event, sport, date and place, and say when the place is approximate', async () => {
    await openMap();
    expect(await marker('Kirunaloppet, Löpning, 1 maj 2999, Kiruna, Lappland')).toBeTruthy();
    expect(await marker('Fjälloppet, Löpning trail, 1 maj 2999, Lappland, ungefärlig plats')).toBeTruthy();
  });

  test('near each other form a cluster with the sports in its name; a press splits it', async () => {
    await openMap();
    await userEvent.click(await marker('2 evenemang: 1 Löpning, 1 Löpning trail'));
    expect(await marker(/^Lidingöloppet/)).toBeTruthy();
    expect(await marker(/^Stockholm Marathon/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('on the same spot highlight only the row under the pointer', async () => {
    await openMap();
    await marker('3 evenemang på samma plats: 1 Cykel MTB, 1 Längdskidor, 1 Löpning trail');
    const row = rows().find(({ textContent }) => textContent?.includes('Ultravasan'));
    await userEvent.hover(row?.querySelector('button') as HTMLButtonElement);
    const names = () => [...document.querySelectorAll('.map-row-active .map-row-name')];
    await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(['Ultravasan']));
  });

  test('of the open popup stays in the list when the map is moved away from it', async () => {
    await openMap();
    await userEvent.click(await marker(/^Kirunaloppet/));
    const map = screen.getByRole('application', { name: 'Karta över evenemang' });
    act(() => map.focus());
    await userEvent.keyboard('+++');
    await userEvent.keyboard('{ArrowDown>8}');
    await waitFor(() => expect(rows().length).toBeLessThan(7));
    const chosen = document.querySelector('.map-row[aria-pressed="true"]');
    expect(chosen?.textContent).toContain('Kirunaloppet');
  });

  test('on the same spot open one popup with buttons to step through their events', async () => {
    await openMap();
    await userEvent.click(
      await marker('3 evenemang på samma plats: 1 Cykel MTB, 1 Längdskidor, 1 Löpning trail'),
    );
    expect(within(popup('Cykelvasan')).getByText('1 av 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Nästa evenemang på platsen' }));
    expect(within(popup('Ultravasan')).getByText('2 av 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Föregående evenemang på platsen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Föregående evenemang på platsen' }));
    expect(within(popup('Vasaloppet')).getByText('3 av 3')).toBeTruthy();
  });
});

describe('the popup of the map', () => {
  test('shows name, distances, sport, place with landskap, date and a link in a new tab', async () => {
    await openMap();
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
    await openMap();
    await userEvent.click(await marker(/^Fjälloppet/));
    expect(within(popup('Fjälloppet')).queryByRole('link')).toBeNull();
    expect(within(popup('Fjälloppet')).getByText('ungefärlig plats')).toBeTruthy();
  });

  test('links to http(s) URLs only', async () => {
    await openMap('/map', [
      locatedEvent('Illaloppet', 'Löpning', KIRUNA, { race_link: 'javascript:alert(1)' }),
    ]);
    await userEvent.click(await marker(/^Illaloppet/));
    expect(within(popup('Illaloppet')).queryByRole('link')).toBeNull();
    expect(within(popup('Illaloppet')).queryByText(/^Besök/)).toBeNull();
  });

  test('takes focus, and returns it to the marker on Escape', async () => {
    await openMap();
    const button = await marker(/^Kirunaloppet/);
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(popup('Kirunaloppet'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('opens from a row of the list and sets aria-pressed on the row', async () => {
    await openMap();
    const row = await screen.findByRole('button', { name: /^Ultravasan/ });
    await userEvent.click(row);
    expect(within(popup('Ultravasan')).getByText('2 av 3')).toBeTruthy();
    expect(row.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    expect(document.activeElement).toBe(row);
  });

  test('closes when a filter hides its event, and does not reopen when the event returns', async () => {
    await openMap();
    await userEvent.click(await marker(/^Kirunaloppet/));
    const sport = screen.getByRole('combobox', { name: 'Sport' });
    await userEvent.selectOptions(sport, 'Längdskidor');
    await waitFor(() => expect(!screen.queryByRole('dialog')).toBe(true));
    await userEvent.selectOptions(sport, '');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is a card at the bottom of the screen on a small map', async () => {
    setMapWidth(390);
    await openMap();
    await userEvent.click(await marker(/^Kirunaloppet/));
    expect(popup('Kirunaloppet').className).toContain('map-popup-card');
    setMapWidth(792);
  });
});

describe('hovering on the map page', () => {
  test('over a row highlights its marker', async () => {
    await openMap();
    await userEvent.hover(await screen.findByRole('button', { name: /^Vasaloppet/ }));
    expect((await marker(/^3 evenemang på samma plats/)).className).toContain('map-marker-active');
  });

  test('over a marker highlights its rows', async () => {
    await openMap();
    await userEvent.hover(await marker(/^3 evenemang på samma plats/));
    const highlightedRows = rows().filter((row) => row.querySelector('.map-row-active'));
    expect(highlightedRows).toHaveLength(3);
  });
});
