import { describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asAdmin, freshPage, place, toastSaying } from '#tests/support/client.tsx';
import {
  dialog,
  EVENT_ID,
  LIST,
  names,
  open,
  otherEvents,
  save,
  sent,
  storedEvent,
} from '#tests/support/events-tab.tsx';
import { control } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

asAdmin();

async function openConflict() {
  const otherAdminsEvent = { ...storedEvent, organizer: 'IFK Mora', version: 2 };
  const page = open(`?event=${EVENT_ID}`, { 'admin.events.update': new AppError('event.changed') });
  await dialog();
  page.answers[LIST] = [otherAdminsEvent];
  fireEvent.change(control('ort'), { target: { value: 'Orsa' } });
  await save();
  await screen.findByText('Någon annan har ändrat evenemanget sedan du öppnade det: Arrangör.');
  await toastSaying('Någon annan har ändrat evenemanget sedan du öppnade det.');
  return { ...page, otherAdminsEvent };
}
const versions = (calls: Parameters<typeof sent>[0]) =>
  sent(calls, 'update').map((input) => (input as { version: number }).version);

describe('the events tab and its dialog', () => {
  test('lists what another admin changed and loads it on "Visa deras"', async () => {
    const { calls } = await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Visa deras' }));
    await userEvent.click(screen.getByRole('button', { name: 'Kasta mina ändringar' }));
    expect(control('organizer').value).toBe('IFK Mora');
    expect(control('ort').value).toBe('Mora');
    expect(document.querySelector('.event-form .alert') === null).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(place.url).toBe('/admin/dashboard');
    expect(versions(calls)).toEqual([storedEvent.version]);
  });

  test('overwrites the changes of another admin on "Spara mitt ändå"', async () => {
    const { calls, answers, otherAdminsEvent } = await openConflict();
    answers['admin.events.update'] = { ...otherAdminsEvent, ort: 'Orsa', version: 3 };
    fireEvent.click(screen.getByRole('button', { name: 'Spara mitt ändå' }));
    await toastSaying('Evenemanget är sparat');
    expect(versions(calls)).toEqual([storedEvent.version, 2]);
  });

  test('keeps the input when another admin deletes the event, and can save it as a new one', async () => {
    const { answers, calls } = open(`?event=${EVENT_ID}`, {
      'admin.events.update': new AppError('event.not_found'),
      'admin.events.create': { ...storedEvent, id: '01900000-0000-7000-8000-00000000000c', ort: 'Orsa' },
    });
    await dialog();
    fireEvent.change(control('ort'), { target: { value: 'Orsa' } });
    answers[LIST] = otherEvents;
    await save();
    await toastSaying('Evenemanget finns inte.');
    await screen.findByText(/^Någon annan har tagit bort evenemanget/);
    await waitFor(() => expect(names()).toEqual(['Öppet Spår']));
    expect(control('ort').value).toBe('Orsa');
    expect(screen.queryByRole('button', { name: 'Ta bort' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Spara som nytt' }));
    await toastSaying('Evenemanget är tillagt');
    expect(sent(calls, 'create')).toMatchObject([{ event_name: 'Vasaloppet', ort: 'Orsa' }]);
    expect(sent(calls, 'update')).toHaveLength(1);
  });

  test('asks before it discards unsaved input', async () => {
    open(`?event=${EVENT_ID}`);
    const eventDialog = await dialog();
    fireEvent.change(control('ort'), { target: { value: 'Orsa' } });
    await userEvent.click(within(eventDialog).getByRole('button', { name: 'Avbryt' }));
    await screen.findByText('Det du har ändrat är inte sparat.');
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt redigera' }));
    expect(control('ort').value).toBe('Orsa');
    await userEvent.click(within(eventDialog).getByRole('button', { name: 'Avbryt' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stäng utan att spara' }));
    expect(place.url).toBe('/admin/dashboard');
  });

  test('asks before a delete, says how many ads become inactive, and shows a toast when the delete fails', async () => {
    const { answers } = open('', { 'admin.events.delete': new Error('cut') });
    const ask = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Ta bort: Vasaloppet' }));
    const confirm = async () =>
      fireEvent.click(within(await dialog()).getByRole('button', { name: 'Ta bort' }));
    await ask();
    expect((await dialog()).textContent).toContain(
      'Är du säker på att du vill ta bort evenemanget ”Vasaloppet”? 2 annonser hör till det och blir inaktiva.',
    );
    await confirm();
    await toastSaying('Misslyckades att ta bort evenemang');
    expect(names()).toContain('Vasaloppet');
    answers['admin.events.delete'] = { message: 'Evenemanget är borttaget' };
    answers[LIST] = otherEvents;
    await ask();
    await confirm();
    await toastSaying('Evenemanget är borttaget');
    await waitFor(() => expect(names()).toEqual(['Öppet Spår']));
    await act(async () => {});
  });
});
