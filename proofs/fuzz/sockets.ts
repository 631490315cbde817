import { connect } from 'node:net';
import fc from 'fast-check';
import { CANARY } from './invalid-values.ts';
import { findViolations, type Violation } from './oracle.ts';

const REQUEST_LINES = [
  'GET /api/events HTTP/1.1',
  'GET /api/events HTTP/1.0',
  'GET  /api/events HTTP/1.1',
  'GET /api/events',
  'GET /api/events HTTP/9.9',
  'GET /api/events HTTP/1.1 x',
  'GET http://x/api/events HTTP/1.1',
  'GET http:///api/events HTTP/1.1',
  'GET api/events HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.se:80 HTTP/1.1',
  'TRACE /api/events HTTP/1.1',
  'PRI * HTTP/2.0',
  'get /api/events HTTP/1.1',
  'HEAD /api/events HTTP/1.1',
  'GET /../../etc/passwd HTTP/1.1',
  'GET //api//events HTTP/1.1',
  'GET /api/./events/../events HTTP/1.1',
  'GET /api/events#a HTTP/1.1',
  'GET /api/events?\\ud800 HTTP/1.1',
  'GET /api/\0 HTTP/1.1',
  'GET /api/\xff\xfe HTTP/1.1',
  'GET /trpc/\xff HTTP/1.1',
  'GET /uploads/..%2f..%2fetc%2fpasswd HTTP/1.1',
  `GET /api/${'a'.repeat(20_000)} HTTP/1.1`,
  'POST /api/contact/message HTTP/1.1',
  'POST /trpc/public.contact.sendMessage HTTP/1.1',
  'POST /api/admin/banners/upload HTTP/1.1',
  'PUT /api/admin/contact/info HTTP/1.1',
  '',
  '\x16\x03\x01\x02\x00',
  CANARY,
];
const HEADERS = [
  'Host: localhost',
  'Host: localhost',
  'Host: localhost',
  'Host: a\r\nHost: b',
  'Host: ',
  'Host: x',
  'Host: a b',
  'Host: %',
  'Host: [::1',
  `Host: ${CANARY}/../..`,
  'Content-Type: application/json',
  'Content-Length: 2',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999999',
  'Content-Length: 4000000000',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: x',
  'Transfer-Encoding : chunked',
  ' folded: x',
  'a b: c',
  ': x',
  'X-A',
  'X-A: \0',
  'X-A: \xff\xfe',
  `Cookie: ${'a'.repeat(100_000)}`,
  `Authorization: Bearer ${'b'.repeat(100_000)}`,
  Array.from({ length: 400 }, (_, n) => `X-${n}: y`).join('\r\n'),
  'Expect: 100-continue',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
  'Connection: close',
  'X-Forwarded-For: \xff',
];
const BODIES = [
  '',
  '{}',
  '5\r\n{"a":\r\n0\r\n\r\n',
  'ZZ\r\n',
  'FFFFFFFFFFFFFFFF\r\nx',
  '-1\r\n',
  '2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n',
  'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
  '\0\0\0',
  CANARY,
];
const LINE_ENDS = ['\r\n', '\r\n', '\r\n', '\n', '\r'];

const rawMessages: fc.Arbitrary<string> = fc
  .record({
    line: fc.constantFrom(...REQUEST_LINES),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 }),
    body: fc.constantFrom(...BODIES),
    end: fc.constantFrom(...LINE_ENDS),
    cut: fc.constantFrom(0, 0, 0, 0, 1, 9),
    hasValidHost: fc.constantFrom(true, true, true, false),
  })
  .map(({ line, headers, body, end, cut, hasValidHost }) => {
    const whole = [line, ...(hasValidHost ? ['Host: localhost'] : []), ...headers, '', body].join(end);
    return cut ? whole.slice(0, -cut) : whole;
  });

/** After this long without data, the server is waiting for the rest of the request. */
const SILENCE_MS = 150;

/** Resolves to the received text when the server closes the connection or waits. */
function sendRaw(port: number, message: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(SILENCE_MS);
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('timeout', end).on('error', end).on('close', end);
    socket.write(Buffer.from(message, 'latin1'));
  });
}

const CONCURRENCY = 20;

export type SocketOutcome = {
  count: number;
  /** Messages that got an HTTP response. */
  responded: number;
  violations: { violation: Violation; sent: string; text: string }[];
};

export async function fuzzSockets(
  url: string,
  { seed, count }: { seed: number; count: number },
): Promise<SocketOutcome> {
  const port = Number(new URL(url).port);
  const all = fc.sample(rawMessages, { seed, numRuns: count });
  const outcome: SocketOutcome = { count, responded: 0, violations: [] };
  const work = async () => {
    for (let sent = all.pop(); sent !== undefined; sent = all.pop()) {
      const text = await sendRaw(port, sent);
      if (text.startsWith('HTTP/')) outcome.responded++;
      for (const part of text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
        for (const violation of checkResponse(part)) outcome.violations.push({ violation, sent, text });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return outcome;
}

/** Statuses without a body that the HTTP server returns before the product sees the request. */
const SERVER_STATUSES = new Set([400, 413, 414, 417, 426, 431, 501, 505]);

function checkResponse(part: string): Violation[] {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(part)?.[1] ?? 0);
  if (status === 0) return part === '' ? [] : [{ kind: 'shape', reason: 'no HTTP' }];
  const [head = '', body = ''] = part.split('\r\n\r\n', 2);
  const headers = new Headers();
  for (const line of head.split('\r\n').slice(1)) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    headers.set(name, value);
  }
  if (SERVER_STATUSES.has(status) && body === '') return [];
  const text = Buffer.from(body, 'latin1').toString('utf8');
  const isJson =
    headers.get('content-type')?.startsWith('application/json') && !headers.has('transfer-encoding');
  const transport = !isJson ? 'page' : /^\[?\{"(error|result)"/.test(text) ? 'trpc' : 'rest';
  return findViolations(
    { transport, procedures: [], caller: 'visitor', status, headers, text },
    new Map(),
    [],
  );
}
