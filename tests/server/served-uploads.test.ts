import { beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { png } from '#tests/support/media.ts';
import { digest, openUploadWorlds } from '#tests/support/upload-world.ts';

describe.each(await openUploadWorlds())('served uploads %s', (_, { app, isBucket, send }) => {
  let url = '';
  const bytes = png([1, 2, 3], [300, 200], [Buffer.alloc(0)]);
  beforeEach(async () => {
    url = `${app.url}${(await send(bytes)).body.file_url}`;
  });
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url, { headers, method });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };

  test('cannot run scripts, are cached as immutable, and have no file name from the client', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get({}, method);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        // Data from a bucket is streamed without its length, except for HEAD.
        ...((!isBucket || method === 'HEAD') && { 'content-length': String(bytes.length) }),
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'same-origin',
        etag: `"${digest(bytes).slice(0, 32)}"`,
      });
      expect(response.bytes.length).toBe(method === 'GET' ? bytes.length : 0);
    }
  });

  test('return 304 for a known etag', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tags });
      expect([response.status, response.bytes.length]).toEqual([304, 0]);
    }
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  const size = bytes.length;
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, size],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=-5', size - 5, size],
    ['bytes=-999999', 0, size],
    ['bytes=0-999999', 0, size],
    ['BYTES= 3 - 4 ', 3, 5],
  ];
  test.each(ranges)('return the range %s', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(response.headers.get('content-length')).toBe(isBucket ? null : String(end - start));
    expect(response.headers.get('content-type')).toBe('image/png');
    // The test storage ignores the range 0-0.
    if (!isBucket || end > 1) expect(response.bytes.equals(bytes.subarray(start, end))).toBe(true);
  });

  test.each([`bytes=${size}-`, 'bytes=999999-', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'return 416 for %s, beyond the end',
    async (range) => {
      const response = await get({ range });
      expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(response.bytes.length).toBe(0);
    },
  );

  test.each([
    'bytes=5-2',
    'bytes=a-b',
    'bytes=-',
    'bytes=0-1,3-4',
    'pages=0-1',
    'bytes 0-1',
    'bytes=0x0-0x1',
    '',
  ])('are returned whole for the invalid range %p', async (range) => {
    const response = await get({ range });
    expect([response.status, response.bytes.equals(bytes)]).toEqual([200, true]);
  });

  test('honour If-Range, and ignore the range of a HEAD', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    expect((await get({ range, 'if-range': etag })).status).toBe(206);
    for (const otherValue of ['"x"', `W/${etag}`, 'Sat, 21 Nov 2026 20:00:00 GMT'])
      expect((await get({ range, 'if-range': otherValue })).status).toBe(200);
    expect((await get({ range }, 'HEAD')).status).toBe(200);
  });

  test('are not found under other names, paths or methods', async () => {
    const storedName = url.split('/').at(-1) ?? '';
    const names = [
      '',
      'x',
      storedName.toUpperCase(),
      `${storedName}.html`,
      `${storedName}/`,
      storedName.replace('png', 'svg'),
      `x/${storedName}`,
      `%2e%2e%2f${storedName}`,
    ];
    for (const path of [
      ...names,
      '..%2f..%2fetc%2fpasswd',
      '%00',
      '%',
      '%ff',
      '....//',
      `${'0'.repeat(64)}.png`,
    ]) {
      const response = await fetch(`${app.url}/uploads/${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain('PNG');
    }
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await fetch(url, { method })).status).toBe(404);
    expect(await sendRaw(`GET /uploads/../postgres/data/PG_VERSION HTTP/1.1`)).toMatch(/^HTTP\/1.1 404/);
    expect(await sendRaw(`GET /uploads/..%5c..%5cx HTTP/1.1`)).toMatch(/^HTTP\/1.1 404/);
  });

  test('may be shown by a page, as may files of other sites over https', async () => {
    const policy = (await fetch(app.url)).headers.get('content-security-policy');
    expect(policy).toMatch(/img-src 'self' https:/);
    expect(policy).toMatch(/media-src 'self' https:/);
  });

  const sendRaw = (line: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.once('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.write(`${line}\r\nhost: x\r\n\r\n`);
    });
});
