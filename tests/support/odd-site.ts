import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';

const MB = 1024 * 1024;
const text = (status: number, headers: Record<string, string> = {}) => new Response('x', { status, headers });

const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) }));

/** By path. Others are the `pages`, or 404. */
const ANSWERS: Record<string, () => Response | Promise<Response>> = {
  '/ok': () => new Response('hello'),
  '/403': () => text(403),
  '/405': () => text(405),
  '/410': () => text(410),
  '/429': () => text(429, { 'retry-after': '60' }),
  '/500': () => text(500),
  '/no-location': () => text(304),
  '/slow': () => new Promise(() => {}),
  '/endless': endless,
  '/loop': () => text(302, { location: '/loop' }),
  '/to-ok': () => text(301, { location: '/ok' }),
  '/to-private': () => text(302, { location: 'http://127.0.0.1/' }),
  '/to-metadata': () => text(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
  '/to-port': () => text(302, { location: 'http://93.184.216.34:22/' }),
  '/to-file': () => text(302, { location: 'file:///etc/passwd' }),
  '/gzip': () => new Response(gzipSync('hello'), { headers: { 'content-encoding': 'gzip' } }),
  '/bomb': () =>
    new Response(gzipSync(Buffer.alloc(20 * MB), { level: 9 }), { headers: { 'content-encoding': 'gzip' } }),
  '/not-gzip': () => new Response('hello', { headers: { 'content-encoding': 'gzip' } }),
  '/10mb': () => new Response(Buffer.alloc(10 * MB)),
  '/10mb-and-1': () => new Response(Buffer.alloc(10 * MB + 1)),
};

export type OddSite = ReturnType<typeof startOddSite>;

/** A server that answers as oddly as the sites of others. `pages` are more paths, which tests may change. */
export function startOddSite(pages: Record<string, (request: Request) => Response> = {}) {
  const requests: { path: string; headers: Record<string, string> }[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 30,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      requests.push({ path: pathname, headers: Object.fromEntries(request.headers) });
      return pages[pathname]?.(request) ?? ANSWERS[pathname]?.() ?? text(404);
    },
  });
  return {
    port: Number(server.port),
    pages,
    requests,
    stop: () => server.stop(true),
  };
}

/** A server that breaks each connection in one way. */
export async function startBrokenServer(behavior: 'reset' | 'cut' | 'noise') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (behavior === 'reset') socket.destroy();
    if (behavior === 'noise') socket.end('GARBAGE\r\n\r\n');
    if (behavior === 'cut')
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, stop: () => server.close() };
}
