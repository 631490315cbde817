const LIE_EVERY = 10;

/** Returns 503 for some writes that were stored. */
export function lyingProxy(url: () => string) {
  let successes = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const response = await fetch(url() + pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.text(),
        keepalive: false,
      }).catch(() => undefined);
      // The outcome is unknown: a body that fails at once breaks the connection before the caller has a response.
      if (!response) return new Response(new ReadableStream({ pull: (stream) => stream.error() }));
      const text = await response.text();
      const isLie = response.status === 200 && successes++ % LIE_EVERY === 0;
      return isLie
        ? Response.json({ detail: 'A lie.', code: 'server.unavailable' }, { status: 503 })
        : new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
    },
  });
  return { url: () => server.url.origin, stop: () => server.stop(true) };
}
