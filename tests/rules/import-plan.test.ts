import { describe, expect, test } from 'bun:test';
import { IMPORT_FIELD_NAMES, type ImportField } from '#src/features/events/fields.ts';
import { type PlannedRow, planImport, rowChecker } from '#src/features/imports/rows/plan.ts';
import { withStateWords } from '#src/features/imports/rows/title-words.ts';
import {
  describeMissingColumns,
  describeRowError,
  nearestColumn,
  nearestDay,
} from '#src/features/imports/rules.ts';
import type { ImportedEvent } from '#src/features/imports/store.ts';
import { TODAY, VALID_ROW } from '#tests/support/import-rows.ts';

test.each([
  ['2027-5-2', '2027-05-02'],
  ['20270522', '2027-05-22'],
  ['22/5 2027', '2027-05-22'],
  ['22.05.27', '2027-05-22'],
  ['5/22/2027', '2027-05-22'],
  ['lördag 22 maj 2027', '2027-05-22'],
  ['31 Apr. 2027', '2027-04-30'],
  ['May 22, 2027', '2027-05-22'],
  ['Oct 2, 2027', '2027-10-02'],
  ['22 October 2027', '2027-10-22'],
  ['May 22–23, 2027', '2027-05-22'],
  ['22–23 maj 2027', '2027-05-22'],
  ['30 juni – 2 juli 2027', '2027-06-30'],
  ['May 2027', undefined],
  ['TBC 2027', undefined],
  ['270522', '2027-05-22'],
  ['2027–05–22', '2027-05-22'],
  ['2027-13-13', undefined],
  ['22 mej 2027', undefined],
  ['maj', undefined],
  ['', undefined],
])('the day nearest to %p is %p', (text, day) => {
  expect(nearestDay(text)).toBe(day);
});

test('describeMissingColumns names the missing columns, and suggests them for similar columns of the file', () => {
  expect(describeMissingColumns(['sport_type'], ['Kommentar'])).toBe(
    'CSV-filen saknar den obligatoriska kolumnen sport_type.',
  );
  expect(describeMissingColumns(['event_date', 'sport_type'], ['Datum', 'sporttype'])).toBe(
    'CSV-filen saknar de obligatoriska kolumnerna event_date, sport_type. Kolumnen "Datum" finns inte. ' +
      'Menade du event_date? Kolumnen "sporttype" finns inte. Menade du sport_type?',
  );
  expect(nearestColumn('landskp', ['ort', 'landskap'])).toBe('landskap');
  // `Ort` is a known column and not a misspelling.
  expect(nearestColumn('Ort', ['ort', 'landskap'])).toBeUndefined();
});

test.each<[title: string, column: string]>([
  ['Datum', 'event_date'],
  ['Loppets namn', 'event_name'],
  ['Sport', 'sport_type'],
  ['distanse', 'distances'],
  ['ort/plats', 'ort'],
  ['resultat', 'result_link'],
])('the column %j is suggested as %s', (title, column) => {
  expect(nearestColumn(title, IMPORT_FIELD_NAMES)).toBe(column as never);
});

test.each(
  'anm anm. anmälan anmärkning anmälningslänk länk lopp loppet race tid tel not note startdatum start län typ dag km date'.split(
    ' ',
  ),
)('no column is suggested for %j, which may be several or none', (title) => {
  expect(nearestColumn(title, IMPORT_FIELD_NAMES)).toBeUndefined();
});

describe('planImport', () => {
  const rowsOf = (...changes: Partial<Record<ImportField, string>>[]) =>
    changes.map((change, index) => {
      const checked = rowChecker(TODAY)({ number: index + 2, cells: { ...VALID_ROW, ...change } });
      if (!('event' in checked)) throw new Error('not a valid row');
      return checked;
    });
  type Outcome = PlannedRow['outcome'];
  const planOf = (
    rows: ReturnType<typeof rowsOf>,
    stored: ImportedEvent[],
    { update }: { update: boolean },
  ) => {
    const all = rows.map(planImport(update ? { update, events: stored } : { update, events: stored }));
    const planned = all.filter((row) => 'outcome' in row);
    const eventsOf = (outcome: Outcome) =>
      planned.filter((row) => row.outcome === outcome).map(({ event }) => event);
    return {
      outcomes: all.map((row) => ('outcome' in row ? row.outcome : describeRowError(row))),
      inserts: eventsOf('new'),
      updates: eventsOf('updated'),
    };
  };
  const [stored] = planOf(rowsOf({}), [], { update: false }).inserts;
  const storedEvent: ImportedEvent = {
    ...stored!,
    id: 'stored',
    race_link: 'https://a.se',
    organizer: 'GFIF',
  };

  test('treats rows with the same date, folded name and folded ort as the same event', () => {
    const rows = rowsOf({ event_name: ' GÖTEBORGS\u0056ARVET', ort: 'goteborg' }, { ort: 'Mora' });
    const plan = planOf(rows, [storedEvent], { update: false });
    expect(plan.outcomes).toEqual(['exists', 'new']);
    expect(plan.inserts.map((event) => event.ort)).toEqual(['Mora']);
  });

  test('reports a repeated row as an error, or as existing when the event is stored', () => {
    const rows = rowsOf({}, {}, { ort: 'Mora' }, { ort: 'Mora' });
    const plan = planOf(rows, [storedEvent], { update: false });
    const again = 'Rad 5: evenemanget står redan på rad 4. Ta bort en av raderna.';
    expect(plan.outcomes).toEqual(['exists', 'exists', 'new', again]);
  });

  test('with update, uses the first row of an event and reports its later rows as errors', () => {
    const rows = rowsOf(
      { distances: '1 km' },
      { distances: '2 km' },
      { ort: 'Mora' },
      { ort: 'Mora', distances: '3 km' },
    );
    const plan = planOf(rows, [storedEvent], { update: true });
    const again = (first: number) =>
      `evenemanget står redan på rad ${first}. Skriv alla distanser på samma rad.`;
    expect(plan.outcomes).toEqual(['updated', `Rad 3: ${again(2)}`, 'new', `Rad 5: ${again(4)}`]);
    expect(plan.updates.map((event) => [event.id, event.distances])).toEqual([['stored', ['1 km']]]);
    expect(plan.inserts.map((event) => event.distances)).toEqual([['21,1 km']]);
  });

  test('with update, overwrites the oldest of several equal stored events', () => {
    const duplicate: ImportedEvent = {
      ...storedEvent,
      id: 'younger',
      event_name: 'GÖTEBORGSVARVET',
      ort: 'goteborg',
    };
    const { updates } = planOf(rowsOf({}), [storedEvent, duplicate], { update: true });
    expect(updates.map(({ id }) => id)).toEqual(['stored']);
  });

  test('with update, keeps a field if the file lacks its column, and empties it if only the cell is empty', () => {
    const [after] = planOf(rowsOf({ distances: '5 km' }), [storedEvent], { update: true }).updates;
    expect(after).toMatchObject({ race_link: 'https://a.se', organizer: 'GFIF', distances: ['5 km'] });
    const [emptied] = planOf(rowsOf({ organizer: '' }), [storedEvent], { update: true }).updates;
    expect(emptied).toMatchObject({ race_link: 'https://a.se', organizer: null });
  });

  test('with update, writes the state that a name says, and only there', () => {
    const off = { ...storedEvent, status: 'postponed' as const };
    const said = withStateWords({ ...VALID_ROW, event_name: 'INSTÄLLT: Göteborgsvarvet' });
    expect(planOf(rowsOf(said), [off], { update: true }).updates).toMatchObject([
      { id: 'stored', event_name: 'Göteborgsvarvet', status: 'cancelled' },
    ]);
    expect(planOf(rowsOf({}), [off], { update: true }).updates).toMatchObject([{ status: 'postponed' }]);
  });

  test('with update, keeps a location set by hand and a geocoded one of an unchanged place, and locates others again', () => {
    const coordinates = { latitude: 1, longitude: 2 };
    const placeSourceAfter = (source: ImportedEvent['place_source'], change: Partial<typeof VALID_ROW>) =>
      planOf(rowsOf(change), [{ ...storedEvent, ...coordinates, place_source: source }], {
        update: true,
      }).updates[0]?.place_source;
    expect(placeSourceAfter('admin', {})).toBe('admin');
    expect(placeSourceAfter('admin', { landskap: 'Bohuslän' })).toBe('admin');
    expect(placeSourceAfter('geocoder', {})).toBe('geocoder');
    expect(placeSourceAfter('geocoder', { landskap: 'Bohuslän' })).not.toBe('geocoder');
    expect(placeSourceAfter('landskap', {})).toBe('gazetteer');
  });
});
