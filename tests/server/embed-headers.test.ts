import { describe, expect, test } from 'bun:test';
import { SHARED } from '#src/platform/http/caching.ts';
import { embedsApp, RACE, textOf } from '#tests/support/embeds.ts';
import { fakeStopwatch } from '#tests/support/stopwatch.ts';

const { times, stopwatch } = fakeStopwatch();
const { app, admin, create, fetchStatus } = embedsApp({ stopwatch });

describe('every embed', () => {
  test('opens its links in a new tab, is not indexed, and has one small script and no other request but the font', async () => {
    await create();
    for (const path of ['/embed/lopp', '/embed/lopp/vasaloppet/startplatser', '/embed/lopp/x/startplatser']) {
      const html = await app().fetchHtml(path);
      const links = html.match(/<a [^>]*>/g) ?? [];
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((link) => !link.includes('target="_blank" rel="noopener"'))).toEqual([]);
      expect(html).toContain('<meta name="robots" content="noindex" />');
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
      expect(scripts).toHaveLength(1);
      expect(scripts[0]?.length).toBeLessThan(400);
      expect(html).not.toMatch(/\s(src|srcset|style|on\w+)=/);
      expect(html.match(/<link [^>]*>/g)).toHaveLength(1);
    }
  });

  test('has the theme of its address, or the visitor’s', async () => {
    await create();
    for (const path of ['/embed/lopp', '/embed/lopp/vasaloppet/startplatser', '/embed/x']) {
      const tagOf = async (theme: string) =>
        /<html[^>]*>/.exec(await app().fetchHtml(`${path}?theme=${theme}`))?.[0];
      expect(await tagOf('dark')).toBe('<html lang="sv" data-theme="dark">');
      expect(await tagOf('light')).toBe('<html lang="sv" data-theme="light">');
      expect(await tagOf('"><script>')).toBe('<html lang="sv">');
    }
  });

  test('has an etag, returns 304 while it is current, and is kept with any query', async () => {
    await create();
    for (const path of ['/embed/lopp?q=vasa', '/embed/lopp/vasaloppet/startplatser']) {
      const response = await app().get(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, SHARED]);
      const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
      expect((await app().get(`${path}${path.includes('?') ? '&' : '?'}utm_source=x`, headers)).status).toBe(
        304,
      );
      expect((await app().get(path, { ...headers, 'accept-encoding': 'br' })).status).toBe(200);
      const head = await fetch(`${app().url}${path}`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
    // More often than pages with filters are rendered in a second.
    for (let count = 0; count < 40; count++) expect(await fetchStatus('/embed/lopp?q=vasa')).toBe(200);
  });

  test('is charged as a page with filters, and is a message with 429 for who owes too much', async () => {
    const visit = (index: number) =>
      app().get(`/embed/lopp?q=nr${index}`, { 'x-forwarded-for': '203.0.113.9' });
    times.cpuPerLook = 50;
    expect((await visit(0)).status).toBe(200);
    times.cpuPerLook = 500;
    expect((await visit(1)).status).toBe(200);
    const overloaded = await visit(2);
    expect([overloaded.status, Number(overloaded.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(overloaded.headers.get('cache-control')).toBe('no-store');
    expect(textOf(await overloaded.text())).toContain('Det här kan inte visas just nu.');
    times.cpuPerLook = 0;
    expect(await fetchStatus('/embed/lopp')).toBe(200);
  });
});

describe('the headers', () => {
  const headersOf = async (path: string, options: RequestInit = {}) => {
    const { status, headers } = await fetch(`${app().url}${path}`, { redirect: 'manual', ...options });
    return { status, headers, policy: headers.get('content-security-policy') ?? '' };
  };

  test('let other sites show embeds, which may run one script by its hash and request only the font', async () => {
    await create();
    for (const path of [
      '/embed/lopp',
      '/embed/lopp/vasaloppet/startplatser?theme=dark',
      '/embed/finns-inte',
    ]) {
      const { headers, policy } = await headersOf(path);
      const html = await app().fetchHtml(path);
      const hashOf = (tag: string) => {
        const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
        return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
      };
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors *',
        `script-src ${hashOf('script')}`,
        `style-src ${hashOf('style')}`,
        "font-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('let other sites load embed.js, a script of at most 2 kB', async () => {
    const response = await app().get('/embed.js');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/javascript;charset=utf-8',
    ]);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await response.text()).length).toBeLessThan(2000);
  });

  test('forbid frames for everything else', async () => {
    const event = await create();
    await app().api(`PUT /admin/events/${event.id}`, {
      ...admin(),
      body: { ...RACE, event_date: '2028-03-05' },
    });
    for (const [path, status, options] of [
      ['/', 200],
      ['/map', 200],
      ['/marketplace', 200],
      ['/marketplace/login', 200],
      ['/lopp/vasaloppet', 200],
      ['/lopp/vasaloppet/2027', 301],
      ['/admin', 200],
      ['/finns-inte', 404],
      ['/embed', 404],
      ['/Embed/lopp', 404],
      ['/lopp/embed/x', 404],
      ['/embed.js', 200],
      ['/sitemap.xml', 200],
      ['/api/events', 200],
      ['/api/embed/lopp', 404],
      ['/contact', 404, { method: 'POST' }],
      ['/contact', 403, { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ] as [string, number, RequestInit?][]) {
      const { headers, policy, ...response } = await headersOf(path, options);
      expect([path, response.status]).toEqual([path, status]);
      expect([path, policy.split('; ').filter((part) => part.startsWith('frame-ancestors'))]).toEqual([
        path,
        ["frame-ancestors 'none'"],
      ]);
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
      if (path !== '/embed.js')
        expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin']);
    }
  });
});
