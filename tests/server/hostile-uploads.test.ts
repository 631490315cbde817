import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../src/platform/config';
import { createLog } from '../../src/platform/log';
import { type Opened, openContext } from '../../src/platform/open';
import { makeAdmin } from '../support/content';
import { type Hostile, hostileUploads } from '../support/hostile-uploads';
import { png, pngOf } from '../support/media';
import { forgetPeak, memoryOf } from '../support/memory';
import { type RunningServer, startServer, temporaryDir, until } from '../support/process';
import { kept, removeUploads, upload } from '../support/uploads';

const LIMIT = 50 * 1024 * 1024;
/** How much more memory the server may take than before, in MB. */
const MEMORY = 200;

/** The product as a process of its own, whose memory is its own. */
const dir = temporaryDir();
let server: RunningServer;
let opened: Opened;
let app: { url: string; context: Opened['context'] };
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  server = await startServer(dir.path, { DEMO: '0' });
  opened = await openContext(readConfig({ DATA_DIR: dir.path, LOG_LEVEL: 'silent' }), createLog('silent'));
  app = { url: server.url, context: opened.context };
  admin = await makeAdmin(app.context.database.db);
});
afterAll(async () => {
  await opened?.close();
  server?.signal('SIGTERM');
  await server?.exited;
  dir.remove();
});
beforeEach(() => removeUploads(app));

const digest = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** The most memory, in MB, that the server took while it ran, over what it took before. */
async function grownBy(work: () => Promise<unknown>): Promise<number> {
  forgetPeak(server.pid);
  const before = memoryOf(server.pid).now;
  await work();
  return memoryOf(server.pid).peak - before;
}

test('of every hostile upload none is stored as something else than it is, and none stops the server', async () => {
  const all = hostileUploads();
  const answers = new Map<Hostile, { status: number; url: string }>();
  const start = performance.now();
  const memory = await grownBy(async () => {
    const left = [...all];
    const lane = async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { status, body } = await upload(app, admin, one.bytes, {
          name: one.name ?? 'bild.png',
          type: one.type ?? 'image/png',
        });
        answers.set(one, { status, url: body.file_url });
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  });
  const told = new Map<number, number>();
  for (const { status } of answers.values()) told.set(status, (told.get(status) ?? 0) + 1);
  console.log(
    `${all.length} hostile uploads in ${Math.round(performance.now() - start)} ms, ${memory} MB over idle:`,
    Object.fromEntries([...told].sort()),
  );
  expect(all.length).toBeGreaterThan(200);

  const wrong = all.filter((one) => {
    const status = answers.get(one)?.status ?? 0;
    return one.kept ? status !== 200 : ![413, 415].includes(status);
  });
  expect(
    wrong.map(({ what }) => [what, answers.get(all.find((one) => one.what === what) as Hostile)?.status]),
  ).toEqual([]);
  const may = all.filter((one) => one.kept).map(({ bytes }) => digest(bytes));
  const names = await kept(app, 'uploads');
  expect(names.map((name) => name.replace(/\.(png|jpg)$/, '')).sort()).toEqual([...new Set(may)].sort());
  expect(await kept(app, 'incoming')).toEqual([]);
  expect(memory).toBeLessThan(MEMORY);

  // What is kept does nothing, whatever words are in it.
  for (const { url } of [...answers.values()].filter(({ status }) => status === 200)) {
    const { status, headers } = await fetch(`${app.url}${url}`);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      url.endsWith('.png') ? 'image/png' : 'image/jpeg',
    ]);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toBe('inline');
  }
  expect((await upload(app, admin, png([9, 9, 9]))).status).toBe(200);
});

test('files that are too large, eight at once, stay out of memory', async () => {
  const large = Buffer.concat([pngOf(LIMIT), Buffer.alloc(1024 * 1024)]);
  let statuses: number[] = [];
  const memory = await grownBy(async () => {
    statuses = await Promise.all(Array.from({ length: 8 }, () => trickle(large)));
  });
  console.log(`eight of 51 MB at once: ${memory} MB over idle`);
  expect(statuses).toEqual(Array(8).fill(413));
  expect(await kept(app, 'uploads')).toEqual([]);
  expect(await kept(app, 'incoming')).toEqual([]);
  expect(memory).toBeLessThan(MEMORY);
});

const FILE =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
const END = '\r\n--x--\r\n';

/** Bodies that lie about themselves, as their bytes on the wire; answered with one of these statuses, or not at all. */
const LIES: [string, (body: Buffer) => { head: string; body: Buffer }, number[]][] = [
  [
    'a length that is longer than what comes',
    (body) => ({ head: `content-length: ${body.length + 9}`, body }),
    [400],
  ],
  ['a length that is shorter', (body) => ({ head: `content-length: ${body.length - 30}`, body }), [400]],
  ['a length that is none', (body) => ({ head: 'content-length: -5', body }), [400, 413]],
  ['two lengths', (body) => ({ head: `content-length: 5\r\ncontent-length: ${body.length}`, body }), [400]],
  ['a length of 10 GB', (body) => ({ head: 'content-length: 10000000000', body }), [413]],
  [
    'gzip that is not told in the body',
    (body) => ({ head: `content-encoding: gzip\r\ncontent-length: ${body.length}`, body }),
    [200, 400, 415],
  ],
  ['a body that is gzip', (body) => packed(gzipSync(body)), [400, 415]],
  ['no end', (body) => packed(body.subarray(0, -END.length)), [400]],
  [
    'another boundary',
    (body) => packed(Buffer.from(body.toString('latin1').replaceAll('--x', '--y'), 'latin1')),
    [400],
  ],
  ['nothing but an end', () => packed(Buffer.from('--x--\r\n')), [400]],
  ['an endless header', () => packed(Buffer.from(`--x\r\nx: ${'a'.repeat(500_000)}${END}`)), [400]],
  [
    'a thousand fields before it',
    (body) =>
      packed(
        Buffer.concat([
          Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1000)),
          body,
        ]),
      ),
    [400],
  ],
  [
    'a field of 5 MB before it',
    (body) =>
      packed(
        Buffer.concat([
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'b'.repeat(5_000_000)}\r\n`),
          body,
        ]),
      ),
    [200],
  ],
];
const packed = (body: Buffer) => ({ head: `content-length: ${body.length}`, body });

test.each(LIES)('a body with %s leaves nothing that is not what it is', async (_what, lie, statuses) => {
  const good = Buffer.concat([Buffer.from(FILE), png(), Buffer.from(END)]);
  const { head, body } = lie(good);
  const status = await send(head, body);
  // Who is told nothing was hung up on.
  expect([0, ...statuses]).toContain(status);
  const names = await kept(app, 'uploads');
  expect(names).toEqual(status === 200 ? [`${digest(png())}.png`] : []);
  expect((await upload(app, admin, png())).status).toBe(200);
  // Whoever hung up does not hear when it is gone, nor whether it has been begun: on a busy machine it may be only now.
  await until(async () => {
    const wasEmpty = await isEmpty();
    await Bun.sleep(100);
    return wasEmpty && (await isEmpty());
  }, 10_000);
  expect(await kept(app, 'uploads')).toEqual([`${digest(png())}.png`]);
});

const isEmpty = async () => (await kept(app, 'incoming')).length === 0;

/** Sends bytes as they are; the status of the answer, 0 when there was none. */
function send(head: string, body: Buffer): Promise<number> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const done = (status: number) => {
      resolve(status);
      socket.destroy();
    };
    socket.on('data', (data) => done(Number(String(data).slice(9, 12))));
    socket.on('close', () => done(0));
    socket.on('error', () => done(0));
    socket.write(
      `POST /api/admin/banners/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.headers.authorization}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\n${head}\r\n\r\n`,
    );
    // With less than it says there is to come, it hangs up: a server that waits would wait for half a minute.
    const promised = Number(/^content-length: (\d+)$/.exec(head)?.[1]);
    if (promised > body.length && promised < 1e9) socket.end(body);
    else socket.write(body);
  });
}

/** Sends a file in pieces as a network does, without telling its length. */
async function trickle(bytes: Buffer<ArrayBuffer>): Promise<number> {
  async function* body() {
    yield Buffer.from(FILE);
    for (let at = 0; at < bytes.length; at += 256 * 1024) yield bytes.subarray(at, at + 256 * 1024);
    yield Buffer.from(END);
  }
  const answer = await fetch(`${app.url}/api/admin/banners/upload`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: body() as unknown as BodyInit,
  });
  return answer.status;
}
