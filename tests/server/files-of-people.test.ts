import { afterAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { events, series, sources } from '#db/schema/index.ts';
import type { ImportPreview } from '#src/features/imports/contract.ts';
import type { Source } from '#src/features/sources/contract.ts';
import { testApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { startOddSite } from '#tests/support/odd-site.ts';

const CASES = join(import.meta.dir, '../cases');
const bytesOf = (file: string) => Bun.file(join(CASES, file)).bytes();

const site = startOddSite();
const app = await testApp({
  now: () => new Date('2027-03-01T12:00:00Z'),
  environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` },
});
const admin = await makeAdmin(app.db, { username: 'vera' });
afterAll(async () => {
  await app.stop();
  site.stop();
});
beforeEach(async () => {
  for (const table of [sources, events, series]) await app.db.delete(table);
});

const over = <Body>(name: string, input: Record<string, unknown>) =>
  call<Body>(app, 'rest', `admin.sources.${name}`, admin, input);

/** The events that a trusted source with this file stores, sorted by name. */
async function storedFrom(file: string) {
  const bytes = await bytesOf(file);
  site.pages['/file'] = () => new Response(bytes);
  const { body: source } = await over<Source>('create', {
    name: 'Klubben',
    url: `http://127.0.0.1:${site.port}/file`,
    trusted: true,
    defaults: { sport_type: 'Löpning', distances: '10 km' },
  });
  await over('fetch', { id: source.id });
  const stored = await app.db.select().from(events);
  return stored.sort((a, b) => a.event_name.localeCompare(b.event_name, 'sv'));
}

async function previewOf(file: string): Promise<ImportPreview> {
  const { body } = await sendImport(app.url, admin, await bytesOf(file), {
    name: file,
    query: '?dry_run=true',
  });
  return body as ImportPreview;
}

// What is read from each file is in tests/rules/field-cases.test.ts and workbook-sheets.test.ts.
test('a trusted source stores the races of an iCalendar file', async () => {
  const stored = await storedFrom('12-cancelled-words.ics');
  expect(stored).toHaveLength(9);
  expect(stored.map(({ status }) => status)).toContain('postponed');
});

test('a trusted source stores the races of a JSON Feed', async () => {
  const stored = await storedFrom('16-json-feed-ranges.json');
  expect(stored.map(({ event_name, event_end_date }) => [event_name, event_end_date])).toEqual([
    ['Bara html', null],
    ['Dubbelloppet', '2027-05-23'],
    ['Etapploppet', '2027-07-02'],
    ['Utan id', null],
  ]);
});

test.each([
  ['17-quote-kills-import.csv', ['10 km', '5 km', '10 km']],
  ['22-unit-in-number-format.xlsx', ['100 m', '50 m', '9,0 mil']],
])('a dry run of %s shows its races without errors', async (file, distances) => {
  const { rows, errors, warnings } = await previewOf(file);
  expect([errors, warnings]).toEqual([[], []]);
  expect(rows.map((row) => row.distances)).toEqual(distances);
});
