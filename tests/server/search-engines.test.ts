import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PAGES } from '../../src/shared/pages';
import { type TestApp, testApp } from '../support/app';

let appWithUrl: TestApp;
let appWithoutUrl: TestApp;
beforeAll(async () => {
  appWithUrl = await testApp({
    environment: { PUBLIC_URL: 'https://lopp.example', SITE_NAME: 'Lopp & <b>x</b>' },
  });
  appWithoutUrl = await testApp();
});
afterAll(async () => {
  await appWithUrl.stop();
  await appWithoutUrl.stop();
});

const get = (app: TestApp, path: string, headers = {}) => fetch(`${app.url}${path}`, { headers });
const fetchHtml = async (app: TestApp, path: string) => (await get(app, path)).text();
const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const canonicalOf = (page: string) => /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1];
const INDEXED_PATHS = ['/', '/map', '/contact', '/submit-event', '/privacy', '/marketplace'];

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

  test('has noindex on pages behind a login or a token, and on missing pages', async () => {
    for (const page of [...PAGES, '/finns-inte']) {
      const pageHtml = await fetchHtml(appWithUrl, page.replace(':token', 'abc'));
      expect([page, pageHtml.includes('content="noindex"')]).toEqual([page, !INDEXED_PATHS.includes(page)]);
    }
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

  test('list only pages that exist', async () => {
    for (const path of INDEXED_PATHS) expect((await get(appWithUrl, path)).status).toBe(200);
  });
});
