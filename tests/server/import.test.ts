import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { importEvents, previewImport } from '#src/features/imports/service.ts';
import { connect } from '#src/platform/database.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  DEMO_CSV,
  type Grid,
  gridOf,
  manyEvents,
  utf8,
  utf8WithBom,
  windows1252,
  withRealDates,
  workbook,
} from '#tests/support/event-files.ts';
import { until } from '#tests/support/process.ts';

const demo = await gridOf(DEMO_CSV);
const HEADER = demo[0] ?? [];
const ROW = ['2027-05-22', 'Göteborgsvarvet', '21,1 km', 'Löpning', 'Göteborg', 'Västergötland', '', '', ''];

let testDb: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  testDb = await testDatabase();
});
afterEach(() => testDb.drop());

type Options = Omit<Parameters<typeof importEvents>[1], 'bytes' | 'filename'>;
const importFile = (bytes: Uint8Array, filename = 'lopp.csv', options: Options = {}) =>
  importEvents({ ...testDb, now: () => new Date() }, { bytes, filename, ...options });
const importGrid = (grid: Grid, options?: Options) => importFile(utf8(grid), 'lopp.csv', options);
const loadEvents = () =>
  testDb.database.sql`
    select event_date::text, event_name, distances, sport_type, ort, landskap, race_link, result_link, organizer,
      latitude, longitude, place_source from events order by event_date, event_name, ort`;
const countEvents = async () => (await loadEvents()).length;

describe('the 56 demonstration events', () => {
  test('are the same from CSV, Windows-1252, xlsx with real dates and xls, with names byte for byte', async () => {
    const files: [string, Uint8Array][] = [
      ['lopp.csv', await Bun.file(DEMO_CSV).bytes()],
      ['bom.csv', utf8WithBom(demo)],
      ['excel.csv', windows1252(demo)],
      ['lopp.xlsx', workbook(withRealDates(demo), 'xlsx')],
      ['lopp.xls', workbook(withRealDates(demo), 'biff8')],
    ];
    const results: unknown[] = [];
    for (const [name, bytes] of files) {
      await testDb.database.sql`truncate events cascade`;
      expect(await importFile(bytes, name)).toMatchObject({ imported_count: 56, total_rows: 56, errors: [] });
      results.push([...(await loadEvents())]);
    }
    for (const result of results) expect(result).toEqual(results[0]);
    const names = (await loadEvents()).map((row) => row.event_name as string).sort();
    expect(names).toEqual(
      demo
        .slice(1)
        .map((row) => row[1] ?? '')
        .sort(),
    );
  });

  test('are stored field by field, with their location', async () => {
    await importGrid(demo);
    const row = (await loadEvents()).find(({ event_name }) => event_name === 'Gävle Halvmarathon');
    expect(row).toMatchObject({
      event_date: '2027-05-08',
      distances: ['10,5 km', '21,1 km'],
      sport_type: 'Löpning',
      ort: 'Gävle',
      landskap: 'Gästrikland',
      race_link: 'https://gavlehalvmarathon.se',
      result_link: null,
      organizer: 'Gefle IF',
      place_source: 'gazetteer',
    });
  });

  test('are all reported as existing when they are imported again', async () => {
    await importGrid(demo);
    const secondImport = await importGrid(demo);
    expect(secondImport).toMatchObject({
      imported_count: 0,
      updated_count: 0,
      existing_count: 56,
      total_rows: 56,
    });
    expect(secondImport.errors).toEqual(
      demo.slice(1).map((_, index) => `Rad ${index + 2}: Evenemanget finns redan.`),
    );
    expect(await countEvents()).toBe(56);
  });
});

describe('an import file', () => {
  test('with ten invalid rows reports them by number and imports the others', async () => {
    const gridWithInvalidRows: Grid = demo.map((row, index) =>
      index > 0 && index % 5 === 0 && index <= 50 ? row.with(0, 'i vår') : row,
    );
    const result = await importGrid(gridWithInvalidRows);
    expect(result).toMatchObject({ imported_count: 46, existing_count: 0, total_rows: 56 });
    expect(result.errors).toEqual(
      Array.from(
        { length: 10 },
        (_, index) =>
          `Rad ${index * 5 + 6}: datumet "i vår" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.`,
      ),
    );
    expect(await countEvents()).toBe(46);
  });

  test('with invalid and existing rows reports both in the order of the file', async () => {
    const result = await importGrid([HEADER, ROW, ROW, ROW.with(3, 'Curling'), ROW]);
    expect(result.errors.map((error) => error.slice(0, 6))).toEqual(['Rad 3:', 'Rad 4:', 'Rad 5:']);
    expect(result.imported_count + result.errors.length).toBe(result.total_rows);
  });

  test('with only invalid rows gives a result, not an error', async () => {
    const result = await importGrid([HEADER, ROW.with(0, ''), ROW.with(1, '')]);
    expect(result).toMatchObject({ imported_count: 0, total_rows: 2 });
    expect(result.errors).toHaveLength(2);
  });

  test('that is empty or has only a header is rejected with 400', async () => {
    for (const file of [utf8([HEADER]), new Uint8Array()]) {
      const error = await importFile(file).catch((reason) => reason);
      expect(error).toMatchObject({ code: 'import.empty', status: 400 });
    }
  });

  test('with a NUL reports its row', async () => {
    const result = await importGrid([HEADER, ROW, ROW.with(1, 'a\0b')]);
    expect(result).toMatchObject({ imported_count: 1, errors: [expect.stringMatching(/^Rad 3: /)] });
  });
});

test('texts are stored unchanged, short ones on one line', async () => {
  const unusualNames = [
    '\\N',
    '\\.',
    'a\\tb',
    'a\tb',
    'rad\nbrytning',
    '"citat", {klammer}',
    "'; drop table events; --",
    '🏃‍♀️ Åäö',
  ];
  await importGrid([
    [...HEADER, 'address'],
    ...unusualNames.map((name) => [
      ...ROW.with(1, name).with(8, name).with(3, 'Triathlon').with(2, 'a"b\\c, {d}'),
      name,
    ]),
  ]);
  const rows = await loadEvents();
  const addresses = await testDb.database.sql`select address, event_name from events`;
  expect(addresses.map((row) => row.address).sort()).toEqual([...unusualNames].sort());
  for (const { address, event_name } of addresses) expect(event_name).toBe(address.replace(/[\t\n]/, ' '));
  expect(rows.every((row) => row.organizer === row.event_name)).toBe(true);
  expect(rows[0]?.distances).toEqual(['a"b\\c', '{d}']);
});

test('a dry run returns the same result and stores nothing', async () => {
  const grid: Grid = [HEADER, ROW, ROW, ROW.with(1, 'Annat'), ROW.with(0, '')];
  const preview = (update: boolean) =>
    previewImport({ ...testDb, now: () => new Date() }, { bytes: utf8(grid), filename: 'lopp.csv', update });
  const { rows, omitted_rows, preview: _, ...dryRun } = await preview(false);
  expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'new'],
    [4, 'new'],
  ]);
  expect(omitted_rows).toBe(0);
  expect(dryRun).toMatchObject({ imported_count: 2, existing_count: 0, total_rows: 4 });
  expect(await countEvents()).toBe(0);
  expect(await importGrid(grid)).toEqual({ ...dryRun, import_id: expect.any(String) });
  expect(await preview(true)).toMatchObject({ imported_count: 2, updated_count: 2, existing_count: 0 });
});

describe('an update', () => {
  test('overwrites the same events and keeps their ids and the coordinates set by hand', async () => {
    const { sql } = testDb.database;
    await importGrid(demo);
    await sql`update events set latitude = 1, longitude = 2, place_source = 'admin', banner_text = 'Nytt'
      where event_name = 'Startmilen'`;
    const ids = await sql`select id from events order by id`;
    const changedGrid: Grid = demo.map((row, index) => (index === 0 ? row : row.with(8, 'Ny arrangör')));
    const result = await importGrid([...changedGrid, ROW.with(1, 'Alldeles nytt')], { update: true });
    expect(result).toMatchObject({ imported_count: 57, updated_count: 56, existing_count: 0, errors: [] });
    const rows = await sql`select * from events where event_name <> 'Alldeles nytt' order by id`;
    expect(rows.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    expect(rows.every((row) => row.organizer === 'Ny arrangör')).toBe(true);
    expect(rows.find((row) => row.event_name === 'Startmilen')).toMatchObject({
      latitude: 1,
      longitude: 2,
      place_source: 'admin',
      banner_text: 'Nytt',
    });
  });

  test('gives the same events as a new import of the file', async () => {
    const changedGrid: Grid = demo.map((row, index) =>
      index === 0
        ? [...row, 'address', 'event_end_date']
        : [
            row[0] ?? '',
            row[1]?.toUpperCase() ?? '',
            '1 km',
            'OCR',
            row[4]?.toUpperCase() ?? '',
            'Skåne',
          ].concat('https://ny.se', 'https://ny.se/resultat', 'Ny', 'Storgatan 1', row[0] ?? ''),
    );
    const loadAllFields = async () => [
      await loadEvents(),
      await testDb.database
        .sql`select event_name, address, event_end_date::text from events order by event_date, event_name, ort`,
    ];
    await importGrid(demo);
    expect(await importGrid(changedGrid, { update: true })).toMatchObject({ updated_count: 56, errors: [] });
    const updatedEvents = await loadAllFields();
    await testDb.database.sql`truncate events cascade`;
    await importGrid(changedGrid);
    expect(updatedEvents).toEqual(await loadAllFields());
  });
});

test('concurrent imports store each event once', async () => {
  const grid = await manyEvents(2000);
  const results = await Promise.all([importGrid(grid), importGrid(grid), importGrid(grid)]);
  expect(results.map((result) => result.imported_count).sort()).toEqual([0, 0, 2000]);
  expect(results.map((result) => result.existing_count).sort()).toEqual([0, 2000, 2000]);
  expect(await countEvents()).toBe(2000);
});

describe('a failing import', () => {
  for (const rejectedRow of [1, 10_000, 19_999]) {
    test(`stores nothing if the database rejects row ${rejectedRow} of 20,000, and the next one succeeds`, async () => {
      const { sql } = testDb.database;
      await sql.unsafe(
        `alter table events add constraint refused check (event_name <> 'Lopp nr ${rejectedRow}')`,
      );
      const grid = Array.from({ length: 20_000 }, (_, index) => ROW.with(1, `Lopp nr ${index}`));
      expect(await importGrid([HEADER, ...grid]).catch((error) => error)).toBeInstanceOf(Error);
      expect(await countEvents()).toBe(0);
      expect(await importGrid(demo)).toMatchObject({ imported_count: 56 });
    });
  }

  test('stores nothing if the connection is cut, and the next one succeeds', async () => {
    const { sql } = testDb.database;
    const blocker = connect(testDb.target, { max: 1 });
    await blocker.unsafe('begin; lock table events in share mode');
    const pendingImport = importGrid(await manyEvents(20_000)).catch((error) => error);
    const findWriters = () =>
      sql<{ pid: number }[]>`select pid from pg_stat_activity
        where query like '%insert into events (%' and pid <> pg_backend_pid() and datname = current_database()`;
    await until(async () => (await findWriters()).length > 0, 10_000);
    for (const { pid } of await findWriters()) await sql`select pg_terminate_backend(${pid})`;
    expect(await pendingImport).toBeInstanceOf(Error);
    await blocker.end();
    expect(await countEvents()).toBe(0);
    expect(await importGrid(demo)).toMatchObject({ imported_count: 56 });
  });
});

test('a file of 20,000 rows is imported', async () => {
  const file = utf8(await manyEvents(20_000));
  expect(await importFile(file)).toMatchObject({ imported_count: 20_000, errors: [] });
});

test('progress is reported from reading to storing', async () => {
  const stages: string[] = [];
  await importFile(utf8(await manyEvents(600)), 'lopp.csv', {
    onProgress: ({ stage, done, total }) => stages.push(`${stage} ${done}/${total}`),
  });
  expect(stages[0]).toBe('reading 0/1');
  expect(stages).toContain('storing 500/600');
  expect(stages.at(-1)).toBe('storing 600/600');
});
