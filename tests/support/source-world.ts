import { afterAll, beforeEach } from 'bun:test';
import { join } from 'node:path';
import { auditLog, eventBatches, events, series, sources } from '#db/schema/index.ts';
import type {
  AcceptResult,
  Source,
  SourceChange,
  SourceFetchResult,
} from '#src/features/sources/contract.ts';
import { testApp } from './app.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { startOddSite } from './odd-site.ts';

export const CASES = join(import.meta.dir, '../cases');

type Row = {
  id?: string;
  date?: string;
  name?: string;
  distances?: string;
  ort?: string;
  organizer?: string;
};
export const csvOf = (rows: Row[]) =>
  [
    'id;event_date;event_name;distances;sport_type;ort;organizer',
    ...rows.map(
      ({
        id = '',
        date = '2027-05-22',
        name = 'Loppet',
        distances = '10 km',
        ort = 'Mora',
        organizer = '',
      }) => [id, date, name, distances, 'Löpning', ort, organizer].join(';'),
    ),
  ].join('\n');

/** An app with an admin, and a site with a source. */
export async function openSourceWorld() {
  let now = Date.parse('2027-03-01T12:00:00Z');

  const site = startOddSite();
  const app = await testApp({
    now: () => new Date(now),
    environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` },
  });
  const admin = await makeAdmin(app.db, { username: 'vera' });
  afterAll(async () => {
    await app.stop();
    site.stop();
  });
  beforeEach(async () => {
    for (const table of [sources, events, series, eventBatches, auditLog]) await app.db.delete(table);
    site.requests.length = 0;
  });

  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
  const over = <Body>(name: string, input: Record<string, unknown> = {}) =>
    call<Body>(app, 'rest', `admin.sources.${name}`, admin, input);

  /** What `/csv` of the site has from now on. */
  const publish = (...rows: Row[]) => {
    site.pages['/csv'] = () => new Response(csvOf(rows));
  };
  const addSource = async (input: Record<string, unknown> = {}) =>
    (await over<Source>('create', { name: 'Förbundet', url: at('/csv'), ...input })).body;
  const fetchNow = async ({ id }: Source) => (await over<SourceFetchResult>('fetch', { id })).body;
  const changes = async () => (await over<SourceChange[]>('changes')).body;
  const acceptAll = async ({ id }: Source) => (await over<AcceptResult>('acceptAll', { id })).body;
  const storedEvents = async () =>
    (await app.db.select().from(events)).sort((a, b) => (a.event_name < b.event_name ? -1 : 1));

  return {
    acceptAll,
    addSource,
    admin,
    app,
    at,
    changes,
    fetchNow,
    now: () => now,
    over,
    publish,
    setNow: (value: typeof now) => {
      now = value;
    },
    site,
    storedEvents,
  };
}
