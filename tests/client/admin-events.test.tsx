import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EventsTab from '#client/pages/admin/events-tab.tsx';
import { toast } from '#client/platform/feedback/toast.ts';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, setViewportWidth, show, toastSaying } from '#tests/support/client.tsx';
import { adminEventOf } from '#tests/support/events.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';

describe('the events tab and its dialog', () => {
  freshPage('2027-01-15T10:00:00+01:00');
  beforeEach(() => localStorage.setItem('adminToken', 'token'));
  afterEach(() => localStorage.clear());
  const LIST = 'admin.events.list';
  const EVENT_ID = '01900000-0000-7000-8000-00000000000a';
  const storedEvent = adminEventOf({
    id: EVENT_ID,
    event_name: 'Vasaloppet',
    announcement_count: 2,
    banner_text: 'Fullbokat',
    banner_start_date: '2027-01-01T00:00:00.000Z',
    banner_end_date: '2027-02-01T00:00:00.000Z',
  });
  const otherEvents = [
    adminEventOf({
      id: '01900000-0000-7000-8000-00000000000b',
      event_name: 'Öppet Spår',
      event_date: '2027-02-01',
      ort: 'Sälen',
    }),
  ];
  const open = (path = '', answers: Record<string, unknown> = {}) =>
    show(<EventsTab />, {
      path: `/admin/dashboard${path}`,
      answers: {
        [LIST]: [storedEvent, ...otherEvents],
        'admin.admins.overview': {},
        'public.events.list': [],
        'public.announcements.list': [],
        'admin.events.findPlace': null,
        ...answers,
      },
    });
  const dialog = () => screen.findByRole('dialog');
  // Not userEvent: the caller must wait for the response right away, or it arrives outside act.
  const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Spara' }));
  const names = () => [...document.querySelectorAll('.event-table-title')].map((name) => name.textContent);
  const sent = (calls: { procedure: string; input: unknown }[], verb: string) =>
    calls.filter(({ procedure }) => procedure === `admin.events.${verb}`).map(({ input }) => input);

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
