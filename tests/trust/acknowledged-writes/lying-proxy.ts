/** One in so many successes is told as a failure. */
const LIES = 10;

/** Stands between clients and product, and answers some writes that were stored with 503. */
export function lyingProxy(url: () => string) {
  let turn = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const answer = await fetch(url() + pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.text(),
        keepalive: false,
      }).catch(() => undefined);
      // Whether it was stored nobody knows: nothing is answered.
      if (!answer) return new Response(new ReadableStream({ pull: (stream) => stream.error() }));
      const text = await answer.text();
      const isLie = answer.status === 200 && turn++ % LIES === 0;
      return isLie
        ? Response.json({ detail: 'A lie.', code: 'server.unavailable' }, { status: 503 })
        : new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
    },
  });
  return { url: () => server.url.origin, stop: () => server.stop(true) };
}
