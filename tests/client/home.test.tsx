import { describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import HomePage from '#client/pages/home.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Answers, adOf, freshPage, place, setViewportWidth, show } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

const VASA = eventOf({
  id: 'vasa',
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km',
});
const VARVET = eventOf({
  id: 'varvet',
  event_name: 'Göteborgsvarvet',
  event_date: '2027-05-22',
  distances: '21,1 km',
  ort: 'Göteborg',
  landskap: 'Västergötland',
});
const PAST_EVENT = eventOf({ id: 'old', event_name: 'Lidingöloppet 2026', event_date: '2026-09-26' });

const answersWith = (events: unknown, ads: unknown = []): Answers => ({
  'public.events.list': events,
  'public.announcements.list': ads,
  'public.banners.list': [],
});

const openHome = (path = '/', answers = answersWith([VARVET, VASA, PAST_EVENT])) =>
  show(<HomePage />, { path, answers });

const eventNames = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const findCount = (text: string) => screen.findByText(text);

function RefetchButton() {
  const { refetch, isRefetchError } = trpc.public.events.list.useQuery();
  return (
    <button type="button" onClick={() => refetch()}>
      {isRefetchError ? 'Failed' : 'Refetch'}
    </button>
  );
}

describe('the home page', () => {
  test('has the title of the selection, also when the filter changes', async () => {
    openHome('/?landskap=Dalarna');
    await findCount('(1 evenemang av 3)');
    expect(document.title).toBe('Lopp i Dalarna – Loppkalendern');
    fireEvent.click(screen.getByRole('button', { name: 'Rensa Alla' }));
    await waitFor(() => expect(document.title).toBe('Loppkalendern'));
  });

  test('shows upcoming events by default, sorted by date, with a count', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    // The rows after the first ones render incrementally.
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet', 'Göteborgsvarvet']));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hitta din nästa utmaning');
  });

  test('groups events by month', async () => {
    openHome('/?date=all');
    await findCount('(3 evenemang av 3)');
    const months = () => screen.getAllByRole('heading', { level: 2 }).map((month) => month.textContent);
    await waitFor(() => expect(months()).toEqual(['September', 'Mars', 'Maj']));
  });

  test('reads the filter from the URL', async () => {
    openHome('/?date=past');
    await findCount('(1 evenemang av 3)');
    await waitFor(() => expect(eventNames()).toEqual(['Lidingöloppet 2026']));
  });

  test('searches name, sport and distance ignoring case', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    const search = screen.getByLabelText('Sök');
    for (const [text, expectedName] of [
      ['VASA', 'Vasaloppet'],
      ['längdskidor', 'Vasaloppet'],
      ['21,1', 'Göteborgsvarvet'],
    ] as const) {
      fireEvent.change(search, { target: { value: text } });
      await waitFor(() => expect(eventNames()).toEqual([expectedName]));
    }
  });

  test('writes a filter to the URL, and Back removes it', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    fireEvent.change(screen.getByLabelText('Landskap'), { target: { value: 'Dalarna' } });
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
    await waitFor(() => expect(place.url).toBe('/?landskap=Dalarna'));
    act(() => place.back());
    await waitFor(() => expect(eventNames()).toHaveLength(2));
    expect(place.url).toBe('/');
  });

  test('adds two history entries for two filters chosen in quick succession', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    fireEvent.change(screen.getByLabelText('Sport'), { target: { value: 'Längdskidor' } });
    fireEvent.change(screen.getByLabelText('Landskap'), { target: { value: 'Dalarna' } });
    await waitFor(() => expect(place.url).toBe('/?sport=Längdskidor&landskap=Dalarna'));
    act(() => place.back());
    await waitFor(() => expect(place.url).toBe('/?sport=Längdskidor'));
  });

  test('adds one history entry for a whole search, and another for a filter right after it', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    for (const typed of ['v', 'va', 'vasa']) {
      fireEvent.change(search, { target: { value: typed } });
      expect(search.value).toBe(typed);
    }
    expect(place.url).toBe('/?q=v');
    await waitFor(() => expect(place.url).toBe('/?q=vasa'));
    fireEvent.change(search, { target: { value: 'vasal' } });
    fireEvent.change(screen.getByLabelText('Landskap'), { target: { value: 'Dalarna' } });
    await waitFor(() => expect(place.url).toBe('/?q=vasal&landskap=Dalarna'));
    act(() => place.back());
    await waitFor(() => expect(place.url).toBe('/?q=vasal'));
    act(() => place.back());
    await waitFor(() => expect(place.url).toBe('/'));
    expect(search.value).toBe('');
  });

  test('removes one filter with its badge and all filters with "Rensa Alla"', async () => {
    openHome('/?landskap=Dalarna&distance=90 km&date=all');
    await findCount('(1 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: 'Ta bort filter 90 km' }));
    await findCount('(2 evenemang av 3)');
    await waitFor(() => expect(place.url).toBe('/?date=all&landskap=Dalarna'));
    fireEvent.click(screen.getByRole('button', { name: 'Rensa Alla' }));
    await waitFor(() => expect(place.url).toBe('/'));
    await waitFor(() => expect(!screen.queryByRole('button', { name: 'Rensa Alla' })).toBe(true));
  });

  test('removes distances that do not belong to a newly chosen sport', async () => {
    openHome('/?distance=90 km');
    await findCount('(1 evenemang av 3)');
    fireEvent.change(screen.getByLabelText('Sport'), { target: { value: 'Löpning' } });
    await waitFor(() => expect(place.url).toBe('/?sport=Löpning'));
  });

  test('offers distances in a popover; Escape closes it and returns focus', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    const button = screen.getByRole('button', { name: /Distans/ });
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: /^20,1 - 43 km/ }));
    await waitFor(() => expect(eventNames()).toEqual(['Göteborgsvarvet']));
    expect(place.url).toBe('/?distance_min=20.1&distance_max=43');
    expect(button.textContent).toBe('20,1 - 43 km');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('shows an equal distance as chosen, and keeps "Fler distanser" open when it is removed', async () => {
    const swim = eventOf({ id: 'swim', sport_type: 'Simning', distances: '1000 m, 3 km' });
    openHome('/?distance=1+km', answersWith([swim]));
    await findCount('(1 evenemang av 1)');
    fireEvent.click(screen.getByRole('button', { name: /Distans/ }));
    const pill = await screen.findByRole('checkbox', { name: /^1000 m/, checked: true });
    const details = pill.closest('details');
    expect(details?.open).toBe(true);
    fireEvent.click(pill);
    await waitFor(() => expect(place.url).toBe('/'));
    expect(screen.getByRole('checkbox', { name: /^1000 m/, checked: false })).toBeTruthy();
    expect(details?.open).toBe(true);
  });

  test('puts the lower thumb of the slider on top where only it can move', async () => {
    openHome('/?distance_min=200');
    fireEvent.click(screen.getByRole('button', { name: /Distans/ }));
    const lower = await screen.findByRole('slider', { name: 'Kortaste distans' });
    expect(lower.style.zIndex).toBe('2');
    fireEvent.change(lower, { target: { value: '10' } });
    fireEvent.keyUp(lower);
    await waitFor(() => expect(place.url).toBe('/?distance_min=60'));
    expect(lower.style.zIndex).toBe('');
  });

  test('filters by a typed date once it is a whole day', async () => {
    openHome('/?date=all');
    await findCount('(3 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: /^Datum/ }));
    const from = await screen.findByLabelText<HTMLInputElement>('Från');
    fireEvent.change(from, { target: { value: '2027-05' } });
    expect([from.value, place.url]).toEqual(['2027-05', '/?date=all']);
    fireEvent.change(from, { target: { value: '2027-05-01' } });
    await findCount('(1 evenemang av 3)');
    await waitFor(() => expect(place.url).toBe('/?from=2027-05-01'));
  });

  test('filters by open registration with a chip, which is absent while no race has one', async () => {
    setViewportWidth(1280);
    const openRace = { ...VASA, registration_closes_on: '2999-01-01' };
    openHome('/', answersWith([VARVET, openRace, PAST_EVENT]));
    await findCount('(2 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: 'Anmälan öppen 1 evenemang' }));
    await findCount('(1 evenemang av 3)');
    expect(eventNames()).toEqual(['Vasaloppet']);
    expect(place.url).toBe('/?registration=open');
    fireEvent.click(screen.getByRole('button', { name: 'Ta bort filter Anmälan öppen' }));
    await findCount('(2 evenemang av 3)');
    cleanup();
    openHome();
    await findCount('(2 evenemang av 3)');
    expect(screen.queryByRole('button', { name: /^Anmälan öppen/ })).toBeNull();
  });

  test('keeps focus in the row of months when a chosen month without events is pressed and removed', async () => {
    setViewportWidth(1280);
    openHome('/?from=2027-04-01&to=2027-04-30');
    await findCount('(0 evenemang av 3)');
    const april = screen.getByRole('button', { name: /^apr/ });
    april.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(april.isConnected).toBe(false));
    expect(document.activeElement === screen.getByRole('group', { name: 'Månad' })).toBe(true);
  });

  test('removes a period by "Alla Datum", and keeps the pressed month and its focus', async () => {
    setViewportWidth(1280);
    openHome('/?date=past');
    await findCount('(1 evenemang av 3)');
    const september = screen.getByRole('button', { name: 'sep 2026 1 evenemang' });
    september.focus();
    fireEvent.click(september);
    await waitFor(() => expect(september.getAttribute('aria-pressed')).toBe('true'));
    expect(document.activeElement).toBe(september);
    expect(place.url).toBe('/?date=past&from=2026-09-01&to=2026-09-30');
    fireEvent.click(screen.getByRole('button', { name: /Datum/ }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Alla Datum' }));
    await waitFor(() => expect(place.url).toBe('/?date=all'));
    fireEvent.click(await screen.findByRole('button', { name: /^mars/ }));
    await waitFor(() => expect(place.url).toBe('/?from=2027-03-01&to=2027-03-31'));
    fireEvent.click(screen.getByRole('radio', { name: 'Alla Datum' }));
    await waitFor(() => expect(place.url).toBe('/?date=all'));
  });

  test('shows all of Sweden for a link with "near=mig", also if the browser forbids storage', async () => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = () => {
      throw new Error('forbidden');
    };
    try {
      openHome('/?near=mig');
      await screen.findByRole('button', { name: 'Hämta min plats' });
      await findCount('(2 evenemang av 3)');
    } finally {
      Storage.prototype.getItem = getItem;
    }
  });

  const located = (event: PublicEvent, is_approximate = false) => ({
    ...event,
    latitude: 61,
    longitude: 14.5,
    is_approximate,
  });
  const openNear = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Nära …' }));
    return screen.findByLabelText<HTMLInputElement>('Nära ort');
  };
  /** Returns a function that lets the browser report a position in Mora. */
  const pressLocate = async () => {
    let report: PositionCallback = () => {};
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (success: PositionCallback) => {
          report = success;
        },
      },
    });
    await openNear();
    fireEvent.click(await screen.findByRole('button', { name: 'Nära mig' }));
    const coords = { latitude: 61, longitude: 14.5 };
    return () => act(async () => report({ coords } as GeolocationPosition));
  };

  test('keeps the press on "Nära mig" when the popover closes before the browser reports the position', async () => {
    openHome('/', { ...answersWith([VASA]), 'public.events.coordinates': [located(VASA)] });
    const reportPosition = await pressLocate();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await reportPosition();
    await waitFor(() => expect(place.url).toBe('/?near=mig'));
    await screen.findByText('under 1 km bort');
  });

  test('ignores a position that the browser reports on another page', async () => {
    openHome();
    const reportPosition = await pressLocate();
    window.history.pushState(null, '', '/marketplace');
    try {
      await reportPosition();
      expect(place.url).toBe('/');
    } finally {
      window.history.pushState(null, '', '/');
    }
  });

  test('shows the distance to an event as approximate if only its landskap is known', async () => {
    const coordinates = [located(VASA), located(VARVET, true)];
    openHome('/?near=61.27,14.5', {
      ...answersWith([VASA, VARVET]),
      'public.events.coordinates': coordinates,
    });
    await screen.findByText('30 km bort');
    await screen.findByText('ca 30 km bort');
  });

  test('offers a retry when the positions of the events cannot be fetched', async () => {
    const answers = {
      ...answersWith([VASA, VARVET]),
      'public.events.coordinates': new AppError('server.failed'),
    };
    openHome('/?near=Mora', answers);
    await screen.findByText('Avstånden kunde inte räknas ut, så hela landet visas.');
    Object.assign(answers, { 'public.events.coordinates': [located(VASA)] });
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(1 evenemang av 2)');
    expect(screen.queryAllByRole('button', { name: 'Försök igen' })).toHaveLength(0);
  });

  test('Escape closes the suggested places, then clears the text, then closes the popover', async () => {
    openHome();
    const field = await openNear();
    fireEvent.change(field, { target: { value: 'Mora' } });
    await screen.findByRole('option', { name: 'Mora Dalarna' });
    const pressEscape = () => fireEvent.keyDown(field, { key: 'Escape' });
    const states = [pressEscape, pressEscape, pressEscape].map((press) => {
      press();
      const lists = screen.queryAllByRole('listbox', { name: 'Orter' }).length;
      return [lists, field.value, screen.queryAllByRole('dialog').length];
    });
    expect(states).toEqual([
      [0, 'Mora', 1],
      [0, '', 1],
      [0, '', 0],
    ]);
  });

  test('says that nothing matches and offers to clear the filter', async () => {
    openHome('/?q=finns inte');
    await screen.findByText('Inga Evenemang Hittades');
    fireEvent.click(screen.getByRole('button', { name: 'Rensa Filter' }));
    await findCount('(2 evenemang av 3)');
  });

  test('says that there are no events', async () => {
    openHome('/', answersWith([]));
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    await findCount('(0 evenemang av 0)');
  });

  test('shows no events and a retry when the fetch fails', async () => {
    const answers = answersWith(new AppError('server.failed'));
    openHome('/', answers);
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    answers['public.events.list'] = [VASA];
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(1 evenemang av 1)');
  });

  test('keeps the list when a refetch fails', async () => {
    const answers = answersWith([VASA]);
    show(
      <>
        <HomePage />
        <RefetchButton />
      </>,
      { answers },
    );
    await findCount('(1 evenemang av 1)');
    answers['public.events.list'] = new AppError('server.failed');
    fireEvent.click(screen.getByRole('button', { name: 'Refetch' }));
    await screen.findByRole('button', { name: 'Failed' }, { timeout: 8000 });
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  test('counts only active ads on the cards, and links to them', async () => {
    const ads = [
      adOf({ id: '1', event_id: 'vasa' }),
      adOf({ id: '2', event_id: 'vasa' }),
      adOf({ id: '3', event_id: 'vasa', announcement_type: 'wanted' }),
      adOf({ id: '4', event_id: 'vasa', is_completed: true }),
      adOf({ id: '5', event_id: 'varvet', is_active: false }),
    ];
    openHome('/', answersWith([VASA, VARVET], ads));
    const saleLink = await screen.findByRole('link', { name: '2 säljes' });
    expect(saleLink.getAttribute('href')).toBe('/marketplace?event=vasa&type=sale');
    expect(screen.getByRole('link', { name: '1 söks' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /säljes|söks/ })).toHaveLength(2);
  });
});

describe('the home page on a phone', () => {
  test('filters at once in the sheet and shows the number of matches on its button', async () => {
    setViewportWidth(390);
    openHome();
    await findCount('(2 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Längdskidor 1 evenemang' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Visa 1 evenemang' }));
    expect(screen.getByRole('button', { name: 'Filter 1' })).toBeTruthy();
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
  });
});
