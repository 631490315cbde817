import { afterEach, describe, expect, test } from 'bun:test';
import { createGeocoder, GeocoderError } from '#src/platform/geocoding.ts';

type Handler = (request: Request) => Response | Promise<Response>;
const openServers: { stop: (force: boolean) => unknown }[] = [];
afterEach(() => {
  for (const server of openServers.splice(0)) server.stop(true);
});

function makeGeocoder(handler: Handler, { paceMs = 0, timeoutMs = 500, path = '' } = {}) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler });
  openServers.push(server);
  return createGeocoder({
    url: `${server.url.origin}${path}`,
    userAgent: 'Loppkalendern (test)',
    paceMs,
    timeoutMs,
  });
}
const MORA = { lat: '61.007', lon: '14.543', display_name: 'Mora, Dalarna' };

describe('a geocoder', () => {
  test('limits its query to Sweden and sends a user agent', async () => {
    const receivedValues: string[] = [];
    const { geocode } = makeGeocoder((request) => {
      receivedValues.push(request.url, request.headers.get('user-agent') ?? '');
      return Response.json([MORA]);
    });
    expect(await geocode('Vasagatan 1, Mora')).toEqual([{ latitude: 61.007, longitude: 14.543 }]);
    const url = new URL(receivedValues[0] ?? '');
    expect(url.pathname).toBe('/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'Vasagatan 1, Mora',
      format: 'jsonv2',
      countrycodes: 'se',
      limit: '5',
    });
    expect(receivedValues[1]).toBe('Loppkalendern (test)');
  });

  test('accepts an endpoint with a path and a key', async () => {
    let receivedPath = '';
    const { geocode } = makeGeocoder(
      (request) => {
        receivedPath = new URL(request.url).pathname + new URL(request.url).search;
        return Response.json([]);
      },
      { path: '/v1/search?key=k' },
    );
    expect(await geocode('Mora')).toEqual([]);
    expect(receivedPath).toStartWith('/v1/search?key=k&q=Mora');
  });

  test('sends queries one at a time, in order, with a pause between them', async () => {
    const requestTimesMs: number[] = [];
    const receivedQueries: (string | null)[] = [];
    const { geocode } = makeGeocoder(
      (request) => {
        requestTimesMs.push(performance.now());
        receivedQueries.push(new URL(request.url).searchParams.get('q'));
        return Response.json([]);
      },
      { paceMs: 80 },
    );
    await Promise.all(['a', 'b', 'c'].map((query) => geocode(query)));
    expect(receivedQueries).toEqual(['a', 'b', 'c']);
    expect(requestTimesMs[1]! - requestTimesMs[0]!).toBeGreaterThan(70);
    expect(requestTimesMs[2]! - requestTimesMs[1]!).toBeGreaterThan(70);
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
      () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('[')) }),
        ),
    ],
  ])('fails when the server returns %s, and runs the next query', async (_, failingHandler) => {
    let isHealthy = false;
    const { geocode } = makeGeocoder((request) =>
      isHealthy ? Response.json([MORA]) : failingHandler(request),
    );
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
    const { geocode } = makeGeocoder(() =>
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
    const { geocode } = makeGeocoder(() => new Promise(() => {}), { timeoutMs: 60_000 });
    const abortController = new AbortController();
    const query = geocode('Mora', { signal: abortController.signal }).catch((error: unknown) => error);
    abortController.abort();
    expect(await query).toBeInstanceOf(GeocoderError);
  });
});
