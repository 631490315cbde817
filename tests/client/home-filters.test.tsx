import { describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freshPage, place, setViewportWidth } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';
import {
  answersWith,
  eventNames,
  findCount,
  openHome,
  PAST_EVENT,
  VARVET,
  VASA,
} from '#tests/support/home-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

describe('the home page', () => {
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

  test('shows what a search was understood as, and removes a part of it', async () => {
    openHome('/?q=halvmara göteborg maj');
    await findCount('(1 evenemang av 3)');
    expect(eventNames()).toEqual(['Göteborgsvarvet']);
    const removal = await screen.findByRole('link', { name: 'Ta bort filter Halvmaraton' });
    expect(removal.getAttribute('href')).toBe('?q=g%C3%B6teborg+maj');
    expect(screen.getByText('Tolkat som')).toBeTruthy();
    fireEvent.click(removal);
    await waitFor(() => expect(place.url).toBe('/?q=göteborg maj'));
    await waitFor(() =>
      expect(!screen.queryByRole('link', { name: 'Ta bort filter Halvmaraton' })).toBe(true),
    );
    expect(screen.getByRole('link', { name: 'Ta bort filter maj 2027' })).toBeTruthy();
  });

  test('says what one press would find when nothing matches', async () => {
    openHome('/?q=halvmara mora');
    await findCount('(0 evenemang av 3)');
    expect(await screen.findByText('Föreslå loppet')).toBeTruthy();
    fireEvent.click(await screen.findByRole('link', { name: '1 utan distans' }));
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
    expect(place.url).toBe('/?q=mora');
  });

  test('removes distances that do not belong to a newly chosen sport', async () => {
    openHome('/?distance=90 km');
    await findCount('(1 evenemang av 3)');
    fireEvent.change(screen.getByLabelText('Sport'), { target: { value: 'Löpning' } });
    await waitFor(() => expect(place.url).toBe('/?sport=Löpning'));
  });

  test('marks the distances that the filter asks for', async () => {
    openHome('/?distance_min=15&distance_max=21', answersWith([{ ...VARVET, distances: '10 km, 21,1 km' }]));
    await findCount('(1 evenemang av 1)');
    const marks = () => [...document.querySelectorAll('.distances mark')].map((mark) => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['21,1\u00a0km']));
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
    const swim = eventOf({ id: idOf('swim'), sport_type: 'Simning', distances: '1000 m, 3 km' });
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

  test('keeps a typed date that does not exist, and says so once the field is left', async () => {
    openHome('/?date=all');
    await findCount('(3 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: /^Datum/ }));
    const from = await screen.findByLabelText<HTMLInputElement>('Från');
    fireEvent.change(from, { target: { value: '2026-13-45' } });
    expect(screen.queryByText(/^Ange ett datum som finns/) === null).toBe(true);
    fireEvent.blur(from);
    expect(await screen.findByText(/^Ange ett datum som finns/)).toBeTruthy();
    expect([from.value, place.url]).toEqual(['2026-13-45', '/?date=all']);
    fireEvent.change(from, { target: { value: '2027-05-01' } });
    await waitFor(() => expect(place.url).toBe('/?from=2027-05-01'));
    expect(screen.queryByText(/^Ange ett datum som finns/) === null).toBe(true);
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

  test('reaches the row of months by one tab stop, which is the chosen month', async () => {
    setViewportWidth(1280);
    openHome('/?from=2027-05-01&to=2027-05-31');
    await findCount('(1 evenemang av 3)');
    const may = screen.getByRole('button', { name: /^maj/ });
    const months = [...(may.parentElement?.querySelectorAll('button') ?? [])];
    expect(months.length).toBeGreaterThan(1);
    expect(months.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(may.tabIndex).toBe(0);
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
});
