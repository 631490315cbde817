import { afterAll, beforeEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readConfig } from '#src/platform/config.ts';
import { createLog } from '#src/platform/log.ts';
import { type Opened, openContext } from '#src/platform/open.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { type HostileUpload, hostileUploads } from '#tests/support/hostile-uploads.ts';
import { png, pngOf } from '#tests/support/media.ts';
import { forgetPeak, memoryOf } from '#tests/support/memory.ts';
import { startServer, temporaryDir, until } from '#tests/support/process.ts';
import { removeUploads, storedFiles, upload } from '#tests/support/uploads.ts';

const LIMIT_BYTES = 50 * 1024 * 1024;
const MEMORY_GROWTH_LIMIT_MB = 200;
/** Eight uploads of 51 MB that are held take more than 400. */
const LARGE_GROWTH_LIMIT_MB = 300;

/** The product runs in a process of its own, so that its memory can be measured. */
const dir = temporaryDir();
let app: { url: string; context: Opened['context'] };
type Admin = Awaited<ReturnType<typeof makeAdmin>>;
const server = await startServer(dir.path, { DEMO: '0' });
const opened = await openContext(
  readConfig({ DATA_DIR: dir.path, LOG_LEVEL: 'silent' }),
  createLog('silent'),
);
app = { url: server.url, context: opened.context };
const admin = await makeAdmin(app.context.database.db);
afterAll(async () => {
  await opened?.close();
  server?.signal('SIGTERM');
  await server?.exited;
  dir.remove();
});
beforeEach(() => removeUploads(app));

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

const digest = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

async function measureGrowthMb(run: () => Promise<unknown>): Promise<number> {
  forgetPeak(server.pid);
  const memoryBeforeMb = memoryOf(server.pid).now;
  await run();
  return memoryOf(server.pid).peak - memoryBeforeMb;
}

test('hostile uploads are stored only if they begin as an image or video, and none runs or stops the server', async () => {
  const hostileFiles = hostileUploads();
  // They are more than one admin may upload in a day.
  const others = await Promise.all([1, 2, 3].map(() => makeAdmin(app.context.database.db)));
  const responses = new Map<HostileUpload, { status: number; url: string }>();
  const startedAt = performance.now();
  const growthMb = await measureGrowthMb(async () => {
    const queue = [...hostileFiles];
    const sendQueued = async (admin: Admin) => {
      for (let hostileFile = queue.shift(); hostileFile; hostileFile = queue.shift()) {
        const { status, body } = await upload(app, admin, hostileFile.bytes, {
          name: hostileFile.name ?? 'bild.png',
          type: hostileFile.type ?? 'image/png',
        });
        responses.set(hostileFile, { status, url: body.file_url });
      }
    };
    await Promise.all([admin, ...others].map(sendQueued));
  });
  const counts = new Map<number, number>();
  for (const { status } of responses.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
  console.log(
    `${hostileFiles.length} hostile uploads in ${Math.round(performance.now() - startedAt)} ms, ${growthMb} MB over idle:`,
    Object.fromEntries([...counts].sort()),
  );
  expect(hostileFiles.length).toBeGreaterThan(150);

  const unexpected = hostileFiles.filter((hostileFile) => {
    const status = responses.get(hostileFile)?.status ?? 0;
    return hostileFile.isStored ? status !== 200 : ![413, 415].includes(status);
  });
  expect(
    unexpected.map(({ what }) => [
      what,
      responses.get(hostileFiles.find((hostileFile) => hostileFile.what === what) as HostileUpload)?.status,
    ]),
  ).toEqual([]);
  const allowedHashes = hostileFiles
    .filter((hostileFile) => hostileFile.isStored)
    .map(({ bytes }) => digest(bytes));
  const names = await storedFiles(app, 'uploads');
  expect(names.map((name) => name.replace(/\.\w+$/, '')).sort()).toEqual([...new Set(allowedHashes)].sort());
  expect(await storedFiles(app, 'incoming')).toEqual([]);
  expect(growthMb).toBeLessThan(MEMORY_GROWTH_LIMIT_MB);

  // A stored file cannot run as a script, whatever it contains.
  for (const { url } of [...responses.values()].filter(({ status }) => status === 200)) {
    const { status, headers } = await fetch(`${app.url}${url}`);
    expect([status, headers.get('content-type')]).toEqual([200, TYPES[url.split('.').at(-1) ?? ''] ?? '']);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toBe('inline');
  }
  expect((await upload(app, admin, png([9, 9, 9]))).status).toBe(200);
});

test('eight concurrent uploads of 51 MB are rejected with 413, and are not held in memory', async () => {
  const tooLarge = Buffer.concat([pngOf(LIMIT_BYTES), Buffer.alloc(1024 * 1024)]);
  let statuses: number[] = [];
  const growthMb = await measureGrowthMb(async () => {
    statuses = await Promise.all(Array.from({ length: 8 }, () => sendUploadInChunks(tooLarge)));
  });
  console.log(`eight of 51 MB at once: ${growthMb} MB over idle`);
  expect(statuses).toEqual(Array(8).fill(413));
  expect(await storedFiles(app, 'uploads')).toEqual([]);
  expect(await storedFiles(app, 'incoming')).toEqual([]);
  expect(growthMb).toBeLessThan(LARGE_GROWTH_LIMIT_MB);
});

const FORM_START =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
const FORM_END = '\r\n--x--\r\n';

/** Malformed requests as raw bytes. The server sends one of the statuses, or no response. */
const MALFORMED_BODIES: [string, (body: Buffer) => { head: string; body: Buffer }, number[]][] = [
  ['a length longer than the body', (body) => ({ head: `content-length: ${body.length + 9}`, body }), [400]],
  [
    'a length shorter than the body',
    (body) => ({ head: `content-length: ${body.length - 30}`, body }),
    [400],
  ],
  ['a negative length', (body) => ({ head: 'content-length: -5', body }), [400, 413]],
  ['two lengths', (body) => ({ head: `content-length: 5\r\ncontent-length: ${body.length}`, body }), [400]],
  ['a length of 10 GB', (body) => ({ head: 'content-length: 10000000000', body }), [413]],
  [
    'a gzip header on a plain body',
    (body) => ({ head: `content-encoding: gzip\r\ncontent-length: ${body.length}`, body }),
    [200, 400, 415],
  ],
  ['gzip without a header', (body) => withLength(gzipSync(body)), [400, 415]],
  ['no closing boundary', (body) => withLength(body.subarray(0, -FORM_END.length)), [400]],
  [
    'another boundary',
    (body) => withLength(Buffer.from(body.toString('latin1').replaceAll('--x', '--y'), 'latin1')),
    [400],
  ],
  ['only a closing boundary', () => withLength(Buffer.from('--x--\r\n')), [400]],
  ['a very long header', () => withLength(Buffer.from(`--x\r\nx: ${'a'.repeat(500_000)}${FORM_END}`)), [400]],
  [
    'a thousand fields before the file',
    (body) =>
      withLength(
        Buffer.concat([
          Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1000)),
          body,
        ]),
      ),
    [400],
  ],
  [
    'a field of 5 MB before the file',
    (body) =>
      withLength(
        Buffer.concat([
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'b'.repeat(5_000_000)}\r\n`),
          body,
        ]),
      ),
    [200],
  ],
];
const withLength = (body: Buffer) => ({ head: `content-length: ${body.length}`, body });

test.each(MALFORMED_BODIES)(
  'a body with %s leaves no file unless it is valid',
  async (_what, malform, statuses) => {
    const validBody = Buffer.concat([Buffer.from(FORM_START), png(), Buffer.from(FORM_END)]);
    const { head, body } = malform(validBody);
    const status = await sendUpload(head, body);
    // 0: the server closed the connection without a response.
    expect([0, ...statuses]).toContain(status);
    const names = await storedFiles(app, 'uploads');
    expect(names).toEqual(status === 200 ? [`${digest(png())}.png`] : []);
    expect((await upload(app, admin, png())).status).toBe(200);
    // After a disconnect the client cannot know when the file is removed, nor whether the server has started on it.
    await until(async () => {
      const wasEmpty = await isIncomingEmpty();
      await Bun.sleep(100);
      return wasEmpty && (await isIncomingEmpty());
    }, 10_000);
    expect(await storedFiles(app, 'uploads')).toEqual([`${digest(png())}.png`]);
  },
);

const isIncomingEmpty = async () => (await storedFiles(app, 'incoming')).length === 0;

/** Returns 0 if there is no response. */
function sendUpload(head: string, body: Buffer): Promise<number> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const finish = (status: number) => {
      resolve(status);
      socket.destroy();
    };
    socket.on('data', (data) => finish(Number(String(data).slice(9, 12))));
    socket.on('close', () => finish(0));
    socket.on('error', () => finish(0));
    socket.write(
      `POST /api/admin/banners/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.headers.authorization}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\n${head}\r\n\r\n`,
    );
    // A body shorter than its length ends the connection: otherwise the server waits for half a minute.
    const announcedLength = Number(/^content-length: (\d+)$/.exec(head)?.[1]);
    if (announcedLength > body.length && announcedLength < 1e9) socket.end(body);
    else socket.write(body);
  });
}

/** Sends the file in chunks, without a content length. */
async function sendUploadInChunks(bytes: Buffer<ArrayBuffer>): Promise<number> {
  async function* body() {
    yield Buffer.from(FORM_START);
    for (let offset = 0; offset < bytes.length; offset += 256 * 1024)
      yield bytes.subarray(offset, offset + 256 * 1024);
    yield Buffer.from(FORM_END);
  }
  const response = await fetch(`${app.url}/api/admin/banners/upload`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: body() as unknown as BodyInit,
  });
  return response.status;
}
