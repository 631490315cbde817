import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { AppError } from '#src/shared/errors.ts';
import { asAdmin, freshPage, place, toastSaying } from '#tests/support/client.tsx';
import {
  dialog,
  EVENT_ID,
  LIST,
  open,
  otherEvents,
  save,
  sent,
  storedEvent,
} from '#tests/support/events-tab.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

asAdmin();

describe('the events tab and its dialog', () => {
  test('has a control in the dialog for each field of an event', async () => {
    open('?event=new');
    await dialog();
    await fill({ distances: '10 km,' });
    await userEvent.click(screen.getByRole('radio', { name: 'Tillåtet' }));
    const fieldNames = [...document.querySelectorAll('.event-form [name]')].map((field) =>
      field.getAttribute('name'),
    );
    // Additional fields have no control of that name: each has one for its label and one for its value.
    const plainFields = EVENT_FIELD_NAMES.filter((name) => name !== 'additional_fields');
    expect(plainFields.filter((name) => !fieldNames.includes(name))).toEqual([]);
  });

  for (const missing of ['event_name', 'event_date', 'sport_type', 'distances']) {
    test(`marks the field and sends nothing when ${missing} is missing`, async () => {
      const { calls } = open('?event=new');
      await dialog();
      const values = { event_name: 'Lopp', event_date: '2027-06-01', sport_type: 'OCR', distances: '8 km,' };
      const { [missing as keyof typeof values]: _, ...otherValues } = values;
      await fill(otherValues);
      await save();
      expect(screen.getByText('Vänligen fyll i alla obligatoriska fält')).toBeTruthy();
      expect(document.activeElement).toBe(control(missing));
      expect(describedBy(missing)).toBe('Behöver fyllas i');
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
      expect(sent(calls, 'create')).toEqual([]);
    });
  }

  test('requires label and value of an additional field before adding another and before saving', async () => {
    const { calls } = open(`?event=${EVENT_ID}`, { 'admin.events.update': storedEvent });
    await dialog();
    const add = () => userEvent.click(screen.getByRole('button', { name: 'Lägg till fält' }));
    await add();
    expect(document.activeElement).toBe(control('label'));
    await add();
    expect(screen.getByText('Vänligen fyll i både fältetikett och värde')).toBeTruthy();
    expect(document.querySelectorAll('[name="label"]')).toHaveLength(1);
    await userEvent.type(control('label'), 'Avgift');
    expect(screen.queryByText('Vänligen fyll i både fältetikett och värde')).toBeNull();
    await save();
    expect(screen.getByText('Vänligen fyll i både fältetikett och värde')).toBeTruthy();
    expect(document.activeElement).toBe(control('value'));
    expect(sent(calls, 'update')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort fältet Avgift' }));
    await save();
    await waitFor(() =>
      expect(sent(calls, 'update')).toMatchObject([{ additional_fields: [], version: storedEvent.version }]),
    );
  });

  test('asks what a new date means, and sends the answer', async () => {
    const { calls } = open(`?event=${EVENT_ID}`, { 'admin.events.update': storedEvent });
    await dialog();
    expect(screen.queryByText('Rättelse eller flytt?', { selector: 'p' })).toBeNull();
    fireEvent.change(control('event_date'), { target: { value: '2027-05-29' } });
    await userEvent.click(screen.getByRole('radio', { name: /^Flyttat från/ }));
    await save();
    await waitFor(() =>
      expect(sent(calls, 'update')).toMatchObject([
        { event_date: '2027-05-29', date_change: 'moved', status: 'scheduled' },
      ]),
    );
  });

  test('schedules a postponed race again with its new date, without a question', async () => {
    const postponed = { ...storedEvent, status: 'postponed' as const };
    const { calls } = open(`?event=${EVENT_ID}`, {
      [LIST]: [postponed],
      'admin.events.update': storedEvent,
    });
    await dialog();
    fireEvent.change(control('event_date'), { target: { value: '2027-05-29' } });
    expect(screen.getByText(/^Loppet blir planerat igen och visas som flyttat från/)).toBeTruthy();
    await save();
    await waitFor(() => expect(sent(calls, 'update')).toHaveLength(1));
    expect(sent(calls, 'update')[0]).not.toHaveProperty('status');
  });

  test('folds the state of a race that has none, and unfolds it to show an error', async () => {
    open(`?event=${EVENT_ID}`);
    await dialog();
    const section = document.querySelector<HTMLDetailsElement>('.state-fields');
    expect(section?.open).toBe(false);
    fireEvent.change(control('previous_dates'), { target: { value: '2027-02-30' } });
    await save();
    expect(section?.open).toBe(true);
    expect(describedBy('previous_dates')).toBe('Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.');
  });

  test('requires start and end of a stamp, and shows one preview of it while it is typed', async () => {
    open('?event=new');
    await dialog();
    await fill({ event_name: 'Lopp', event_date: '2027-06-01', sport_type: 'OCR', distances: '8 km,' });
    expect(screen.getByText('Utan text visas ingen stämpel.')).toBeTruthy();
    await userEvent.type(control('banner_text'), 'Sista chansen');
    await userEvent.click(screen.getByRole('radio', { name: 'Lila' }));
    const stamps = [...document.querySelectorAll('.stamp')];
    expect(stamps.map((stamp) => [stamp.textContent, stamp.getAttribute('data-color')])).toEqual([
      ['Sista chansen', 'purple'],
    ]);
    expect(document.querySelector('.event-card')?.textContent).toContain('Lopp');
    fireEvent.change(control('event_date'), { target: { value: '2027-06-08' } });
    fireEvent.change(control('event_end_date'), { target: { value: '2027-06-07' } });
    expect(document.querySelector('.event-card .date-badge-day')?.textContent).toBe('8');
    fireEvent.change(control('event_end_date'), { target: { value: '' } });
    await save();
    expect(screen.getByText('Vänligen fyll i alla obligatoriska fält')).toBeTruthy();
    expect(describedBy('banner_start_date')).toBe('Behöver fyllas i');
    expect(describedBy('banner_end_date')).toBe('Behöver fyllas i');
    fireEvent.change(control('banner_start_date'), { target: { value: '2027-01-15T09:00' } });
    fireEvent.change(control('banner_end_date'), { target: { value: '2027-01-15T11:00' } });
    expect(screen.getByText('Förhandsvisning. Stämpeln visas nu.')).toBeTruthy();
    fireEvent.change(control('banner_start_date'), { target: { value: '2027-01-15T10:30' } });
    expect(screen.getByText('Förhandsvisning. Stämpeln visas från 15 januari 2027 10:30.')).toBeTruthy();
  });

  test('warns when another event has the same name, date and ort', async () => {
    open(`?event=${EVENT_ID}`);
    await dialog();
    const warning = 'Det finns redan ett evenemang med samma namn, datum och ort.';
    expect(screen.queryByText(warning)).toBeNull();
    fireEvent.change(control('event_name'), { target: { value: 'oppet  spar' } });
    fireEvent.change(control('event_date'), { target: { value: '2027-02-01' } });
    fireEvent.change(control('ort'), { target: { value: 'SÄLEN' } });
    expect(screen.getByText(warning)).toBeTruthy();
  });

  test.each([
    [new AppError('event.exists'), 'Evenemanget finns redan.'],
    [new Error('cut'), 'Failed to save event'],
  ])(
    'shows the error message of the server or the default text when a save fails: %p',
    async (error, text) => {
      open(`?event=${EVENT_ID}`, { 'admin.events.update': error });
      await dialog();
      fireEvent.change(control('ort'), { target: { value: 'Orsa' } });
      await save();
      await toastSaying(text);
      expect(control('ort').value).toBe('Orsa');
    },
  );

  test('does not send coordinates that were found by the geocoder', async () => {
    const { calls } = open(`?event=${EVENT_ID}`, { 'admin.events.update': storedEvent });
    await dialog();
    expect(control('latitude').value).toBe('61');
    await save();
    await waitFor(() => expect(sent(calls, 'update')).toMatchObject([{ latitude: null, longitude: null }]));
  });

  test('sends coordinates typed by hand as numbers, and rejects those outside Sweden', async () => {
    const { calls } = open(`?event=${EVENT_ID}`, { 'admin.events.update': storedEvent });
    await dialog();
    fireEvent.change(control('latitude'), { target: { value: '15' } });
    expect(screen.getByText('Satt för hand.')).toBeTruthy();
    await save();
    expect(describedBy('latitude')).toContain('Ange både latitud och longitud');
    fireEvent.change(control('latitude'), { target: { value: '' } });
    await save();
    expect(describedBy('longitude')).toContain('Ange både latitud och longitud');
    fireEvent.change(control('latitude'), { target: { value: '60,5' } });
    await save();
    await waitFor(() => expect(sent(calls, 'update')).toMatchObject([{ latitude: 60.5, longitude: 14.5 }]));
  });

  test('adds a copy with the same weekday next year, without stamp, results and id', async () => {
    const originalEvent = {
      ...storedEvent,
      event_name: 'Vasaloppet 2027',
      series_id: '01900000-0000-7000-8000-0000000000ff',
      event_date: '2027-03-06',
      event_end_date: '2027-03-07',
      result_link: 'https://vasaloppet.example/resultat',
      race_link: 'https://vasaloppet.example/',
    };
    const createdCopy = {
      ...originalEvent,
      id: '01900000-0000-7000-8000-00000000000c',
      event_name: 'Vasaloppet 2028',
    };
    const { calls } = open('', {
      [LIST]: [originalEvent, ...otherEvents],
      'admin.events.create': createdCopy,
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Kopiera till nästa år: Vasaloppet 2027' }),
    );
    const copyDialog = await dialog();
    expect(within(copyDialog).getByRole('heading', { name: 'Kopiera evenemang' })).toBeTruthy();
    expect(copyDialog.textContent).toContain('Kopia av Vasaloppet 2027, 6–7 mars 2027. Kontrollera datumet.');
    expect(within(copyDialog).queryByRole('button', { name: 'Ta bort' })).toBeNull();
    await save();
    await toastSaying('Evenemanget är tillagt');
    const [input] = sent(calls, 'create');
    expect(input).toMatchObject({
      event_name: 'Vasaloppet 2028',
      series_id: originalEvent.series_id,
      event_date: '2028-03-04',
      event_end_date: '2028-03-05',
      race_link: 'https://vasaloppet.example/',
      result_link: '',
      banner_text: '',
      banner_start_date: '',
      banner_end_date: '',
    });
    expect(input).not.toHaveProperty('id');
    await waitFor(() => expect(place.url).toBe('/admin/dashboard'));
  });
});
