import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeStaleIncoming } from '#src/platform/http/multipart.ts';
import { BOUNDARY, MULTIPART_END, multipartPart, rawCall } from '#tests/support/imports.ts';
import { memoryOf } from '#tests/support/memory.ts';
import { temporaryDir, until } from '#tests/support/process.ts';

const MB = 1024 * 1024;
/** As in receiving-server.ts: a sender that is silent for this long is rejected. */
const SILENCE_LIMIT_MS = 700;
const HOUR_MS = 3_600_000;
const dir = temporaryDir();
const config = { dataDir: dir.path };
const listIncoming = () => readdirSync(join(dir.path, 'incoming'));
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

mkdirSync(join(dir.path, 'incoming'), { recursive: true });
const script = join(import.meta.dir, '../support/receiving-server.ts');
/** A process of its own, so that its memory can be measured. It returns the hash of the file as `code`. */
const server = Bun.spawn([process.execPath, script, dir.path], { stdout: 'pipe', stderr: 'inherit' });
const { value } = await server.stdout.getReader().read();
const url = new TextDecoder().decode(value).trim();
afterAll(() => {
  server.kill();
  dir.remove();
});

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

test('files of every size around the chunk size arrive complete', async () => {
  for (const size of [0, 1, 16_000, 16_384, 40_000, 65_535, 65_536, 65_537, MB, 10 * MB + 1]) {
    const bytes = Buffer.alloc(size);
    for (let i = 0; i < size; i += 7) bytes[i] = (i * 2_654_435_761) >>> 13;
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'a.bin');
    const response = await fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toEqual({ code: sha256(bytes), size, filename: 'a.bin' });
  }
  expect(listIncoming()).toEqual([]);
});

test('memory stays flat during an upload of 500 MB', async () => {
  const memoryBeforeMb = memoryOf(server.pid).now;
  const head = multipartPart('').subarray(0, -2);
  const size = 500 * MB;
  const call = rawCall(url, '/', {
    ...headers,
    'content-length': String(head.length + size + 2 + MULTIPART_END.length),
  });
  call.write(head);
  await call.flood(size);
  call.write('\r\n');
  call.write(MULTIPART_END);
  expect(await call.answered).toMatchObject({ status: 200 });
  call.destroy();
  const memoryGrowthMb = memoryOf(server.pid).peak - memoryBeforeMb;
  console.log(`500 MB received: the server's memory grew by ${memoryGrowthMb} MB at most`);
  expect(memoryGrowthMb).toBeLessThan(100);
  expect(listIncoming()).toEqual([]);
}, 60_000);

test('a slow sender succeeds, but one that stalls or only trickles gets 400', async () => {
  const content = Buffer.alloc(20_000, 'abcdefghij');
  const body = Buffer.concat([multipartPart(content), MULTIPART_END]);
  const slowCall = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
  for (let offset = 0; offset < body.length; offset += 2000) {
    slowCall.write(body.subarray(offset, offset + 2000));
    await Bun.sleep(150);
  }
  expect(await slowCall.answered).toMatchObject({ status: 200, code: sha256(content) });
  slowCall.destroy();

  // Sends a byte often enough to avoid the silence limit, but would take days to finish.
  const tricklingCall = rawCall(url, '/', { ...headers, 'transfer-encoding': 'chunked' });
  const sendByte = () => tricklingCall.write('1\r\n-\r\n');
  const timer = setInterval(sendByte, 50);
  expect(await tricklingCall.answered).toMatchObject({ status: 400, code: 'request.malformed' });
  clearInterval(timer);
  tricklingCall.destroy();

  const stalledCall = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
  stalledCall.write(body.subarray(0, -10));
  const { status, code, ms } = await stalledCall.answered;
  expect([status, code]).toEqual([400, 'request.malformed']);
  expect(ms).toBeGreaterThan(SILENCE_LIMIT_MS - 100);
  stalledCall.destroy();
  expect(listIncoming()).toEqual([]);
});

test('a sender that disconnects leaves nothing, however far the upload had come', async () => {
  const body = Buffer.concat([multipartPart(Buffer.alloc(3 * MB, 'a')), MULTIPART_END]);
  for (const fraction of [0, 0.001, 0.3, 0.9999]) {
    const call = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
    call.write(body.subarray(0, Math.floor(body.length * fraction)));
    await until(async () => listIncoming().length === 1, 5000);
    call.destroy();
    await until(async () => listIncoming().length === 0, 5000);
  }
});

const bodies: [string, Buffer<ArrayBuffer>, number, string][] = [
  ['without its end', multipartPart('abc'), 400, 'request.malformed'],
  ['empty', Buffer.alloc(0), 400, 'request.malformed'],
  ['with another boundary', Buffer.from('--y\r\n\r\nabc\r\n--y--\r\n'), 400, 'request.malformed'],
  [
    'with two files',
    Buffer.concat([multipartPart('a'), multipartPart('b'), MULTIPART_END]),
    400,
    'request.invalid',
  ],
  [
    'with no file',
    Buffer.concat([multipartPart('a', 'name="other"'), MULTIPART_END]),
    400,
    'request.invalid',
  ],
  [
    'with the file as a text',
    Buffer.concat([multipartPart('a', 'name="file"'), MULTIPART_END]),
    400,
    'request.invalid',
  ],
];
test.each(bodies)('a body %s is rejected', async (_, body, status, code) => {
  const response = await fetch(url, { method: 'POST', headers, body });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  expect(listIncoming()).toEqual([]);
});

test('the file is found before and after other fields and files', async () => {
  const otherFile = multipartPart('x', 'name="other"; filename="b.bin"');
  const field = multipartPart('x', 'name="note"');
  for (const body of [
    [otherFile, field, multipartPart('abc'), MULTIPART_END],
    [multipartPart('abc'), otherFile, field, MULTIPART_END],
  ]) {
    const response = await fetch(url, { method: 'POST', headers, body: Buffer.concat(body) });
    expect(await response.json()).toMatchObject({ code: sha256(Buffer.from('abc')), size: 3 });
  }
});

test('a file over its limit, or too much data beside it, is rejected with 413', async () => {
  const tooLargeFile = Buffer.concat([multipartPart(Buffer.alloc(1001)), MULTIPART_END]);
  const tooMuchOtherData = Buffer.concat([
    multipartPart(Buffer.alloc(2 * MB), 'name="other"; filename="b"'),
    multipartPart('a'),
    MULTIPART_END,
  ]);
  for (const body of [tooLargeFile, tooMuchOtherData]) {
    const response = await fetch(`${url}1000`, { method: 'POST', headers, body });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      'request.too_large',
    ]);
  }
  const response = await fetch(`${url}1000`, {
    method: 'POST',
    headers,
    body: Buffer.concat([multipartPart(Buffer.alloc(1000)), MULTIPART_END]),
  });
  expect(response.status).toBe(200);
  expect(listIncoming()).toEqual([]);
});

test('files left by a crash are removed, but not those that may be in use', async () => {
  const [oldFile, newFile] = ['old', 'young'].map((name) => join(dir.path, 'incoming', name)) as [
    string,
    string,
  ];
  writeFileSync(oldFile, 'x');
  writeFileSync(newFile, 'x');
  utimesSync(oldFile, new Date(Date.now() - 2 * HOUR_MS), new Date(Date.now() - 2 * HOUR_MS));
  await removeStaleIncoming(config, HOUR_MS);
  expect(listIncoming()).toEqual(['young']);
  // The clock was set back a little, or is coarser than file times.
  utimesSync(newFile, new Date(Date.now() + 1000), new Date(Date.now() + 1000));
  await removeStaleIncoming(config, 0);
  expect(listIncoming()).toEqual([]);
  await removeStaleIncoming({ dataDir: join(dir.path, 'nowhere') }, 0);
});
