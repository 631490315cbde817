import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PAGES } from '../../src/shared/pages';
import { type TestApp, testApp } from '../support/app';

let known: TestApp;
let unknown: TestApp;
beforeAll(async () => {
  known = await testApp({
    environment: { PUBLIC_URL: 'https://lopp.example', SITE_NAME: 'Lopp & <b>x</b>' },
  });
  unknown = await testApp();
});
afterAll(async () => {
  await known.stop();
  await unknown.stop();
});

const get = (app: TestApp, path: string, headers = {}) => fetch(`${app.url}${path}`, { headers });
const html = async (app: TestApp, path: string) => (await get(app, path)).text();
const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const canonicalOf = (page: string) => /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1];
const FOR_ALL = ['/', '/map', '/contact', '/submit-event', '/privacy', '/marketplace'];

describe('the head of a page', () => {
  test('has its title, as the client sets it, and what it is about', async () => {
    const name = 'Lopp &amp; &lt;b&gt;x&lt;/b&gt;';
    expect(titleOf(await html(known, '/'))).toBe(name);
    expect(titleOf(await html(known, '/map'))).toBe(`Karta – ${name}`);
    expect(titleOf(await html(known, '/marketplace/verify/abc'))).toBe(`Verifiera e-post – ${name}`);
    expect(titleOf(await html(known, '/finns-inte'))).toBe(`Sidan finns inte – ${name}`);
    for (const path of FOR_ALL)
      expect(await html(known, path)).toMatch(/<meta name="description" content="[^"]{30,}"/);
  });

  test('names its own address where the site’s is known, whatever the host and the query', async () => {
    for (const path of FOR_ALL)
      expect(canonicalOf(await html(known, `${path}?utm_source=x`))).toBe(`https://lopp.example${path}`);
    const forged = await get(known, '/map', { host: 'evil.example' });
    expect(canonicalOf(await forged.text())).toBe('https://lopp.example/map');
    expect(canonicalOf(await html(unknown, '/map'))).toBeUndefined();
  });

  test('keeps out of the search engines what is behind a login, a token or nothing', async () => {
    for (const page of [...PAGES, '/finns-inte']) {
      const found = await html(known, page.replace(':token', 'abc'));
      expect([page, found.includes('content="noindex"')]).toEqual([page, !FOR_ALL.includes(page)]);
    }
  });
});

describe('robots.txt and sitemap.xml', () => {
  test('say where the site is as it is configured, never as a request says', async () => {
    for (const headers of [{}, { host: 'evil.example' }]) {
      const robots = await get(known, '/robots.txt', headers);
      expect(robots.headers.get('content-type')).toContain('text/plain');
      expect(await robots.text()).toContain('\nSitemap: https://lopp.example/sitemap.xml\n');
      const sitemap = await get(known, '/sitemap.xml', headers);
      expect(sitemap.headers.get('content-type')).toContain('application/xml');
      const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);
      expect(urls).toEqual(FOR_ALL.map((path) => `https://lopp.example${path}`));
    }
  });

  test('follow the request where nothing is configured, and nobody keeps that', async () => {
    const robots = await get(unknown, '/robots.txt', { host: 'localhost:3000' });
    expect(await robots.text()).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    const sitemap = await get(unknown, '/sitemap.xml', { host: 'localhost:3000' });
    expect(await sitemap.text()).toContain('<loc>http://localhost:3000/map</loc>');
    expect([robots, sitemap].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ]);
  });

  test('every page for all is one that is there', async () => {
    for (const path of FOR_ALL) expect((await get(known, path)).status).toBe(200);
  });
});
