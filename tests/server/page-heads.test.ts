import { afterAll, beforeEach, expect, test } from 'bun:test';
import { events, raceAddresses, series } from '#db/schema/index.ts';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { makeEvent } from '#tests/support/content.ts';
import { isWithoutContent, pagesApp } from '#tests/support/rendered-pages.ts';
import { fakeStopwatch } from '#tests/support/stopwatch.ts';
import { structuredDataIn } from '#tests/support/structured-data.ts';

const SITE = 'https://lopp.example';

const { times, stopwatch } = fakeStopwatch();
const app = await pagesApp({ environment: { PUBLIC_URL: SITE }, stopwatch });
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [events, raceAddresses, series]) await app.db.delete(table);
});

/** Today is 15 January 2027. */
const make = async (...rows: Parameters<typeof makeEvent>[1][]) => {
  for (const row of rows) await makeEvent(app.db, row);
  await assignMissingSeries(app.context);
};
const contentOf = (page: string, tag: RegExp) => tag.exec(page)?.[1]?.replaceAll('&amp;', '&');
const headOf = async (path: string) => {
  const page = await app.fetchHtml(path);
  return {
    title: contentOf(page, /<title>([^<]*)</),
    description: contentOf(page, /name="description" content="([^"]*)"/),
    robots: contentOf(page, /name="robots" content="([^"]*)"/),
    canonical: contentOf(page, /rel="canonical" href="([^"]*)"/),
    url: contentOf(page, /og:url" content="([^"]*)"/),
    image: contentOf(page, /og:image" content="([^"]*)"/),
  };
};

test('a calendar of a sport, a landskap or both has a title, a description, a picture and its canonical URL', async () => {
  await make(
    { event_name: 'Varvet', event_date: '2027-05-22', landskap: 'Skåne' },
    { event_name: 'Vårloppet', event_date: '2027-03-01', landskap: 'Skåne' },
    { event_name: 'Rundan', event_date: '2027-06-01', landskap: 'Skåne', sport_type: 'Cykel MTB' },
  );
  const query = 'sport=L%C3%B6pning&landskap=Sk%C3%A5ne';
  for (const path of [`/?${query}`, '/?landskap=sk%C3%A5ne&utm_source=x&sport=l%C3%B6pning'])
    expect(await headOf(path)).toEqual({
      title: 'Löpning i Skåne – Loppkalendern',
      description:
        'Löpning i Skåne: 2 kommande lopp med datum, plats, distanser och anmälan. Närmast: Vårloppet, Varvet.',
      robots: undefined,
      canonical: `${SITE}/?${query}`,
      url: `${SITE}/?${query}`,
      image: `${SITE}/share/lopning.png`,
    });
  const landskap = await headOf('/?landskap=Sk%C3%A5ne');
  expect([landskap.title, landskap.image]).toEqual([
    'Lopp i Skåne – Loppkalendern',
    `${SITE}/share/kalender.png`,
  ]);
  expect((await headOf('/?sport=Cykel+MTB')).canonical).toBe(`${SITE}/?sport=Cykel+MTB`);
});

test.each([
  ['another filter', '/?sport=OCR&date=all', 'OCR, Alla Datum'],
  ['a search', '/?q=vasa', 'Lopp, ”vasa”'],
  ['a selection without upcoming races', '/?sport=Simning', 'Simning'],
])('a calendar with %s has a title and noindex, and no canonical URL', async (_, path, title) => {
  await make({ sport_type: 'OCR' }, { sport_type: 'Simning', event_date: '2027-01-14' });
  const head = await headOf(path);
  expect([head.title, head.robots]).toEqual([`${title} – Loppkalendern`, 'noindex, follow']);
  expect([head.canonical, head.url]).toEqual([undefined, undefined]);
});

test('the calendar without a filter keeps its head', async () => {
  await make({});
  const head = await headOf('/?utm_source=x');
  expect([head.title, head.robots, head.canonical, head.url]).toEqual([
    'Loppkalendern',
    undefined,
    `${SITE}/`,
    `${SITE}/`,
  ]);
});

test('every URL of the sitemap may be listed, and is the canonical URL of its page', async () => {
  await make(
    { event_name: 'Varvet', event_date: '2027-05-22', landskap: 'Skåne' },
    { event_name: 'Gamla loppet', event_date: '2026-05-22', landskap: 'Halland', sport_type: 'OCR' },
  );
  const xml = await app.fetchHtml('/sitemap.xml');
  const urls = [...xml.matchAll(/<loc>([^<]*)</g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  expect(urls.filter((url) => url.includes('?'))).toHaveLength(3);
  expect(urls.filter((url) => url.includes('/lopp/'))).toHaveLength(2);
  for (const url of urls) {
    const { canonical, robots } = await headOf(url.slice(SITE.length));
    expect([canonical, robots]).toEqual([url, undefined]);
  }
});

test('the address of a series has the head of its next edition', async () => {
  await make(
    { event_name: 'Vasaloppet', event_date: '2026-03-01', sport_type: 'Längdskidor' },
    { event_name: 'Vasaloppet 2027', event_date: '2027-03-07', sport_type: 'Längdskidor' },
  );
  const head = await headOf('/lopp/vasaloppet');
  expect(head).toEqual(await headOf('/lopp/vasaloppet/2027'));
  expect(head).toMatchObject({
    title: 'Vasaloppet 2027 – Loppkalendern',
    canonical: `${SITE}/lopp/vasaloppet/2027`,
    url: `${SITE}/lopp/vasaloppet/2027`,
    image: `${SITE}/share/langdskidor.png`,
  });
  const [, breadcrumbs] = structuredDataIn(await app.fetchHtml('/lopp/vasaloppet'))['@graph'];
  expect(breadcrumbs?.itemListElement).toMatchObject([
    { position: 1, name: 'Kalender', item: `${SITE}/` },
    { position: 2, name: 'Vasaloppet', item: `${SITE}/lopp/vasaloppet` },
    { position: 3, name: 'Vasaloppet 2027', item: `${SITE}/lopp/vasaloppet/2027` },
  ]);
});

test('a race page over the limit of renderings claims no address', async () => {
  await make(...[1, 2].map((number) => ({ event_name: `Lopp nummer ${number}` })));
  times.cpuPerLook = 1000;
  const pages = [];
  for (const number of [1, 2]) pages.push(await app.fetchHtml(`/lopp/lopp-nummer-${number}/2099`));
  times.cpuPerLook = 0;
  times.elapsed += 1e9;
  expect(pages.map(isWithoutContent)).toEqual([false, true]);
  expect(pages[0]).toContain('rel="canonical"');
  expect(pages[1]).not.toMatch(/canonical|og:url|noindex/);
});

test('hostile texts stay inside the head and inside its data', async () => {
  const name = '</script></title><script>alert(1)</script><!--" \' & \u2028 %CLIENT_CONFIG%';
  await make({ event_name: name, organizer: name, address: name });
  const page = await app.fetchHtml(
    (await app.fetchHtml('/sitemap.xml')).match(/<loc>https:\/\/lopp\.example(\/lopp\/[^<]*)</)?.[1] ?? '',
  );
  // The data for search engines, the configuration and the state.
  expect(page.match(/<script/g)).toHaveLength(3);
  expect(page.match(/<\/script>/g)).toHaveLength(3);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  expect(page).toMatch(/id="client-config">\{"site_name":"Loppkalendern"/);
  const [race] = structuredDataIn(page)['@graph'];
  expect(race).toMatchObject({ name, organizer: { name }, location: { address: { streetAddress: name } } });
});

test('the calendar names the feeds with the same races', async () => {
  const feedsOf = async (path: string) =>
    [
      ...(await app.fetchHtml(path)).matchAll(/rel="alternate" type="[^"]*" title="([^"]*)" href="([^"]*)"/g),
    ].map(([, title, href]) => [title, href]);
  expect(await feedsOf('/')).toEqual([
    ['Loppkalendern', '/lopp.ics'],
    ['Loppkalendern', '/lopp.atom'],
    ['Loppkalendern', '/lopp.json'],
  ]);
  expect(await feedsOf('/?registration=open&sport=OCR')).toContainEqual([
    'OCR, Anmälan öppen',
    '/lopp.atom?sport=OCR&amp;registration=open',
  ]);
  expect(await feedsOf('/map')).toEqual([]);
});
