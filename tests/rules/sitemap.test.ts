import { expect, test } from 'bun:test';
import { sitemap } from '#src/pages/search-engines.ts';
import { readConfig } from '#src/platform/config.ts';
import { createVersion } from '#src/platform/snapshot/version.ts';
import { eventOf } from '#tests/support/events.ts';

const SITE = 'https://lopp.example';
const DAY = '2027-01-15';

/** `fetchXml` returns undefined for a file that does not exist. */
async function sitemapOf(
  events: readonly object[],
  environment: Record<string, string> = { PUBLIC_URL: SITE },
) {
  const version = await createVersion(JSON.stringify(events), DAY);
  const snapshot = { current: () => version, read: async () => ({ version }) };
  let made = 0;
  const client = {
    address: '203.0.113.1',
    signal: new AbortController().signal,
    countRead: () => void made++,
  };
  const source = { snapshots: { find: () => snapshot }, client, budget: { begin: async () => () => {} } };
  const fetchXml = async (path = '/sitemap.xml') => {
    const request = new Request(`${SITE}${path}`, { headers: { host: 'lopp.example' } });
    return (await sitemap(readConfig(environment), request, path, source))?.text();
  };
  return { fetchXml, madeCount: () => made };
}

const urlsOf = (xml: string | undefined) =>
  [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

test('the sitemap is an index of files above 50,000 URLs, and each race is in one of them', async () => {
  const races = Array.from({ length: 60_000 }, (_, index) =>
    eventOf({
      id: `${index}`,
      url: `/lopp/lopp-${index}/2020`,
      event_date: '2020-01-01',
      updated_at: '2026-12-24T10:00:00Z',
    }),
  );
  const { fetchXml } = await sitemapOf(races);
  expect(urlsOf(await fetchXml())).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`]);
  const files = [await fetchXml('/sitemap-1.xml'), await fetchXml('/sitemap-2.xml')];
  const [first = [], second = []] = files.map(urlsOf);
  expect([first.length, second.length > 10_000]).toEqual([50_000, true]);
  expect(new Set([...first, ...second]).isSupersetOf(new Set(races.map(({ url }) => `${SITE}${url}`)))).toBe(
    true,
  );
  expect(files[1]).toContain('/lopp/lopp-59999/2020</loc><lastmod>2026-12-24</lastmod>');
  expect(await fetchXml('/sitemap-3.xml')).toBeUndefined();
});

test('the sitemap lists the sports, the landskap and both together that have upcoming races', async () => {
  const { fetchXml } = await sitemapOf([
    eventOf({ id: 'a', sport_type: 'Löpning', landskap: 'Skåne', event_date: '2027-05-01' }),
    eventOf({ id: 'b', sport_type: 'Löpning', landskap: 'Skåne', event_date: '2027-06-01' }),
    eventOf({
      id: 'c',
      sport_type: 'Cykel MTB',
      landskap: null,
      event_date: '2027-01-01',
      event_end_date: DAY,
    }),
    eventOf({ id: 'd', sport_type: 'Schack', landskap: 'Dalarna', event_date: '2027-05-01' }),
    eventOf({ id: 'e', sport_type: 'OCR', landskap: 'Halland', event_date: '2027-01-14' }),
  ]);
  const queries = urlsOf(await fetchXml()).flatMap((url) => /\?(.*)/.exec(url)?.[1] ?? []);
  expect(queries.map(decodeURIComponent)).toEqual([
    'landskap=Dalarna',
    'landskap=Skåne',
    'sport=Cykel+MTB',
    'sport=Löpning',
    'sport=Löpning&landskap=Skåne',
  ]);
});

test('a sitemap is made once for each version with PUBLIC_URL, and counted as a read whenever it is made', async () => {
  const withUrl = await sitemapOf([]);
  const withoutUrl = await sitemapOf([], {});
  for (let request = 0; request < 3; request++)
    for (const { fetchXml } of [withUrl, withoutUrl]) expect(urlsOf(await fetchXml())).not.toEqual([]);
  expect([withUrl.madeCount(), withoutUrl.madeCount()]).toEqual([1, 3]);
});
