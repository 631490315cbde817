import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { SHARED } from '#src/platform/http/caching.ts';
import { testApp } from '#tests/support/app.ts';
import { temporaryDir } from '#tests/support/process.ts';

const SCRIPT = 'console.log(1);'.repeat(100);
const clientDir = temporaryDir();

mkdirSync(join(clientDir.path, 'assets'));
const page =
  '<!doctype html><title>Loppkalendern</title><script>theme()</script>' +
  '<script type="application/json" id="client-config">%CLIENT_CONFIG%</script>';
await Bun.write(join(clientDir.path, 'index.html'), page);
await Bun.write(join(clientDir.path, 'assets/main-1.js'), SCRIPT);
await Bun.write(join(clientDir.path, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT));
await Bun.write(join(clientDir.path, 'assets/main-1.js.gz'), gzipSync(SCRIPT));
await Bun.write(join(clientDir.path, 'demo/course.webp'), 'webp');
const app = await testApp({ client: clientDir.path, environment: { SITE_NAME: 'Lopp & <b>Spring</b>' } });
afterAll(async () => {
  await app.stop();
  clientDir.remove();
});

/** Returns the bytes as they were sent: fetch does not decompress them. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers }, decompress: false });

describe('the built client', () => {
  test('is sent precompressed, brotli before gzip, or uncompressed to a client that accepts neither', async () => {
    const brotli = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/main-1.js', { 'accept-encoding': 'br;q=0, gzip' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(SCRIPT);
    const uncompressed = await get('/assets/main-1.js');
    expect(uncompressed.headers.get('content-encoding')).toBeNull();
    expect(await uncompressed.text()).toBe(SCRIPT);
    expect(uncompressed.headers.get('vary')).toBe('accept-encoding');
  });

  test('runs nothing if it is a file of a page', async () => {
    const policy = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policy('/assets/main-1.js')).toContain('sandbox');
    expect(await policy('/map')).not.toContain('sandbox');
  });

  test('is cached as immutable if its name has a hash, otherwise for an hour, and for a second in shared caches if it is a page', async () => {
    expect((await get('/assets/main-1.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/demo/course.webp')).headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await get('/map')).headers.get('cache-control')).toBe(SHARED);
  });

  test('lets other sites show the pictures of shared links, but nothing else', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('cross-origin-resource-policy');
    expect(await policyOf('/share/lopning.png')).toBe('cross-origin');
    for (const path of ['/', '/assets/main-1.js', '/demo/course.webp'])
      expect([path, await policyOf(path)]).toEqual([path, 'same-origin']);
  });

  test('returns 304 for the etag of the encoding', async () => {
    const headers = { 'accept-encoding': 'br' };
    const etag = (await get('/assets/main-1.js', headers)).headers.get('etag') ?? '';
    expect((await get('/assets/main-1.js', { ...headers, 'if-none-match': etag })).status).toBe(304);
    expect((await get('/assets/main-1.js', { ...headers, 'if-none-match': `"x", W/${etag}` })).status).toBe(
      304,
    );
    expect((await get('/assets/main-1.js', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('a page', () => {
  test('escapes the site name in its title and in its data block', async () => {
    const html = await (await get('/')).text();
    expect(html).toContain('<title>Lopp &amp; &lt;b&gt;Spring&lt;/b&gt;</title>');
    const block = /id="client-config">([^<]*)</.exec(html)?.[1] ?? '';
    expect(JSON.parse(block).site_name).toBe('Lopp & <b>Spring</b>');
  });

  test('may run its inline script by its hash, and no other', async () => {
    const hash = new Bun.CryptoHasher('sha256').update('theme()').digest('base64');
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test('for organisers is never stored, not indexed, and sends no Referer', async () => {
    for (const path of ['/arrangor', '/arrangor/']) {
      const response = await get(path);
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await response.text()).toContain('<meta name="robots" content="noindex"');
    }
  });

  test('with a token in its path sends no Referer', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('referrer-policy');
    for (const path of [
      '/marketplace/verify/abc',
      '/marketplace/reset-password/abc',
      '/marketplace/my-data/abc',
      '/rules/invandning/abc',
      '/bevakning/abc',
      '/bevakning/bekrafta/abc',
      '/bevakning/avsluta/abc',
      '/bevakning/annons/abc',
      '/mejl/stopp/abc',
      '/Marketplace/Verify/abc/',
    ])
      expect([path, await policyOf(path)]).toEqual([path, 'no-referrer']);
    for (const path of ['/', '/map', '/marketplace/forgot-password', '/marketplace/verify'])
      expect([path, await policyOf(path)]).toEqual([path, 'strict-origin-when-cross-origin']);
  });

  test('that does not exist is 404 and is never 304', async () => {
    const response = await get('/finns-inte');
    expect(response.status).toBe(404);
    const conditionalResponse = await get('/finns-inte', {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    expect(conditionalResponse.status).toBe(404);
  });

  test('is not returned for a POST', async () => {
    const response = await fetch(`${app.url}/contact`, { method: 'POST' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  });
});
