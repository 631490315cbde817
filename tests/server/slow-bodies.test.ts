import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { readBody } from '../../src/platform/body';
import { call } from '../support/call';
import { until } from '../support/process';
import { newCaller, type TestApp, testApp } from '../support/transports';

/** So many calls are accepted at a time. */
const SLOW = 500;

let app: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  // Identified without the database, so that all calls wait for their bodies at once.
  const identify = {
    member: async () => ({ id: Bun.randomUUIDv7() }) as never,
    admin: async () => undefined as never,
  };
  app = await testApp({ identify });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.stop();
});

const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

function beginSlowly(headers: Record<string, string>) {
  const { port, hostname } = new URL(app.url);
  const ended = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  socket.on('close', () => ended.resolve(text));
  const lines = Object.entries({
    host: hostname,
    'content-type': 'application/json',
    'content-length': '5000',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    `PUT /api/marketplace/announcements/${Bun.randomUUIDv7()} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`,
  );
  return { ended: ended.promise, more: () => socket.writable && socket.write(' ') };
}

test('slow bodies leave room for other calls, and are released with their connections', async () => {
  const headers = { authorization: 'Bearer anna' };
  const slow = Array.from({ length: SLOW }, () => beginSlowly({ ...newCaller(), ...headers }));
  const trickle = setInterval(() => slow.forEach(({ more }) => void more()), 500);
  try {
    await Bun.sleep(1000);
    const write = () => call(app, 'rest', 'public.contact.sendMessage', { headers: newCaller() }, MESSAGE);
    await until(async () => (await write()).status === 200, 2500);
    const texts = await Promise.all(slow.map(({ ended }) => ended));
    for (const text of texts) expect(text).toMatch(/^HTTP\/1.1 400 /);
  } finally {
    clearInterval(trickle);
  }
}, 60_000);

test('a body that trickles is read for a limited time', async () => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (out) => {
      timer = setInterval(() => out.enqueue(new Uint8Array([32])), 20);
    },
    cancel: () => clearInterval(timer),
  });
  const request = new Request('http://localhost/', { method: 'POST', body });
  const read = readBody(request, '203.0.113.1', { timeoutMs: 200 });
  await expect(read).rejects.toMatchObject({ code: 'request.malformed' });
  clearInterval(timer);
});

test('a body in very many chunks is rejected, however short it is', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      for (let piece = 0; piece <= 5000; piece++) out.enqueue(new Uint8Array([32]));
      out.close();
    },
  });
  const request = new Request('http://localhost/', { method: 'POST', body });
  await expect(readBody(request, '203.0.113.1')).rejects.toMatchObject({ code: 'request.malformed' });
});

test('8 MB of bodies are read at a time from one address, and other addresses are accepted meanwhile', async () => {
  const ends: (() => void)[] = [];
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(out) {
        out.enqueue(new Uint8Array(900_000));
        ends.push(() => out.close());
      },
    });
  const read = (address: string) =>
    readBody(new Request('http://localhost/', { method: 'POST', body: body() }), address);
  // The first 64 kB of each are not counted.
  const waiting = Array.from({ length: 9 }, () => read('203.0.113.1'));
  await expect(read('203.0.113.1')).rejects.toMatchObject({ code: 'server.unavailable' });
  const small = new Request('http://localhost/', { method: 'POST', body: '{}' });
  expect((await readBody(small, '203.0.113.1')).byteLength).toBe(2);
  const other = read('203.0.113.2');
  for (const end of ends.filter((_, nth) => nth !== 9)) end();
  for (const whole of await Promise.all([...waiting, other])) expect(whole.byteLength).toBe(900_000);
  const again = read('203.0.113.1');
  ends.at(-1)?.();
  expect((await again).byteLength).toBe(900_000);
});

test('an unauthenticated caller who keeps sending gets the whole rejection within two seconds', async () => {
  const started = performance.now();
  const stranger = beginSlowly({});
  const trickle = setInterval(stranger.more, 100);
  expect(await stranger.ended).toMatch(/^HTTP\/1.1 401 /);
  clearInterval(trickle);
  expect(performance.now() - started).toBeLessThan(2000);
});
