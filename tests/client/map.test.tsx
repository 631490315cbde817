import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { EVENTS, fakeLayout, openMap, rows, showMap } from '#tests/support/map-page.tsx';

fakeLayout();

/** Longer than pigeon-maps waits before it reports where it is. */
const mapHasSettled = () => act(() => Bun.sleep(150));
const findTotal = () => screen.findByText(/^Visar .* evenemang på kartan$/);

describe('the map page', () => {
  test('shows upcoming events by default, with their number', async () => {
    await openMap();
    expect((await findTotal()).textContent).toBe('Visar 7 evenemang på kartan');
    expect(rows()).toHaveLength(7);
  });

  test('filters by date and sport together', async () => {
    await openMap();
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
    showMap('/map', EVENTS, <Link to="?landskap=Lappland">Lappland</Link>);
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
    showMap('/map', () => response.promise, <Link to="?near=67.86,20.23&within=100">Kiruna</Link>);
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
    await openMap('/map?date=all&sport=L%C3%B6pning%20trail');
    await screen.findByText('Visar 3 evenemang på kartan');
    expect(screen.getByRole('button', { name: 'Datum Alla Datum' })).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sport' }).value).toBe('Löpning trail');
  });

  test('keeps a chosen distance that only an event without a position has', async () => {
    await openMap('/map?distance=Sprint');
    await findTotal();
    await act(async () => {});
    expect((await findTotal()).textContent).toBe('Visar 0 evenemang på kartan');
    expect(screen.getByRole('button', { name: 'Ta bort filter Sprint' })).toBeTruthy();
  });

  test('shows "Laddar karta..." until the events arrive', async () => {
    const response = Promise.withResolvers<LocatedEvent[]>();
    showMap('/map', () => response.promise);
    expect(await screen.findByText('Laddar karta...')).toBeTruthy();
    response.resolve([]);
    expect((await findTotal()).textContent).toBe('Visar 0 evenemang på kartan');
    expect(screen.queryByText('Laddar karta...')).toBeNull();
  });

  test('shows no events and a retry when the fetch fails', async () => {
    const { answers } = await openMap('/map', new AppError('request.invalid'));
    expect(await screen.findByText('Inga evenemang tillgängliga för tillfället')).toBeTruthy();
    Object.assign(answers, calendarAnswers(EVENTS));
    const retry = screen.getByRole('button', { name: 'Försök igen' });
    await act(async () => retry.click());
    expect((await findTotal()).textContent).toBe('Visar 7 evenemang på kartan');
  });

  test('says that nothing matches and offers to clear the filters', async () => {
    await openMap('/map?sport=Simning');
    expect(await screen.findByText('Inga Evenemang Hittades')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa Filter' }));
    await screen.findByText('Visar 7 evenemang på kartan');
  });
});

describe('the controls of the map', () => {
  test('zoom with plus and minus, pan with the arrow keys and update the list', async () => {
    await openMap();
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
    await openMap();
    await userEvent.click(screen.getByRole('button', { name: 'Zooma in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Zooma ut' }));
    expect(rows()).toHaveLength(7);
  });
});
