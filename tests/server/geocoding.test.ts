import { afterEach, describe, expect, test } from 'bun:test';
import { createGeocoder, GeocoderError } from '../../src/platform/geocoding';

type Handler = (request: Request) => Response | Promise<Response>;
const open: { stop: (force: boolean) => unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.stop(true);
});

/** A geocoder that asks a real server on this machine. */
function geocoderAt(handler: Handler, { pace = 0, timeout = 500, path = '' } = {}) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler });
  open.push(server);
  return createGeocoder({
    url: `${server.url.origin}${path}`,
    userAgent: 'Loppkalendern (test)',
    pace,
    timeout,
  });
}
const MORA = { lat: '61.007', lon: '14.543', display_name: 'Mora, Dalarna' };

describe('asking a Nominatim-compatible geocoder', () => {
  test('the question names Sweden and who asks', async () => {
    const asked: string[] = [];
    const { geocode } = geocoderAt((request) => {
      asked.push(request.url, request.headers.get('user-agent') ?? '');
      return Response.json([MORA]);
    });
    expect(await geocode('Vasagatan 1, Mora')).toEqual([{ latitude: 61.007, longitude: 14.543 }]);
    const url = new URL(asked[0] ?? '');
    expect(url.pathname).toBe('/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'Vasagatan 1, Mora',
      format: 'jsonv2',
      countrycodes: 'se',
      limit: '5',
    });
    expect(asked[1]).toBe('Loppkalendern (test)');
  });

  test('an endpoint may be given with its path and a key', async () => {
    let asked = '';
    const { geocode } = geocoderAt(
      (request) => {
        asked = new URL(request.url).pathname + new URL(request.url).search;
        return Response.json([]);
      },
      { path: '/v1/search?key=k' },
    );
    expect(await geocode('Mora')).toEqual([]);
    expect(asked).toStartWith('/v1/search?key=k&q=Mora');
  });

  test('questions are asked one at a time, in their order, with a pause between', async () => {
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

describe('a geocoder that is not well is told as such, and does not stop the next question', () => {
  test.each<[string, Handler]>([
    ['500', () => new Response('no', { status: 500 })],
    ['429', () => new Response('slow down', { status: 429 })],
    ['a page', () => new Response('<html>hej</html>')],
    ['cut off JSON', () => new Response('[{"lat": "61')],
    ['an object', () => Response.json({ error: 'no' })],
    ['nothing', () => new Response('')],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 302)],
    ['five megabytes', () => Response.json(Array(100_000).fill(MORA))],
    ['never', () => new Promise(() => {})],
    [
      'a body that never ends',
      () => new Response(new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode('[')) })),
    ],
  ])('it answers %s', async (_, broken) => {
    let well = false;
    const { geocode } = geocoderAt((request) => (well ? Response.json([MORA]) : broken(request)));
    const failure = await geocode('Mora').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GeocoderError);
    well = true;
    expect(await geocode('Mora')).toHaveLength(1);
  });

  test('there is nobody at that address', async () => {
    const { geocode } = createGeocoder({ url: 'http://127.0.0.1:1', userAgent: 'test', pace: 0 });
    expect(await geocode('Mora').catch((error: unknown) => error)).toBeInstanceOf(GeocoderError);
  });

  test('hits without a sensible spot are passed over', async () => {
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

  test('a question can be called off', async () => {
    const { geocode } = geocoderAt(() => new Promise(() => {}), { timeout: 60_000 });
    const abort = new AbortController();
    const asked = geocode('Mora', { signal: abort.signal }).catch((error: unknown) => error);
    abort.abort();
    expect(await asked).toBeInstanceOf(GeocoderError);
  });
});
