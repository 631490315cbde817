import { describe, expect, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { DistanceInput } from '#client/features/events/form/distance-input.tsx';
import { MapPopupBody } from '#client/features/events/map/map-event.tsx';
import HomePage from '#client/pages/home.tsx';
import MarketplacePage from '#client/pages/marketplace.tsx';
import SubmitEventPage from '#client/pages/submit-event.tsx';
import { makeQueryClient, makeTrpcClient, trpc } from '#client/platform/api/trpc.ts';
import { readFilter } from '#src/features/events/filter/url.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { freshPage, place, show } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

const EVENTS = [
  eventOf({ id: idOf('a'), event_name: 'Stadsloppet', distances: '10 km' }),
  eventOf({ id: idOf('b'), event_name: 'Skidloppet', distances: '90 km', sport_type: 'Längdskidor' }),
];
const ANSWERS = {
  ...calendarAnswers(EVENTS),
  'public.announcements.list': [],
  'public.banners.list': [],
};
const openHome = (path: string) => show(<HomePage />, { path, answers: ANSWERS });
const expectFocusOnCount = () =>
  waitFor(() => expect(document.activeElement?.className).toContain('filter-count'));

describe('the filters in the URL', () => {
  test('ignore an invisible or invalid distance and strip NUL characters', () => {
    const distancesIn = (query: string) => readFilter(new URLSearchParams(query)).distance;
    expect(distancesIn('distance=%00&distance=%E2%80%8B&distance=+&distance=10+km')).toEqual(['10 km']);
    expect(distancesIn(`distance=${'9'.repeat(200)}`)).toEqual([]);
    expect(readFilter(new URLSearchParams('q=va%00sa')).q).toBe('vasa');
  });

  test('show a distance that no event of the sport has as a badge that removes it', async () => {
    openHome('/?sport=Löpning&distance=94 km');
    await screen.findByText('(0 evenemang av 2)');
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort filter 94 km' }));
    await waitFor(() => expect(place.url).toBe('/?sport=Löpning'));
    await screen.findByText('(1 evenemang av 2)');
  });
});

describe('focus on the home page', () => {
  test('moves to the count after "Rensa Filter"', async () => {
    openHome('/?q=finns inte');
    await userEvent.click(await screen.findByRole('button', { name: 'Rensa Filter' }));
    await expectFocusOnCount();
  });

  test('moves to the next badge when one is removed, and to the count after the last', async () => {
    openHome('/?date=all&landskap=Dalarna');
    const badge = await screen.findByRole('button', { name: 'Ta bort filter Alla Datum' });
    badge.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Ta bort filter Dalarna'),
    );
    await userEvent.keyboard('{Enter}');
    await expectFocusOnCount();
  });
});

describe('the client when the server is unavailable', () => {
  test('shows an error and a retry on the market', async () => {
    const answers: Record<string, unknown> = {
      'public.announcements.list': new AppError('server.failed'),
      'public.marketplaceSettings.get': new AppError('server.failed'),
    };
    show(<MarketplacePage />, { path: '/marketplace', answers });
    const retry = await screen.findByRole('button', { name: 'Försök igen' });
    answers['public.announcements.list'] = [];
    answers['public.marketplaceSettings.get'] = {
      info_box_title: 'Så fungerar det',
      info_box_steps: [],
      info_box_warning: '',
    };
    fireEvent.click(retry);
    await screen.findByText('Visar 0 av 0 annonser');
    await screen.findByText('Så fungerar det');
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  const bannerSpace = () => document.querySelector('.carousel-placeholder');
  const renderHomeFailingAfter = (milliseconds: number) => {
    globalThis.fetch = (async () => {
      await Bun.sleep(milliseconds);
      throw new TypeError('Failed to fetch');
    }) as unknown as typeof fetch;
    // Unlike other tests, this one uses the retry settings of the product.
    const queryClient = makeQueryClient();
    render(
      <trpc.Provider client={makeTrpcClient()} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <HomePage />
          </MemoryRouter>
        </QueryClientProvider>
      </trpc.Provider>,
    );
  };

  test('reserves no space for banners while the list is retried', async () => {
    renderHomeFailingAfter(0);
    await screen.findByText('Laddar evenemang...');
    expect(bannerSpace()).toBeNull();
  });

  test('removes the banner space together with the loading text when the request fails late', async () => {
    renderHomeFailingAfter(300);
    for (let waitedMs = 0; waitedMs < 700; waitedMs += 100) await act(() => Bun.sleep(100));
    expect(screen.getByText('Laddar evenemang...')).toBeTruthy();
    expect(bannerSpace()).toBeTruthy();
    await screen.findByText('Inga evenemang tillgängliga för tillfället', {}, { timeout: 8000 });
    expect(bannerSpace()).toBeNull();
  });
});

test('the map popup of an event without ort and landskap shows no empty column', () => {
  const event = { ...eventOf({ id: 'x', ort: null, landskap: null }), latitude: 60, longitude: 15 };
  const { container } = render(<MapPopupBody event={{ ...event, is_approximate: false }} />);
  expect(container.querySelector('.map-event-place')?.children).toHaveLength(1);
});

describe('the distances of a submission', () => {
  test('are marked as invalid as soon as the sport changes to one that rejects them', async () => {
    show(<SubmitEventPage />, { path: '/submit-event' });
    const sport = screen.getByLabelText(/^Sport/);
    const input = screen.getByLabelText(/^Distanser/);
    fireEvent.change(sport, { target: { value: 'Triathlon' } });
    await userEvent.type(input, 'Sprint,10 km,');
    expect(screen.queryByText(detailOf('event.distance'))).toBeNull();
    fireEvent.change(sport, { target: { value: 'Löpning' } });
    expect(screen.getByText(detailOf('event.distance'))).toBeTruthy();
    expect([...document.querySelectorAll('.distance-chip-invalid')].map((chip) => chip.textContent)).toEqual([
      'Sprint',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort Sprint' }));
    expect(screen.queryByText(detailOf('event.distance'))).toBeNull();
  });

  test('are limited to 30, and the 31st stays in the field', async () => {
    const committed = Array.from({ length: 30 }, (_, index) => `${index + 1} km`);
    const changes: unknown[] = [];
    const errorCodes: string[] = [];
    render(
      <DistanceInput
        ariaProps={{
          id: 'd',
          'aria-describedby': undefined,
          'aria-invalid': undefined,
          'aria-required': undefined,
        }}
        name="distances"
        sport="Löpning"
        value={{ committed, draft: '31 km' }}
        onChange={(value) => changes.push(value)}
        onError={(code) => errorCodes.push(code)}
      />,
    );
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
    expect(changes).toEqual([{ committed, draft: '31 km' }]);
    expect(errorCodes).toEqual(['event.too_many_distances']);
  });
});
