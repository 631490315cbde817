import { afterAll, expect, test } from 'bun:test';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { makeEvent } from '#tests/support/content.ts';
import { until } from '#tests/support/process.ts';
import { pagesApp } from '#tests/support/rendered-pages.ts';

const app = await pagesApp({ caches: true });
await makeEvent(app.db, { event_name: 'Vårloppet', event_date: '2027-01-15' });
await assignMissingSeries(app.context);
await until(async () => (await app.fetchHtml('/')).includes('Vårloppet'), 5000);
afterAll(() => app.stop());

const PATHS = ['/', '/map', '/?sport=L%C3%B6pning', '/lopp/varloppet/2027', '/lopp.ics', '/lopp.atom'];

/** Only responses of the framework are logged, and have an id. */
async function read(path: string, headers = {}) {
  const response = await app.get(path, headers);
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(response.headers);
  return { isReady: id === undefined, status: response.status, headers: rest, body: await response.text() };
}

test.each(PATHS)('a cached %s has the body and the headers of the first response', async (path) => {
  const first = await read(path);
  await until(async () => (await read(path)).isReady, 5000);
  expect(await read(path)).toEqual({ ...first, isReady: true });
  const { etag = '' } = first.headers;
  expect(await read(path, { 'if-none-match': etag })).toMatchObject({ isReady: true, status: 304, body: '' });
});

test('a cached page is made again on the next day in Stockholm', async () => {
  const page = await read('/');
  expect(page.body).toContain('Vårloppet');
  app.setNow('2027-01-15T23:30:00Z');
  expect(await read('/')).toMatchObject({ isReady: false, body: expect.not.stringContaining('Vårloppet') });
  app.setNow();
});

test('the page of a race in memory is served while the database is unavailable', async () => {
  const offline = await pagesApp({ caches: true });
  await makeEvent(offline.db, { event_name: 'Vårloppet', event_date: '2027-01-15' });
  await assignMissingSeries(offline.context);
  const readRace = async () => (await offline.fetchHtml('/lopp/varloppet/2027')).includes('Startplatser');
  await until(readRace, 5000);
  await offline.context.database.close();
  expect(await readRace()).toBe(true);
  await offline.stop();
});
