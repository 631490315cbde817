import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { events, series, sources } from '../../db/schema';
import type { ImportPreview } from '../../src/features/events/import/contract';
import type { Source } from '../../src/features/events/sources/contract';
import { type TestApp, testApp } from '../support/app';
import { call } from '../support/call';
import { makeAdmin } from '../support/content';
import { sendImport } from '../support/imports';
import { type OddSite, startOddSite } from '../support/odd-site';

const CASES = join(import.meta.dir, '../cases');
const bytesOf = (file: string) => Bun.file(join(CASES, file)).bytes();

let site: OddSite;
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const db = () => app.context.database.db;

beforeAll(async () => {
  site = startOddSite();
  app = await testApp({
    now: () => new Date('2027-03-01T12:00:00Z'),
    environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` },
  });
  admin = await makeAdmin(db(), { username: 'vera' });
});
afterAll(async () => {
  await app.stop();
  site.stop();
});
beforeEach(async () => {
  for (const table of [sources, events, series]) await db().delete(table);
});

const over = <Body>(name: string, input: Record<string, unknown>) =>
  call<Body>(app, 'rest', `admin.sources.${name}`, admin, input);

/** What a trusted source with this file stores, in the order of names. */
async function storedFrom(file: string, defaults: Record<string, string> = { distances: '10 km' }) {
  const bytes = await bytesOf(file);
  site.pages['/file'] = () => new Response(bytes);
  const { body: source } = await over<Source>('create', {
    name: 'Klubben',
    url: `http://127.0.0.1:${site.port}/file`,
    trusted: true,
    defaults: { sport_type: 'Löpning', ...defaults },
  });
  await over('fetch', { id: source.id });
  const stored = await db().select().from(events);
  return stored.sort((a, b) => a.event_name.localeCompare(b.event_name, 'sv'));
}

async function previewOf(file: string): Promise<ImportPreview> {
  const { body } = await sendImport(app.url, admin, await bytesOf(file), {
    name: file,
    query: '?dry_run=true',
  });
  return body as ImportPreview;
}

describe('a trusted source stores', () => {
  test.each([
    ['11-climb-as-distance.ics', [['42 km']]],
    ['11b-K-not-read.ics', [['21 km', '10 km', '5 km']]],
    [
      '11c-thousands-and-lists.ics',
      [
        ['42 195 m'],
        ['2 500 m'],
        ['5 km', '10 km'],
        ['5 km', '10 km', '21 km'],
        ['5 km', '10 km'],
        ['10 000 m'],
      ],
    ],
  ])('the lengths of %s', async (file, distances) => {
    expect((await storedFrom(file, {})).map((event) => event.distances)).toEqual(distances);
  });

  test('the state of 12-cancelled-words.ics and names without it', async () => {
    const stored = await storedFrom('12-cancelled-words.ics');
    expect(stored).toHaveLength(9);
    for (const { event_name, status } of stored) {
      expect(status).toBe(event_name === 'Loppet nio' ? 'postponed' : 'cancelled');
      expect(event_name).not.toMatch(/inst|avlyst|cancel|fram/i);
    }
  });

  test('the towns of 13-places.ics', async () => {
    const stored = await storedFrom('13-places.ics');
    expect(stored[6]?.address).toBe('57.7089, 11.9746');
    expect(stored.map(({ ort }) => ort)).toEqual([
      'Vagnhärad',
      'Slite',
      'Mora',
      'Malmö',
      'Umeå',
      'Stockholm',
      null,
      // The gazetteer lacks it, and it may be a venue.
      null,
    ]);
  });

  test('the name of 15-entities.ics', async () => {
    expect((await storedFrom('15-entities.ics'))[0]?.event_name).toBe('Ida & Ottos lopp – 10 km');
  });

  test('the days of 16-json-feed-ranges.json', async () => {
    const stored = await storedFrom('16-json-feed-ranges.json');
    expect(
      stored.map(({ event_name, event_date, event_end_date }) => [event_name, event_date, event_end_date]),
    ).toEqual([
      ['Bara html', '2027-05-22', null],
      ['Dubbelloppet', '2027-05-22', '2027-05-23'],
      ['Etapploppet', '2027-06-30', '2027-07-02'],
      ['Utan id', '2027-05-24', null],
    ]);
  });
});

describe('a dry run of the import shows', () => {
  test.each([
    ['17-quote-kills-import.csv', ['Före', '"Milen"-loppet', 'Efter'], ['10 km', '5 km', '10 km']],
    ['19-utf16.csv', ['Göteborgsvarvet'], ['21,1 km']],
    ['20-metres-with-thousands.csv', ['Banlopp tiotusen', 'Banlopp femtusen'], ['10 000 m', '5 000 m']],
    [
      '22-unit-in-number-format.xlsx',
      ['Hundra meter', 'Femti meter', 'Nio mil'],
      ['100 m', '50 m', '9,0 mil'],
    ],
    ['23-hidden-first-sheet.xlsx', ['A'], ['10 km']],
  ])('all races of %s with their lengths', async (file, names, distances) => {
    const { rows, errors, warnings } = await previewOf(file);
    expect([errors, warnings]).toEqual([[], []]);
    expect(rows.map(({ event_name }) => event_name)).toEqual(names);
    expect(rows.map((row) => row.distances)).toEqual(distances);
  });

  test('composed letters of 18-nfd-sport.csv', async () => {
    const { rows } = await previewOf('18-nfd-sport.csv');
    expect(rows).toMatchObject([
      { event_name: 'Åre Fjällmaraton', sport_type: 'Löpning', landskap: 'Skåne' },
    ]);
  });
});
