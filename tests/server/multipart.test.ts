import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeStaleIncoming } from '../../src/platform/multipart';
import { BOUNDARY, MULTIPART_END, multipartPart, rawCall } from '../support/imports';
import { memoryOf } from '../support/memory';
import { temporaryDir, until } from '../support/process';

const MB = 1024 * 1024;
const SILENCE = 700;
const dir = temporaryDir();
const config = { dataDir: dir.path };
const incoming = () => readdirSync(join(dir.path, 'incoming'));
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A process of its own, so that its memory can be measured. It returns the hash of the file as `code`. */
let server: Bun.Subprocess<'ignore', 'pipe'>;
let url: string;
beforeAll(async () => {
  mkdirSync(join(dir.path, 'incoming'), { recursive: true });
  const script = join(import.meta.dir, '../support/receiving-server.ts');
  server = Bun.spawn([process.execPath, script, dir.path], { stdout: 'pipe', stderr: 'inherit' });
  const { value } = await server.stdout.getReader().read();
  url = new TextDecoder().decode(value).trim();
});
afterAll(() => {
  server.kill();
  dir.remove();
});

const sha = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

test('files of every size around the chunk size arrive complete', async () => {
  for (const size of [0, 1, 16_000, 16_384, 40_000, 65_535, 65_536, 65_537, MB, 10 * MB + 1]) {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 7) bytes[at] = (at * 2_654_435_761) >>> 13;
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'a.bin');
    const response = await fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toEqual({ code: sha(bytes), size, filename: 'a.bin' });
  }
  expect(incoming()).toEqual([]);
});

test('memory stays flat during an upload of 500 MB', async () => {
  const before = memoryOf(server.pid).now;
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
  const grown = memoryOf(server.pid).peak - before;
  console.log(`500 MB received: the server's memory grew by ${grown} MB at most`);
  expect(grown).toBeLessThan(100);
  expect(incoming()).toEqual([]);
}, 60_000);

test('a slow sender is waited for, but not one that stalls or only trickles', async () => {
  const content = Buffer.alloc(20_000, 'abcdefghij');
  const body = Buffer.concat([multipartPart(content), MULTIPART_END]);
  const slow = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
  for (let at = 0; at < body.length; at += 2000) {
    slow.write(body.subarray(at, at + 2000));
    await Bun.sleep(150);
  }
  expect(await slow.answered).toMatchObject({ status: 200, code: sha(content) });
  slow.destroy();

  // Never silent for long, but days from its end.
  const trickle = rawCall(url, '/', { ...headers, 'transfer-encoding': 'chunked' });
  const drop = () => trickle.write('1\r\n-\r\n');
  const dropping = setInterval(drop, 50);
  expect(await trickle.answered).toMatchObject({ status: 400, code: 'request.malformed' });
  clearInterval(dropping);
  trickle.destroy();

  const still = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
  still.write(body.subarray(0, -10));
  const { status, code, ms } = await still.answered;
  expect([status, code]).toEqual([400, 'request.malformed']);
  expect(ms).toBeGreaterThan(SILENCE - 100);
  still.destroy();
  expect(incoming()).toEqual([]);
});

test('a sender that disconnects leaves nothing, however far the upload had come', async () => {
  const body = Buffer.concat([multipartPart(Buffer.alloc(3 * MB, 'a')), MULTIPART_END]);
  for (const part of [0, 0.001, 0.3, 0.9999]) {
    const call = rawCall(url, '/', { ...headers, 'content-length': String(body.length) });
    call.write(body.subarray(0, Math.floor(body.length * part)));
    await until(async () => incoming().length === 1, 5000);
    call.destroy();
    await until(async () => incoming().length === 0, 5000);
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
  expect(incoming()).toEqual([]);
});

test('the file is found before and after other fields and files', async () => {
  const other = multipartPart('x', 'name="other"; filename="b.bin"');
  const field = multipartPart('x', 'name="note"');
  for (const body of [
    [other, field, multipartPart('abc'), MULTIPART_END],
    [multipartPart('abc'), other, field, MULTIPART_END],
  ]) {
    const response = await fetch(url, { method: 'POST', headers, body: Buffer.concat(body) });
    expect(await response.json()).toMatchObject({ code: sha(Buffer.from('abc')), size: 3 });
  }
});

test('a file over its limit, or too much data beside it, is too large', async () => {
  const over = Buffer.concat([multipartPart(Buffer.alloc(1001)), MULTIPART_END]);
  const beside = Buffer.concat([
    multipartPart(Buffer.alloc(2 * MB), 'name="other"; filename="b"'),
    multipartPart('a'),
    MULTIPART_END,
  ]);
  for (const body of [over, beside]) {
    const response = await fetch(`${url}1000`, { method: 'POST', headers, body });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      'request.too_large',
    ]);
  }
  const fits = await fetch(`${url}1000`, {
    method: 'POST',
    headers,
    body: Buffer.concat([multipartPart(Buffer.alloc(1000)), MULTIPART_END]),
  });
  expect(fits.status).toBe(200);
  expect(incoming()).toEqual([]);
});

test('files left by a crash are removed, but not those that may be in use', async () => {
  const [old, young] = ['old', 'young'].map((name) => join(dir.path, 'incoming', name)) as [string, string];
  writeFileSync(old, 'x');
  writeFileSync(young, 'x');
  utimesSync(old, new Date(Date.now() - 7_200_000), new Date(Date.now() - 7_200_000));
  await removeStaleIncoming(config, 3_600_000);
  expect(incoming()).toEqual(['young']);
  // The clock was set back a little, or is coarser than file times.
  utimesSync(young, new Date(Date.now() + 1000), new Date(Date.now() + 1000));
  await removeStaleIncoming(config, 0);
  expect(incoming()).toEqual([]);
  await removeStaleIncoming({ dataDir: join(dir.path, 'nowhere') }, 0);
});
