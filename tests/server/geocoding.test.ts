import { afterEach, describe, expect, test } from 'bun:test';
import { createGeocoder, GeocoderError } from '../../src/platform/geocoding';

type Handler = (request: Request) => Response | Promise<Response>;
const open: { stop: (force: boolean) => unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.stop(true);
});

function geocoderAt(handler: Handler, { pace = 0, timeout = 500, path = '' } = {}) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler });
  open.push(server);
  return createGeocoder({
    url: `${server.url.origin}${path}`,
    userAgent: 'Loppkalendern (test)',
    paceMs: pace,
    timeoutMs: timeout,
  });
}
const MORA = { lat: '61.007', lon: '14.543', display_name: 'Mora, Dalarna' };

describe('a geocoder', () => {
  test('limits its query to Sweden and sends a user agent', async () => {
    const received: string[] = [];
    const { geocode } = geocoderAt((request) => {
      received.push(request.url, request.headers.get('user-agent') ?? '');
      return Response.json([MORA]);
    });
    expect(await geocode('Vasagatan 1, Mora')).toEqual([{ latitude: 61.007, longitude: 14.543 }]);
    const url = new URL(received[0] ?? '');
    expect(url.pathname).toBe('/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'Vasagatan 1, Mora',
      format: 'jsonv2',
      countrycodes: 'se',
      limit: '5',
    });
    expect(received[1]).toBe('Loppkalendern (test)');
  });

  test('accepts an endpoint with a path and a key', async () => {
    let received = '';
    const { geocode } = geocoderAt(
      (request) => {
        received = new URL(request.url).pathname + new URL(request.url).search;
        return Response.json([]);
      },
      { path: '/v1/search?key=k' },
    );
    expect(await geocode('Mora')).toEqual([]);
    expect(received).toStartWith('/v1/search?key=k&q=Mora');
  });

  test('sends queries one at a time, in order, with a pause between them', async () => {
    const times: number[] = [];
    const questions: (string | null)[] = [];
    const { geocode } = geocoderAt(
      (request) => {
        times.push(performance.now());
        questions.push(new URL(request.url).searchParams.get('q'));
        return Response.json([]);
      },
      { pace: 80 },
    );
    await Promise.all(['a', 'b', 'c'].map((query) => geocode(query)));
    expect(questions).toEqual(['a', 'b', 'c']);
    expect(times[1]! - times[0]!).toBeGreaterThan(70);
    expect(times[2]! - times[1]!).toBeGreaterThan(70);
  });
});

describe('a geocoder', () => {
  test.each<[string, Handler]>([
    ['500', () => new Response('no', { status: 500 })],
    ['429', () => new Response('slow down', { status: 429 })],
    ['a page', () => new Response('<html>hej</html>')],
    ['cut off JSON', () => new Response('[{"lat": "61')],
    ['an object', () => Response.json({ error: 'no' })],
    ['an empty body', () => new Response('')],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 302)],
    ['five megabytes', () => Response.json(Array(100_000).fill(MORA))],
    ['no response', () => new Promise(() => {})],
    [
      'a body that never ends',
      () => new Response(new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode('[')) })),
    ],
  ])('fails when the server returns %s, and runs the next query', async (_, broken) => {
    let isHealthy = false;
    const { geocode } = geocoderAt((request) => (isHealthy ? Response.json([MORA]) : broken(request)));
    const failure = await geocode('Mora').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GeocoderError);
    isHealthy = true;
    expect(await geocode('Mora')).toHaveLength(1);
  });

  test('fails when no server listens', async () => {
    const { geocode } = createGeocoder({ url: 'http://127.0.0.1:1', userAgent: 'test', paceMs: 0 });
    expect(await geocode('Mora').catch((error: unknown) => error)).toBeInstanceOf(GeocoderError);
  });

  test('skips results without valid coordinates', async () => {
    const { geocode } = geocoderAt(() =>
      Response.json([
        null,
        7,
        {},
        { lat: 'x', lon: '1' },
        { lat: '', lon: '' },
        { lat: '91', lon: '0' },
        MORA,
      ]),
    );
    expect(await geocode('Mora')).toEqual([{ latitude: 61.007, longitude: 14.543 }]);
  });

  test('can be aborted during a query', async () => {
    const { geocode } = geocoderAt(() => new Promise(() => {}), { timeout: 60_000 });
    const abort = new AbortController();
    const query = geocode('Mora', { signal: abort.signal }).catch((error: unknown) => error);
    abort.abort();
    expect(await query).toBeInstanceOf(GeocoderError);
  });
});
