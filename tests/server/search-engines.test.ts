import { afterAll, describe, expect, test } from 'bun:test';
import { PAGES } from '#src/shared/pages.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';

const appWithUrl = await testApp({
  environment: { PUBLIC_URL: 'https://lopp.example', SITE_NAME: 'Lopp & <b>x</b>' },
});
const appWithoutUrl = await testApp();
afterAll(async () => {
  await appWithUrl.stop();
  await appWithoutUrl.stop();
});

const get = (app: TestApp, path: string, headers = {}) => fetch(`${app.url}${path}`, { headers });
const fetchHtml = async (app: TestApp, path: string) => (await get(app, path)).text();
const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const canonicalOf = (page: string) => /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1];
const socialTagsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta property="og:([a-z_:]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );
const INDEXED_PATHS = ['/', '/map', '/contact', '/submit-event', '/privacy', '/rules', '/marketplace'];

describe('the head of a page', () => {
  test('has the title that the client sets, and a description', async () => {
    const name = 'Lopp &amp; &lt;b&gt;x&lt;/b&gt;';
    expect(titleOf(await fetchHtml(appWithUrl, '/'))).toBe(name);
    expect(titleOf(await fetchHtml(appWithUrl, '/map'))).toBe(`Karta – ${name}`);
    expect(titleOf(await fetchHtml(appWithUrl, '/marketplace/verify/abc'))).toBe(
      `Verifiera e-post – ${name}`,
    );
    expect(titleOf(await fetchHtml(appWithUrl, '/finns-inte'))).toBe(`Sidan finns inte – ${name}`);
    for (const path of INDEXED_PATHS)
      expect(await fetchHtml(appWithUrl, path)).toMatch(/<meta name="description" content="[^"]{30,}"/);
  });

  test('has the canonical URL of PUBLIC_URL, whatever the host and the query, and none without PUBLIC_URL', async () => {
    for (const path of INDEXED_PATHS)
      expect(canonicalOf(await fetchHtml(appWithUrl, `${path}?utm_source=x`))).toBe(
        `https://lopp.example${path}`,
      );
    const forgedResponse = await get(appWithUrl, '/map', { host: 'evil.example' });
    expect(canonicalOf(await forgedResponse.text())).toBe('https://lopp.example/map');
    expect(canonicalOf(await fetchHtml(appWithoutUrl, '/map'))).toBeUndefined();
  });

  test('has noindex on pages behind a login or a token, and on missing pages, and no tags for social networks', async () => {
    for (const page of [...PAGES, '/finns-inte']) {
      const pageHtml = await fetchHtml(appWithUrl, page.replace(':token', 'abc'));
      const isIndexed = INDEXED_PATHS.includes(page);
      expect([page, pageHtml.includes('content="noindex"')]).toEqual([page, !isIndexed]);
      expect([page, pageHtml.includes('og:title')]).toEqual([page, isIndexed]);
    }
  });

  test('has the tags of Open Graph, whose URLs are those of PUBLIC_URL or else of localhost', async () => {
    const page = await fetchHtml(appWithUrl, '/map?utm_source=x');
    const { image, ...texts } = socialTagsOf(page);
    expect(texts).toEqual({
      type: 'website',
      site_name: 'Lopp &amp; &lt;b&gt;x&lt;/b&gt;',
      locale: 'sv_SE',
      title: 'Karta',
      description: 'Alla lopp och tävlingar på en karta över Sverige, efter sport och datum.',
      url: 'https://lopp.example/map',
      'image:width': '1200',
      'image:height': '630',
      'image:alt': 'Hitta din nästa utmaning',
    });
    expect(image).toBe('https://lopp.example/share/kalender.png');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const tags = socialTagsOf(await fetchHtml(appWithoutUrl, '/'));
    expect([tags.title, tags.url, tags.image]).toEqual([
      'Loppkalendern',
      undefined,
      'http://localhost:3000/share/kalender.png',
    ]);
  });

  test('of a calendar that is filtered but not rendered has no canonical URL, and noindex unless its filter is listed', async () => {
    for (const [path, isUnlisted] of [
      ['/?sport=OCR', false],
      ['/?near=mig', true],
      ['/?utm_source=x&q=vasa', true],
    ] as const) {
      const page = await fetchHtml(appWithUrl, path);
      expect([path, page.includes('content="noindex, follow"')]).toEqual([path, isUnlisted]);
      expect([canonicalOf(page), socialTagsOf(page).url]).toEqual([undefined, undefined]);
    }
    expect(canonicalOf(await fetchHtml(appWithUrl, '/?sport=Schack'))).toBe('https://lopp.example/');
  });
});

describe('robots.txt and sitemap.xml', () => {
  test('use PUBLIC_URL, never the host of the request', async () => {
    for (const headers of [{}, { host: 'evil.example' }]) {
      const robots = await get(appWithUrl, '/robots.txt', headers);
      expect(robots.headers.get('content-type')).toContain('text/plain');
      expect(await robots.text()).toContain('\nSitemap: https://lopp.example/sitemap.xml\n');
      const sitemap = await get(appWithUrl, '/sitemap.xml', headers);
      expect(sitemap.headers.get('content-type')).toContain('application/xml');
      const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);
      expect(urls).toEqual(INDEXED_PATHS.map((path) => `https://lopp.example${path}`));
    }
  });

  test('use the host of the request without PUBLIC_URL, and are not cached', async () => {
    const robots = await get(appWithoutUrl, '/robots.txt', { host: 'localhost:3000' });
    expect(await robots.text()).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    const sitemap = await get(appWithoutUrl, '/sitemap.xml', { host: 'localhost:3000' });
    expect(await sitemap.text()).toContain('<loc>http://localhost:3000/map</loc>');
    expect([robots, sitemap].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ]);
  });

  test('keep crawlers from the portal, from accounts and from data, but not from pages and feeds', async () => {
    const robots = await (await get(appWithUrl, '/robots.txt')).text();
    const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    const isAllowed = (path: string) => !disallowed.some((start) => path.startsWith(start));
    for (const path of [...INDEXED_PATHS, '/lopp/vasaloppet/2027', '/lopp.ics', '/share/ocr.png'])
      expect([path, isAllowed(path)]).toEqual([path, true]);
    const unlisted = PAGES.filter((page) => !INDEXED_PATHS.includes(page) && !page.startsWith('/lopp/'));
    for (const path of [...unlisted, '/api/events', '/trpc/public.events.list', '/embed/lopp'])
      expect([path, isAllowed(path)]).toEqual([path, false]);
  });

  test('count a sitemap that is made for the request against the limit of reads', async () => {
    const headers = { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' };
    const statuses = new Map<number, number>();
    for (let count = 0; count < 601; count++) {
      const { status } = await get(appWithoutUrl, '/sitemap.xml', headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 600],
      [429, 1],
    ]);
    expect((await get(appWithoutUrl, '/robots.txt', headers)).status).toBe(200);
  });

  test('list only pages that exist', async () => {
    for (const path of INDEXED_PATHS) expect((await get(appWithUrl, path)).status).toBe(200);
  });
});
