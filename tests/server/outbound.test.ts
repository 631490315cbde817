import { afterAll, describe, expect, test } from 'bun:test';
import { createOutbound, OutboundError } from '#src/platform/outbound/index.ts';
import { startBrokenServer, startOddSite } from '#tests/support/odd-site.ts';

const MB = 1024 * 1024;

const site = startOddSite();
afterAll(() => site.stop());

const errorWith = (code: string) => Object.assign(new Error(code), { code });

/** Requests `path` of the odd site. Returns its status and size, or the reason of the failure. */
async function get(path: string, { allowed = true, timeoutMs = 3000, port = site.port } = {}) {
  const outbound = createOutbound({
    allowedHosts: new Set(allowed ? [`127.0.0.1:${port}`] : []),
    userAgent: 'Lopp (https://lopp.se)',
  });
  try {
    const response = await outbound.get(`http://127.0.0.1:${port}${path}`, { timeoutMs });
    return [response.status, Buffer.concat(await response.read(10 * MB)).length];
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

describe('a request to a foreign address', () => {
  test.each([
    ['/ok', [200, 5]],
    ['/gzip', [200, 5]],
    ['/to-ok', [200, 5]],
    ['/missing', [404, 1]],
    ['/429', [429, 1]],
    ['/no-location', [304, 0]],
    ['/10mb', [200, 10 * MB]],
    ['/10mb-and-1', 'too_large'],
    ['/endless', 'too_large'],
    ['/bomb', 'too_large'],
    ['/not-gzip', 'unreadable'],
    ['/loop', 'redirect'],
    ['/to-private', 'private'],
    ['/to-metadata', 'private'],
    ['/to-port', 'private'],
    ['/to-file', 'private'],
  ])('of %s returns %p', async (path, outcome) => expect(await get(path)).toEqual(outcome as never));

  test('follows no redirect to an address over 2,000 characters', async () => {
    site.pages['/to-long'] = ({ url }) => {
      const length = Number(new URL(url).searchParams.get('length'));
      const start = `http://127.0.0.1:${site.port}/ok?`;
      return new Response(null, { status: 302, headers: { location: start.padEnd(length, 'x') } });
    };
    expect(await get('/to-long?length=2000')).toEqual([200, 5]);
    expect(await get('/to-long?length=2001')).toBe('redirect');
  });

  test('stops after its time limit, before and in the body', async () => {
    expect(await get('/slow', { timeoutMs: 100 })).toBe('timeout');
    site.pages['/trickle'] = () =>
      new Response(
        new ReadableStream({
          pull: async (controller) => {
            controller.enqueue(new Uint8Array(1));
            await new Promise(() => {});
          },
        }),
      );
    expect(await get('/trickle', { timeoutMs: 100 })).toBe('timeout');
  });

  test('stops at once when its caller does, also while the robots.txt of the site is read', async () => {
    const outbound = createOutbound({ allowedHosts: new Set(), userAgent: 'Lopp' });
    const stopped = new AbortController();
    const asking = Promise.withResolvers<void>();
    const request = outbound.get('http://93.184.216.34/', {
      timeoutMs: 60_000,
      signal: stopped.signal,
      beforeRequest: () => {
        asking.resolve();
        return new Promise(() => {});
      },
    });
    await asking.promise;
    stopped.abort();
    const failure = request.catch((error: Error) => error.name);
    expect(await Promise.race([failure, Bun.sleep(1000)])).toBe('AbortError');
  });

  test('to a private address is not sent', async () => {
    const sent = site.requests.length;
    expect(await get('/ok', { allowed: false })).toBe('private');
    expect(site.requests).toHaveLength(sent);
  });

  test('names the site and sends nothing else about itself', async () => {
    await get('/ok');
    const sent = site.requests.at(-1)?.headers;
    expect(Object.keys(sent ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(sent?.['user-agent']).toBe('Lopp (https://lopp.se)');
  });

  test.each([
    ['reset', 'refused'],
    ['noise', 'refused'],
    ['cut', 'refused'],
  ] as const)('fails if the connection is broken: %s', async (behavior, reason) => {
    const server = await startBrokenServer(behavior);
    expect(await get('/', { port: server.port })).toBe(reason);
    server.stop();
  });

  test('fails if the port is closed', async () => {
    const closed = startOddSite();
    await closed.stop();
    expect(await get('/ok', { port: closed.port })).toBe('refused');
  });

  test('over https fails if the certificate cannot be verified, at the address that was checked', async () => {
    const outbound = createOutbound({
      allowedHosts: new Set([`lopp.se:${site.port}`]),
      userAgent: 'Lopp',
      resolve: async () => ['127.0.0.1'],
    });
    const request = outbound.get(`https://lopp.se:${site.port}/`, { timeoutMs: 3000 });
    expect(await request.catch((error) => error.reason)).toBe('tls');
  });
});

describe('a name', () => {
  const getByName = (resolve: () => Promise<readonly string[]>, allowedHosts = new Set<string>()) =>
    createOutbound({ allowedHosts, userAgent: 'Lopp', resolve })
      .get(`http://lopp.se:${allowedHosts.size > 0 ? site.port : 80}/ok`, { timeoutMs: 300 })
      .then(
        ({ status }) => status,
        (error) => error.reason,
      );

  test('is connected by the address that was checked, not resolved again', async () => {
    let lookups = 0;
    const allowed = new Set([`lopp.se:${site.port}`]);
    const status = await getByName(async () => [++lookups === 1 ? '127.0.0.1' : '127.0.0.2'], allowed);
    expect([status, lookups]).toEqual([200, 1]);
    expect(site.requests.at(-1)?.headers.host).toBe(`lopp.se:${site.port}`);
  });

  test('that a redirect leads to is checked too', async () => {
    const names: string[] = [];
    const outbound = createOutbound({
      allowedHosts: new Set([`lopp.se:${site.port}`]),
      userAgent: 'Lopp',
      resolve: async (name) => {
        names.push(name);
        return ['127.0.0.1'];
      },
    });
    site.pages['/to-name'] = () =>
      new Response('', { status: 302, headers: { location: 'http://rebound.se/' } });
    const failure = await outbound
      .get(`http://lopp.se:${site.port}/to-name`, { timeoutMs: 3000 })
      .catch((error) => error.reason);
    expect([failure, names]).toEqual(['private', ['lopp.se', 'rebound.se']]);
  });

  test('falls back to its other addresses', async () => {
    expect(await getByName(async () => ['127.0.0.2', '127.0.0.1'], new Set([`lopp.se:${site.port}`]))).toBe(
      200,
    );
  });

  test.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'timeout'],
    ['ESERVFAIL', 'timeout'],
  ])('that fails to resolve with %s is reported as %s', async (code, reason) => {
    expect(await getByName(() => Promise.reject(errorWith(code)))).toBe(reason);
  });

  test('that never resolves times out', async () => {
    expect(await getByName(() => new Promise(() => {}))).toBe('timeout');
  });
});
