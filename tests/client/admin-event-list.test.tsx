import { describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from '#client/platform/feedback/toast.ts';
import { AppError } from '#src/shared/errors.ts';
import { asAdmin, freshPage, place, setViewportWidth, toastSaying } from '#tests/support/client.tsx';
import { adminEventOf } from '#tests/support/events.ts';
import {
  dialog,
  EVENT_ID,
  LIST,
  names,
  open,
  otherEvents,
  save,
  storedEvent,
} from '#tests/support/events-tab.tsx';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

asAdmin();

describe('the events tab and its dialog', () => {
  test('shows active stamps and the number of events, and keeps search, filters and order in the URL', async () => {
    open();
    await screen.findByText('2 st');
    expect(names()).toEqual(['Öppet Spår', 'Vasaloppet']);
    expect(document.querySelector('.stamp-tag')?.textContent).toBe('Fullbokat');
    await userEvent.click(screen.getByRole('button', { name: 'Namn' }));
    await waitFor(() => expect(names()).toEqual(['Vasaloppet', 'Öppet Spår']));
    expect(place.url).toBe('/admin/dashboard?sort=event_name');
    await userEvent.type(control('q'), 'salen');
    await waitFor(() => expect(names()).toEqual(['Öppet Spår']));
    expect(screen.getByText('1 st')).toBeTruthy();
    await waitFor(() => expect(place.url).toBe('/admin/dashboard?q=salen&sort=event_name'));
    await userEvent.selectOptions(control('sport'), 'Simning');
    await screen.findByText('Inga Evenemang Hittades');
    await userEvent.click(screen.getByRole('button', { name: 'Rensa Filter' }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(control('q').value).toBe('');
    await waitFor(() => expect(place.url).toBe('/admin/dashboard?sort=event_name'));
  });

  test('hides a stamp outside its interval', async () => {
    open('', { [LIST]: [{ ...storedEvent, banner_end_date: '2027-01-10T00:00:00.000Z' }] });
    await screen.findByText('1 st');
    expect(document.querySelector('.stamp-tag')).toBeNull();
  });

  test('shows upcoming events by default, and offers past ones that match the search', async () => {
    const pastEvent = adminEventOf({
      id: '01900000-0000-7000-8000-00000000000d',
      event_name: 'Höstloppet',
      event_date: '2026-10-01',
    });
    open('', { [LIST]: [pastEvent, storedEvent, ...otherEvents] });
    await screen.findByText('2 st');
    expect(names()).toEqual(['Öppet Spår', 'Vasaloppet']);
    await userEvent.type(control('q'), 'höst');
    await screen.findByText('Bland tidigare evenemang finns 1 träff.');
    await userEvent.click(screen.getByRole('button', { name: 'Visa tidigare' }));
    await waitFor(() => expect(names()).toEqual(['Höstloppet']));
    expect(place.url).toBe('/admin/dashboard?q=höst&date=past');
    await userEvent.click(screen.getByRole('radio', { name: 'Alla' }));
    await waitFor(() => expect(place.url).toBe('/admin/dashboard?q=höst&date=all'));
  });

  test('shows rows with a date badge, the year and a menu on a phone, with a select for the order', async () => {
    setViewportWidth(390);
    open('?sort=-event_name');
    await screen.findByText('2 st');
    expect(names()).toEqual(['Öppet Spår', 'Vasaloppet']);
    expect(document.querySelectorAll('.date-badge')).toHaveLength(2);
    expect([...document.querySelectorAll('.event-row-year')].map((year) => year.textContent)).toEqual([
      '2027',
      '2027',
    ]);
    expect(control('sort').value).toBe('-event_name');
    await userEvent.selectOptions(control('sort'), 'ort');
    await waitFor(() => expect(names()).toEqual(['Vasaloppet', 'Öppet Spår']));
    await userEvent.click(screen.getByRole('button', { name: 'Åtgärder för Vasaloppet' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Redigera' }));
    await dialog();
    expect(place.url).toEndWith(`&event=${EVENT_ID}`);
  });

  test('shows a toast and "Försök igen" when the events cannot be fetched', async () => {
    const { answers } = open('', { [LIST]: new AppError('server.failed') });
    await toastSaying('Failed to fetch events');
    await screen.findByText('Evenemangen kunde inte visas');
    answers[LIST] = [storedEvent];
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await screen.findByText('1 st');
  });

  test('shows no toast when the session has ended', async () => {
    const toastError = spyOn(toast, 'error');
    const { calls } = open('', { [LIST]: new AppError('request.unauthorized') });
    await waitFor(() => expect(localStorage.getItem('adminToken')).toBeNull());
    await act(() => Bun.sleep(20));
    expect(calls.map(({ procedure }) => procedure)).toContain(LIST);
    expect(toastError.mock.calls).toEqual([]);
    toastError.mockRestore();
  });

  const highlightedName = () => document.querySelector('[data-highlighted] .event-table-title')?.textContent;

  test('scrolls to a saved event on its page of the list, and highlights it until another event is opened', async () => {
    const manyEvents = Array.from({ length: 60 }, (_, index) =>
      adminEventOf({
        id: `01900000-0000-7000-8000-0000000001${index + 10}`,
        event_name: `Lopp ${index}`,
        event_date: '2027-03-01',
      }),
    );
    const scrolled: (string | null | undefined)[] = [];
    const scrollIntoView = spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
      this: Element,
    ) {
      scrolled.push(this.querySelector('.event-table-title')?.textContent);
    });
    const savedEvent = { ...storedEvent, event_date: '2027-12-24', version: 2 };
    const { answers } = open(`?event=${EVENT_ID}`, {
      [LIST]: [storedEvent, ...manyEvents],
      'admin.events.update': savedEvent,
    });
    await dialog();
    expect(highlightedName()).toBeUndefined();
    fireEvent.change(control('event_date'), { target: { value: '2027-12-24' } });
    answers[LIST] = [savedEvent, ...manyEvents];
    await save();
    await waitFor(() => expect(highlightedName()).toBe('Vasaloppet'));
    expect(place.url).toBe('/admin/dashboard?page=2');
    expect(scrolled).toEqual(['Vasaloppet']);
    scrollIntoView.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Lägg till evenemang' }));
    expect(highlightedName()).toBeUndefined();
  });

  test('says that the filter hides a saved event, and shows the event on request', async () => {
    const newEvent = adminEventOf({
      id: '01900000-0000-7000-8000-00000000000c',
      event_name: 'Gammalt lopp',
      event_date: '2026-06-01',
    });
    const { answers } = open('?event=new&sport=OCR', { 'admin.events.create': newEvent });
    await dialog();
    await fill({
      event_name: 'Gammalt lopp',
      event_date: '2026-06-01',
      sport_type: 'OCR',
      distances: '8 km,',
    });
    answers[LIST] = [newEvent, storedEvent];
    await save();
    await screen.findByText('Gammalt lopp är sparat, men filtret döljer det.');
    await userEvent.click(screen.getByRole('button', { name: 'Visa alla evenemang' }));
    await waitFor(() => expect(highlightedName()).toBe('Gammalt lopp'));
    expect(place.url).toBe('/admin/dashboard?date=all');
    expect(screen.queryByText(/filtret döljer det/)).toBeNull();
  });

  const HIDDEN_TEXT = 'Vasaloppet är sparat, men filtret döljer det.';
  async function saveVasaloppet(path = '') {
    const savedEvent = { ...storedEvent, version: 2 };
    const { answers } = open(`?event=${EVENT_ID}${path}`, {
      [LIST]: [storedEvent, ...otherEvents],
      'admin.events.update': savedEvent,
      'admin.events.delete': { message: 'Evenemanget är borttaget' },
    });
    await dialog();
    answers[LIST] = [savedEvent, ...otherEvents];
    await save();
    await waitFor(() => expect(place.url).not.toContain('event='));
    return answers;
  }

  test('does not say that a saved event is hidden after it was deleted', async () => {
    const answers = await saveVasaloppet();
    await waitFor(() => expect(highlightedName()).toBe('Vasaloppet'));
    answers[LIST] = otherEvents;
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort: Vasaloppet' }));
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(names()).toEqual(['Öppet Spår']));
    expect(document.body.textContent).not.toContain(HIDDEN_TEXT);
    await act(async () => {});
  });

  test('no longer says that a saved event is hidden once the admin searches for something else', async () => {
    await saveVasaloppet('&q=salen');
    await screen.findByText(HIDDEN_TEXT);
    await userEvent.clear(control('q'));
    await userEvent.type(control('q'), 'spår');
    await waitFor(() => expect(place.url).toBe('/admin/dashboard?q=spår'));
    expect(names()).toEqual(['Öppet Spår']);
    expect(document.body.textContent).not.toContain(HIDDEN_TEXT);
  });
});
