import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getTableColumns } from 'drizzle-orm';
import { filterRows, isSubset, sortRows } from '#client/features/admin-events/table-rules.ts';
import { changedValues } from '#client/features/events/values/changed-values.ts';
import { fieldText } from '#client/features/events/values/field-text.ts';
import { actorOf } from '#client/features/history/actor-text.ts';
import { FIRST_VALUES, inputOf } from '#client/features/history/bulk/bulk-values.ts';
import { countsOf, undoneText } from '#client/features/history/undo-texts.ts';
import EventsTab from '#client/pages/admin/events-tab.tsx';
import { events as eventsTable } from '#db/schema/index.ts';
import { understand } from '#src/features/events/search/understand.ts';
import type { Batch, Revision } from '#src/features/history/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, setViewportWidth, show, toastSaying } from '#tests/support/client.tsx';
import { adminEventOf } from '#tests/support/events.ts';

const NO_SERIES = new Map<string, string>();
const revision = (part: Partial<Revision>): Revision => ({
  id: 'r1',
  changed_at: '2027-01-14T09:00:00.000Z',
  actor_kind: 'admin',
  actor: 'vera',
  batch: null,
  before: {},
  after: {},
  ...part,
});

describe('a revision', () => {
  test('has a Swedish label for every column in the history', () => {
    const kept = ['id', 'geocode_due', 'edition', 'created_at', 'updated_at', 'sequence', 'version'];
    const columns = Object.keys(getTableColumns(eventsTable)).filter((name) => !kept.includes(name));
    const values = Object.fromEntries(columns.map((name) => [name, true]));
    const changes = changedValues(revision({ before: values, after: values }), NO_SERIES);
    expect(changes.map(({ name }) => name).sort()).toEqual(columns.sort());
    expect(new Set(changes.map(({ label }) => label)).size).toBe(columns.length);
  });

  test.each([
    ['status', 'cancelled', 'Inställt'],
    ['event_date', '2027-05-22', '22 maj 2027'],
    ['distances', ['5 km', '21,1 km'], '5 km, 21,1 km'],
    ['previous_dates', ['2027-05-01', '2027-05-08'], '1 maj 2027; 8 maj 2027'],
    ['sold_out', false, 'Nej'],
    ['latitude', 61.5, '61,5'],
    ['organizer', null, 'tomt'],
    ['additional_fields', [{ label: 'Start', value: '10.00' }], 'Start: 10.00'],
    ['ordinary_prices', [{ distance: '10 km', price: 595 }], '10 km: 595\u00a0SEK'],
    ['series_id', 's1', 'Vasan'],
    ['series_id', 's2', 'en annan serie'],
    ['place_source', 'geocoder', 'Adressen'],
  ])('shows %s %p as %s', (name, value, text) => {
    expect(fieldText(name, value, new Map([['s1', 'Vasan']]))).toBe(text);
  });

  test('of a new event has only what was filled in, and each names who made it', () => {
    const unset = { sold_out: false, ort: null, status: 'scheduled', banner_color: 'red', series_id: 's1' };
    const after = { event_name: 'Loppet', ...unset };
    const created = revision({ before: null, after });
    expect(changedValues(created, NO_SERIES).map(({ name }) => name)).toEqual(['event_name']);
    expect(actorOf({ actor_kind: 'admin', actor: 'vera' })).toBe('vera');
    expect(actorOf({ actor_kind: 'organiser', actor: 'a@b.se' })).toBe('Arrangör: a@b.se');
    expect(actorOf({ actor_kind: 'system', actor: null })).toBe('Systemet');
  });
});

test('the texts of undo count events', () => {
  const event = { id: 'a', event_name: 'A', event_date: '2027-05-22' };
  expect(undoneText({ removed: [event, event], restored: [event], kept: [] })).toBe(
    'Ångrat: 2 borttagna, 1 återställt.',
  );
  expect(countsOf({ added: 12, changed: 1, removed: 0 })).toBe('12 tillagda, 1 ändrat');
});

test('a bulk edit is sent once its value is chosen, and a stamp without text is removed', () => {
  expect(inputOf('status', FIRST_VALUES)).toEqual({ set: { status: 'cancelled' } });
  expect(inputOf('series_id', FIRST_VALUES)).toBeUndefined();
  expect(inputOf('sport_type', FIRST_VALUES)).toBeUndefined();
  expect(inputOf('landskap', FIRST_VALUES)).toEqual({ set: { landskap: null } });
  expect(inputOf('stamp', FIRST_VALUES)).toEqual({
    set: { banner_text: null, banner_start_date: null, banner_end_date: null },
  });
  expect(inputOf('stamp', { ...FIRST_VALUES, banner_text: 'Nytt' })).toBeUndefined();
});

test('filters events without a place, past ones without results and those that were never edited', () => {
  const place = { latitude: 61, longitude: 14 };
  const rows = sortRows(
    [
      adminEventOf({ id: 'a', event_date: '2027-01-01', ...place, version: 2 }),
      adminEventOf({
        id: 'b',
        event_date: '2027-01-02',
        ...place,
        result_link: 'https://a.example',
        version: 1,
      }),
      adminEventOf({ id: 'c', event_date: '2027-01-03', ...place, status: 'cancelled', version: 2 }),
      adminEventOf({ id: 'd', event_date: '2027-09-01', latitude: null, longitude: null, version: 2 }),
      adminEventOf({ id: 'e', event_date: '2027-09-02', ...place, is_approximate: true, version: 2 }),
    ],
    { key: 'event_date', descending: false },
  );
  const found = (subset: string) =>
    filterRows(
      rows,
      {
        search: { understood: understand('', '2027-01-15') },
        date: 'all',
        sport: '',
        subset: isSubset(subset) ? subset : undefined,
      },
      '2027-01-15',
      new Set(['c', 'gone']),
    )
      .map(({ id }) => id)
      .join('');
  const subsets = ['unplaced', 'no_result', 'untouched', 'duplicates', 'dead_links', 'constructor'];
  expect(subsets.map(found)).toEqual(['de', 'a', 'b', 'c', 'c', 'abcde']);
});

describe('in the portal', () => {
  freshPage('2027-01-15T10:00:00+01:00');
  beforeEach(() => {
    setViewportWidth(1280);
    localStorage.setItem('adminToken', 'token');
  });
  afterEach(() => localStorage.clear());

  const events = ['A', 'B', 'C'].map((event_name, index) =>
    adminEventOf({ id: `0198c0de-0000-7000-8000-00000000000${index}`, event_name, event_date: '2027-05-22' }),
  );
  const open = (answers: Record<string, unknown> = {}, path = '/admin/dashboard') =>
    show(<EventsTab />, {
      path,
      answers: {
        'admin.events.list': events,
        'admin.admins.overview': {},
        'admin.events.findPlace': null,
        'public.announcements.list': [],
        'public.series.list': [],
        ...answers,
      },
    });
  const openHistory = async (answers: Record<string, unknown>) => {
    const page = open(answers, `/admin/dashboard?event=${events[0]?.id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Historik' }));
    return { ...page, dialog: await screen.findByRole('dialog', { name: 'Historik' }) };
  };

  test('the history says that there is none, or that it could not be fetched', async () => {
    const { dialog } = await openHistory({ 'admin.revisions.list': [] });
    await within(dialog).findByText(/Det finns ingen historik/);
  });

  test('the history that cannot be fetched can be fetched again', async () => {
    const { dialog } = await openHistory({ 'admin.revisions.list': new AppError('server.failed') });
    await within(dialog).findByText(/Historiken kunde inte visas/);
    expect(within(dialog).getByRole('button', { name: 'Försök igen' })).toBeTruthy();
  });

  test('restoring asks with the fields and their earlier values', async () => {
    const change = revision({ before: { organizer: 'IFK' }, after: { organizer: 'SK' } });
    const { dialog, calls } = await openHistory({
      'admin.revisions.list': [change],
      'admin.revisions.restore': events[0],
    });
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Återställ/ }));
    const question = await screen.findByRole('dialog', { name: 'Återställa ändringen?' });
    expect(question.querySelector('dl')?.textContent).toBe('ArrangörIFK');
    fireEvent.click(within(question).getByRole('button', { name: 'Återställ' }));
    await toastSaying('Ändringen är återställd');
    expect(calls.find(({ procedure }) => procedure === 'admin.revisions.restore')?.input).toEqual({
      id: events[0]?.id,
      revision_id: 'r1',
    });
  });

  test('imports are listed, and one that cannot be undone has no button', async () => {
    const batch: Batch = {
      id: 'b1',
      kind: 'import',
      name: 'lopp.csv',
      made_by: 'vera',
      created_at: '2027-01-14T09:00:00.000Z',
      added: 2,
      changed: 0,
      removed: 0,
      undone_at: null,
      undone_by: null,
      can_undo: true,
    };
    const undone = { ...batch, id: 'b2', name: 'gammal.csv', undone_at: batch.created_at, can_undo: false };
    open({
      'admin.imports.list': [batch, undone],
      'admin.imports.undo': {
        removed: [{ id: 'a', event_name: 'Fel', event_date: '2027-05-22' }],
        restored: [],
        kept: [{ id: 'b', event_name: 'Rätt', event_date: '2027-05-22', reason: 'ads' }],
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Importer och större ändringar' }));
    await screen.findByText('gammal.csv');
    expect(screen.getAllByRole('button', { name: /^Ångra / })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Ångra lopp.csv' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ångra' });
    await within(dialog).findByText('Tas bort: 1');
    expect(within(dialog).getByText(/^Rätt/).textContent).toBe('Rätt, 22 maj 2027: har annonser');
  });

  test('keys move over the rows, mark and open them, and do nothing while somebody types', async () => {
    open();
    await screen.findByText('A');
    const user = userEvent.setup();
    await user.keyboard('jjx');
    await screen.findByText('1 markerat');
    expect(document.activeElement?.textContent).toContain('B');
    await user.keyboard('k');
    expect(document.activeElement?.textContent).toContain('A');
    await user.keyboard('/');
    expect(document.activeElement?.getAttribute('name')).toBe('q');
    await user.keyboard('x');
    screen.getByText('1 markerat');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('1 markerat')).toBeNull());
  });

  test('hidden columns stay hidden when the list is opened again', async () => {
    const first = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Kolumner' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Landskap' }));
    first.unmount();
    open();
    await screen.findByText('A');
    expect(screen.queryByRole('columnheader', { name: 'Landskap' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Ort' })).toBeTruthy();
  });
});
