import { afterAll, expect, test } from 'bun:test';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { makeAccount, makeAdmin, makeAnnouncement } from '#tests/support/content.ts';
import { RACE } from '#tests/support/embeds.ts';
import { type PagesApp, pagesApp } from '#tests/support/rendered-pages.ts';

const app = await pagesApp({ caches: true });
const otherApp = await pagesApp({ caches: true, on: { target: app.target } });
afterAll(async () => {
  await otherApp.stop();
  await app.stop();
});

/** What visitors, calendars and feed readers see of the state, as text. */
const TEXT_PATHS = [
  '/',
  '/map',
  '/lopp/vasaloppet/2027',
  '/lopp/vasaloppet/2027.ics',
  '/lopp.ics',
  '/lopp.atom',
  '/lopp.json',
  '/embed/lopp',
];
const ADS_PATHS = ['/api/marketplace/announcements', '/embed/lopp/vasaloppet/startplatser'];

/** Without the line folding and the escaped commas of iCalendar, and the comments of React. */
const textAt = async (instance: PagesApp, path: string) =>
  (await instance.fetchHtml(path)).replace(/\r\n /g, '').replaceAll('\\,', ',').replaceAll('<!-- -->', '');

/** Resolves to the paths that do not show it to a request that is sent after a second. */
async function findMissing(instance: PagesApp, shown: Record<string, (text: string) => boolean>) {
  const start = performance.now();
  let missing = Object.keys(shown);
  let isLastTry = false;
  while (missing.length > 0 && !isLastTry) {
    isLastTry = performance.now() - start >= 1000;
    const texts = await Promise.all(
      missing.map(async (path) => [path, await textAt(instance, path)] as const),
    );
    missing = texts.filter(([path, text]) => !shown[path]?.(text)).map(([path]) => path);
  }
  return missing;
}

test('a change of the state of a race is seen everywhere within a second, on both instances', async () => {
  const { headers } = await makeAdmin(app.db, { username: 'eva' });
  const { body: event } = await app.api<AdminEvent>('POST /admin/events', { headers, body: RACE });
  const { id: user_id } = await makeAccount(app.db);
  await makeAnnouncement(app.db, { event_id: event.id, user_id, price: 1234 });
  const hasAd = (text: string) => /1[ \u00a0]?234/.test(text);
  const expectEverywhere = async (text: string, adIsListed: boolean) => {
    const shown = Object.fromEntries([
      ...TEXT_PATHS.map((path) => [path, (found: string) => found.includes(text)]),
      ...ADS_PATHS.map((path) => [path, (found: string) => hasAd(found) === adIsListed]),
    ]);
    const missing = await Promise.all([app, otherApp].map((instance) => findMissing(instance, shown)));
    expect([text, ...missing]).toEqual([text, [], []]);
  };
  let minute = 0;
  const change = async (body: object) => {
    // Few feeds are written in one second of the clock.
    minute++;
    for (const instance of [app, otherApp]) instance.setNow(`2027-01-15T09:${minute + 10}:00Z`);
    const response = await app.api(`PUT /admin/events/${event.id}`, { headers, body: { ...RACE, ...body } });
    expect(response.status).toBe(200);
  };

  await expectEverywhere('Vasaloppet', true);
  await change({ sold_out: true });
  await expectEverywhere('Fulltecknat', true);
  await change({ sold_out: false, event_date: '2027-03-14', date_change: 'moved' });
  await expectEverywhere('Flyttat från 7 mars', true);
  await change({ event_date: '2027-03-14', status: 'postponed' });
  await expectEverywhere('Framflyttat, nytt datum ej klart', false);
  await change({ event_date: '2027-03-14', status: 'cancelled', status_note: 'För lite snö.' });
  await expectEverywhere('Inställt', false);
  for (const path of ['/lopp.ics', '/lopp/vasaloppet/2027.ics'])
    expect(await textAt(otherApp, path)).toContain('STATUS:CANCELLED');
});
