import { describe, expect, test } from 'bun:test';
import type { ImportField } from '../../src/features/events/fields';
import {
  describeRowError,
  type PlannedRow,
  planImport,
  rowChecker,
} from '../../src/features/events/import/plan';
import type { ImportedEvent } from '../../src/features/events/import/store';

const VALID_ROW = {
  event_date: '2027-05-22',
  event_name: 'Göteborgsvarvet',
  distances: '21,1 km',
  sport_type: 'Löpning',
  ort: 'Göteborg',
  landskap: 'Västergötland',
};

function errorOf(cells: Partial<Record<ImportField, string>>): string | undefined {
  const checked = rowChecker()({ number: 7, cells });
  return 'event' in checked ? undefined : describeRowError(checked);
}

describe('rowChecker', () => {
  test('accepts a good row', () => expect(errorOf(VALID_ROW)).toBeUndefined());

  const cases: [string, Partial<Record<ImportField, string>>, string][] = [
    ['no name', { event_name: '' }, 'Vänligen fyll i alla obligatoriska fält (event_name)'],
    ['no date', { event_date: '' }, 'Vänligen fyll i alla obligatoriska fält (event_date)'],
    ['no distance', { distances: ' , ' }, 'Vänligen fyll i alla obligatoriska fält (distances)'],
    ['no sport', { sport_type: '' }, 'Vänligen fyll i alla obligatoriska fält (sport_type)'],
    [
      'a day that does not exist',
      { event_date: '2027-02-30' },
      'Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
    ],
    [
      'a date in a foreign format',
      { event_date: '22/5/2027' },
      'Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
    ],
    ['an end before the start', { event_end_date: '2027-05-21' }, 'Slutdatum kan inte vara före startdatum.'],
    ['an unknown sport', { sport_type: 'Curling' }, 'Välj en av de sporter som finns.'],
    ['an unknown landskap', { landskap: 'Norge' }, 'Välj ett av Sveriges 25 landskap.'],
    [
      'words for a distance',
      { distances: 'långt' },
      'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")',
    ],
    [
      'an invalid link',
      { race_link: 'javascript:alert(1)' },
      'Ange en giltig länk som börjar med http:// eller https://. (race_link)',
    ],
    ['a name of 201 characters', { event_name: 'x'.repeat(201) }, 'En text är för lång. (event_name)'],
    ['a NUL', { organizer: 'a\0b' }, 'Det gick inte att läsa det du skickade. (organizer)'],
  ];
  for (const [kind, change, sentence] of cases) {
    test(`reports ${kind} with the row number`, () =>
      expect(errorOf({ ...VALID_ROW, ...change })).toBe(`Rad 7: ${sentence}`));
  }

  test('accepts Löpning - tidslopp with times', () => {
    expect(
      errorOf({ ...VALID_ROW, sport_type: 'Löpning - tidslopp', distances: '6 timmar, 24 h' }),
    ).toBeUndefined();
  });
});

describe('planImport', () => {
  const ALL_COLUMNS = new Set<ImportField>([
    'event_date',
    'event_name',
    'distances',
    'sport_type',
    'ort',
    'landskap',
  ]);
  const rowsOf = (...changes: Partial<typeof VALID_ROW>[]) =>
    changes.map((change, index) => {
      const checked = rowChecker()({ number: index + 2, cells: { ...VALID_ROW, ...change } });
      if (!('event' in checked)) throw new Error('not a good row');
      return checked;
    });
  type Outcome = PlannedRow['outcome'];
  const planOf = (
    rows: ReturnType<typeof rowsOf>,
    stored: ImportedEvent[],
    { columns, update }: { columns: ReadonlySet<ImportField>; update: boolean },
  ) => {
    const all = rows.map(
      planImport(update ? { update, columns, events: stored } : { update, events: stored }),
    );
    const planned = all.filter((row) => 'outcome' in row);
    const eventsOf = (outcome: Outcome) =>
      planned.filter((row) => row.outcome === outcome).map(({ event }) => event);
    return {
      outcomes: all.map((row) => ('outcome' in row ? row.outcome : describeRowError(row))),
      inserts: eventsOf('new'),
      updates: eventsOf('updated'),
    };
  };
  const [stored] = planOf(rowsOf({}), [], { columns: ALL_COLUMNS, update: false }).inserts;
  const storedEvent: ImportedEvent = {
    ...stored!,
    id: 'stored',
    race_link: 'https://a.se',
    organizer: 'GFIF',
  };

  test('treats rows with the same date, folded name and folded ort as the same event', () => {
    const rows = rowsOf({ event_name: ' GÖTEBORGS\u0056ARVET', ort: 'goteborg' }, { ort: 'Mora' });
    const plan = planOf(rows, [storedEvent], { columns: ALL_COLUMNS, update: false });
    expect(plan.outcomes).toEqual(['exists', 'new']);
    expect(plan.inserts.map((event) => event.ort)).toEqual(['Mora']);
  });

  test('reports a repeated row as an error, or as existing when the event is stored', () => {
    const rows = rowsOf({}, {}, { ort: 'Mora' }, { ort: 'Mora' });
    const plan = planOf(rows, [storedEvent], { columns: ALL_COLUMNS, update: false });
    const again = 'Rad 5: Evenemanget står redan på en tidigare rad i filen.';
    expect(plan.outcomes).toEqual(['exists', 'exists', 'new', again]);
  });

  test('with update, uses the first row of an event and reports its later rows as errors', () => {
    const rows = rowsOf(
      { distances: '1 km' },
      { distances: '2 km' },
      { ort: 'Mora' },
      { ort: 'Mora', distances: '3 km' },
    );
    const plan = planOf(rows, [storedEvent], { columns: ALL_COLUMNS, update: true });
    const again = 'Evenemanget står redan på en tidigare rad i filen.';
    expect(plan.outcomes).toEqual(['updated', `Rad 3: ${again}`, 'new', `Rad 5: ${again}`]);
    expect(plan.updates.map((event) => [event.id, event.distances])).toEqual([['stored', ['1 km']]]);
    expect(plan.inserts.map((event) => event.distances)).toEqual([['21,1 km']]);
  });

  test('with update, overwrites the oldest of several equal stored events', () => {
    const alike: ImportedEvent = {
      ...storedEvent,
      id: 'younger',
      event_name: 'GÖTEBORGSVARVET',
      ort: 'goteborg',
    };
    const { updates } = planOf(rowsOf({}), [storedEvent, alike], { columns: ALL_COLUMNS, update: true });
    expect(updates.map(({ id }) => id)).toEqual(['stored']);
  });

  test('with update, keeps a field if the file lacks its column', () => {
    const [after] = planOf(rowsOf({ distances: '5 km' }), [storedEvent], {
      columns: ALL_COLUMNS,
      update: true,
    }).updates;
    expect(after).toMatchObject({ race_link: 'https://a.se', organizer: 'GFIF', distances: ['5 km'] });
    const columns = new Set<ImportField>([...ALL_COLUMNS, 'organizer']);
    const [emptied] = planOf(rowsOf({}), [storedEvent], { columns, update: true }).updates;
    expect(emptied).toMatchObject({ race_link: 'https://a.se', organizer: null });
  });

  test('with update, keeps a location set by hand, and a geocoded one while its address is unchanged', () => {
    const coordinates = { latitude: 1, longitude: 2 };
    const placeSourceAfter = (source: ImportedEvent['place_source'], change: Partial<typeof VALID_ROW>) =>
      planOf(rowsOf(change), [{ ...storedEvent, ...coordinates, place_source: source }], {
        columns: ALL_COLUMNS,
        update: true,
      }).updates[0]?.place_source;
    expect(placeSourceAfter('admin', {})).toBe('admin');
    expect(placeSourceAfter('admin', { landskap: 'Bohuslän' })).toBe('admin');
    expect(placeSourceAfter('geocoder', {})).toBe('geocoder');
    expect(placeSourceAfter('geocoder', { landskap: 'Bohuslän' })).not.toBe('geocoder');
    expect(placeSourceAfter('landskap', {})).toBe('gazetteer');
  });
});
