import { afterAll, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { readBody } from '#src/platform/http/body.ts';
import { call } from '#tests/support/call.ts';
import { until } from '#tests/support/process.ts';
import { newCaller, testApp } from '#tests/support/transports.ts';

/** The server accepts this many calls at a time. */
const SLOW_COUNT = 500;

const sockets: Socket[] = [];
// Callers are identified without the database. Otherwise calls would wait for its few connections, and not all of
// them would wait for their bodies at the same time.
const identify = {
  member: async () => ({ id: Bun.randomUUIDv7() }) as never,
  admin: async () => undefined as never,
  organiser: async () => undefined as never,
};
const app = await testApp({ identify });
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.stop();
});

const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

function startSlowCall(headers: Record<string, string>) {
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
  return { ended: ended.promise, sendByte: () => socket.writable && socket.write(' ') };
}

test('slow bodies do not keep other calls from succeeding, and get 400', async () => {
  const headers = { authorization: 'Bearer anna' };
  const slowCalls = Array.from({ length: SLOW_COUNT }, () => startSlowCall({ ...newCaller(), ...headers }));
  const timer = setInterval(() => slowCalls.forEach(({ sendByte }) => void sendByte()), 500);
  try {
    await Bun.sleep(1000);
    const sendMessage = () =>
      call(app, 'rest', 'public.contact.sendMessage', { headers: newCaller() }, MESSAGE);
    await until(async () => (await sendMessage()).status === 200, 2500);
    const responses = await Promise.all(slowCalls.map(({ ended }) => ended));
    for (const text of responses) expect(text).toMatch(/^HTTP\/1.1 400 /);
  } finally {
    clearInterval(timer);
  }
}, 60_000);

test('a body that trickles is read for a limited time', async () => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 20);
    },
    cancel: () => clearInterval(timer),
  });
  const request = new Request('http://localhost/', { method: 'POST', body });
  const pendingRead = readBody(request, '203.0.113.1', { timeoutMs: 200 });
  await expect(pendingRead).rejects.toMatchObject({ code: 'request.malformed' });
  clearInterval(timer);
});

test('a body in very many chunks is rejected, however short it is', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i <= 5000; i++) controller.enqueue(new Uint8Array([32]));
      controller.close();
    },
  });
  const request = new Request('http://localhost/', { method: 'POST', body });
  await expect(readBody(request, '203.0.113.1')).rejects.toMatchObject({ code: 'request.malformed' });
});

test('at most 8 MB of bodies are read at once from one address; small bodies and other addresses are accepted meanwhile', async () => {
  const closeStreams: (() => void)[] = [];
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(900_000));
        closeStreams.push(() => controller.close());
      },
    });
  const readFrom = (address: string) =>
    readBody(new Request('http://localhost/', { method: 'POST', body: body() }), address);
  // Each counts for 836 kB, because its first 64 kB are free: nine fit, ten do not.
  const pendingReads = Array.from({ length: 9 }, () => readFrom('203.0.113.1'));
  await expect(readFrom('203.0.113.1')).rejects.toMatchObject({ code: 'server.unavailable' });
  const smallRequest = new Request('http://localhost/', { method: 'POST', body: '{}' });
  expect((await readBody(smallRequest, '203.0.113.1')).byteLength).toBe(2);
  const otherRead = readFrom('203.0.113.2');
  // The read with index 9 was rejected.
  for (const closeStream of closeStreams.filter((_, index) => index !== 9)) closeStream();
  for (const bytes of await Promise.all([...pendingReads, otherRead])) expect(bytes.byteLength).toBe(900_000);
  const nextRead = readFrom('203.0.113.1');
  closeStreams.at(-1)?.();
  expect((await nextRead).byteLength).toBe(900_000);
});

test('an unauthenticated caller who keeps sending gets the whole rejection within two seconds', async () => {
  const startedAt = performance.now();
  const slowCall = startSlowCall({});
  const timer = setInterval(slowCall.sendByte, 100);
  expect(await slowCall.ended).toMatch(/^HTTP\/1.1 401 /);
  clearInterval(timer);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
