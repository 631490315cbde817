import { beforeEach, describe, expect, test } from 'bun:test';
import { makeEvent } from '#tests/support/content.ts';
import { type Grid, utf8 } from '#tests/support/event-files.ts';
import { openImportWorld, ROW } from '#tests/support/import-world.ts';

const { HEADER, app, countEvents, expectAsPreviewed, loadEvents, sendFile } = await openImportWorld();

describe('a mixed file', () => {
  const MIXED_GRID: Grid = [
    ['event_date', 'event_name', 'distances', 'sport_type', 'ort', 'landskap', 'event_end_date', 'address'],
    [
      '2027-05-22',
      'göteborgsvarvet',
      '10 km',
      'Löpning',
      'Göteborg',
      'Västergötland',
      '2027-05-23',
      'Heden 1',
    ],
    ['2027-06-01', 'Nytt lopp', '5 km, 42,1 km', 'Löpning trail', 'Mora', 'Dalarna', '', ''],
    ['2027-06-01', 'Ingenstans', '24 h', 'Löpning - tidslopp', '', '', '', ''],
    ['i vår', 'Utan datum', '5 km', 'Löpning', '', '', '', ''],
    ['2027-06-01', 'NYTT LOPP', '7 km', 'Löpning', 'mora', '', '', ''],
    ['2027-08-01', 'Sätts för hand', '7 km', 'OCR', 'Mora', 'Dalarna', '', ''],
  ];

  beforeEach(async () => {
    const { db } = app;
    await makeEvent(db, {
      event_date: '2027-05-22',
      event_name: 'Göteborgsvarvet',
      ort: 'Göteborg',
      landskap: 'Bohuslän',
      race_link: 'https://gbg.se',
      organizer: 'GFIF',
      banner_text: 'Fullt',
      banner_start_date: '2027-01-01T00:00:00.000Z',
      banner_end_date: '2027-12-01T00:00:00.000Z',
    });
    await makeEvent(db, {
      event_date: '2027-08-01',
      event_name: 'Sätts för hand',
      ort: 'Mora',
      latitude: 1,
      longitude: 2,
      place_source: 'admin',
    });
  });

  test('without update keeps the stored events and reports them', async () => {
    const eventsBefore = await loadEvents();
    const dryRun = await sendFile(utf8(MIXED_GRID), { query: '?dry_run=true' });
    expect(dryRun.body.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'exists'],
      [3, 'new'],
      [4, 'new'],
      [7, 'exists'],
    ]);
    const importResponse = await sendFile(utf8(MIXED_GRID), { query: `?preview=${dryRun.body.preview}` });
    const { rows, omitted_rows: _, preview: __, ...summary } = dryRun.body;
    expect(importResponse.body).toEqual({
      ...summary,
      as_previewed: true,
      import_id: expect.any(String),
    } as typeof importResponse.body);
    expect(importResponse.body).toMatchObject({
      imported_count: 2,
      updated_count: 0,
      existing_count: 2,
      total_rows: 6,
    });
    expect(importResponse.body.errors).toEqual([
      'Rad 2: Evenemanget finns redan.',
      'Rad 5: datumet "i vår" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
      'Rad 6: evenemanget står redan på rad 3. Skriv alla distanser på samma rad.',
      'Rad 7: Evenemanget finns redan.',
    ]);
    await expectAsPreviewed(rows);
    const eventsAfter = await loadEvents();
    for (const [key, event] of eventsBefore) expect(eventsAfter.get(key)).toEqual(event);
  });

  test('with update shows the merged events in the preview, and reports a repeated event as an error', async () => {
    const query = 'update=true';
    const dryRun = await sendFile(utf8(MIXED_GRID), { query: `?dry_run=true&${query}` });
    expect(dryRun.body.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'updated'],
      [3, 'new'],
      [4, 'new'],
      [7, 'updated'],
    ]);
    expect(dryRun.body.rows[0]).toMatchObject({
      race_link: 'https://gbg.se',
      organizer: 'GFIF',
      address: 'Heden 1',
    });
    expect(dryRun.body.rows[3]).toMatchObject({ latitude: 1, longitude: 2, is_approximate: false });
    const importResponse = await sendFile(utf8(MIXED_GRID), {
      query: `?${query}&preview=${dryRun.body.preview}`,
    });
    expect(importResponse.body).toMatchObject({
      imported_count: 4,
      updated_count: 2,
      existing_count: 0,
      as_previewed: true,
    });
    expect(importResponse.body.errors).toEqual([
      'Rad 5: datumet "i vår" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
      'Rad 6: evenemanget står redan på rad 3. Skriv alla distanser på samma rad.',
    ]);
    expect(await countEvents()).toBe(4);
    await expectAsPreviewed(dryRun.body.rows);
    expect(await app.sql`select banner_text from events where ort = 'Göteborg'`).toMatchObject([
      { banner_text: 'Fullt' },
    ]);
  });
});

test('an import reports that the calendar has changed since the preview', async () => {
  const file = utf8([HEADER, ROW, ROW.with(1, 'Ett till')]);
  const { body: dryRun } = await sendFile(file, { query: '?dry_run=true' });
  await makeEvent(app.db, {
    event_date: '2027-05-22',
    event_name: 'ETT TILL',
    ort: 'Göteborg',
  });
  const { body } = await sendFile(file, { query: `?preview=${dryRun.preview}` });
  expect(body).toMatchObject({ imported_count: 1, existing_count: 1, as_previewed: false });
  // A changed stored event also changes the preview of an update.
  const updateDryRun = await sendFile(file, { query: '?dry_run=true&update=true' });
  await app.sql`update events set address = 'Ny' where event_name = 'ETT TILL'`;
  const updateResponse = await sendFile(file, { query: `?update=true&preview=${updateDryRun.body.preview}` });
  expect(updateResponse.body).toMatchObject({ updated_count: 2, as_previewed: false });
});

describe('an import reports', () => {
  test('unknown and repeated columns', async () => {
    const file = utf8([
      [...HEADER, 'Anteckning', 'ORT', '', 'Anteckning'],
      [...ROW, 'a', 'Mora', 'b', 'c'],
    ]);
    const { body } = await sendFile(file, { query: '?dry_run=true' });
    expect(body).toMatchObject({
      imported_count: 1,
      ignored_columns: ['Anteckning', 'ORT'],
      ignored_sheets: [],
    });
    expect(body.rows[0]?.ort).toBe('Göteborg');
  });

  test.each(['', 'dry_run=true'])('every row once: stored, ignored or an error (%s)', async (query) => {
    const file = utf8([
      [...HEADER, 'Anteckning'],
      [...ROW, ''],
      [...HEADER.map(() => ''), 'ring Eva'],
      [...HEADER.map(() => ''), ''],
      [...ROW.with(0, 'i maj'), ''],
    ]);
    const { body } = await sendFile(file, { query: `?${query}` });
    expect(body).toMatchObject({
      found: 3,
      imported_count: 1,
      ignored: [{ row: 3, reason: expect.stringContaining('kolumner') }],
      errors: [expect.stringContaining('Rad 5:')],
    });
  });

  test('sheets after the first', async () => {
    const XLSX = await import('xlsx');
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([HEADER, ROW]), 'Lopp');
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([HEADER, ROW.with(1, 'B')]), 'Blad 2');
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType }));
      const { body } = await sendFile(bytes, { name: 'a.xlsx', query: '?dry_run=true' });
      expect(body).toMatchObject({ imported_count: 1, ignored_sheets: ['Blad 2'] });
    }
  });
});
