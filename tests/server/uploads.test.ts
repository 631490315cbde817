import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { auditLog, banners } from '#db/schema/index.ts';
import { storeUpload, sweepUploads } from '#src/features/banners/upload/service.ts';
import { startBucket } from '#tests/support/bucket.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { JPG, MP4, png, pngOf, WEBM, WEBP } from '#tests/support/media.ts';
import { type TestApp, testApp } from '#tests/support/transports.ts';
import { removeUploads, storedFiles, upload } from '#tests/support/uploads.ts';

const LIMIT_BYTES = 50 * 1024 * 1024;
const HOUR_MS = 3_600_000;

const digest = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
const nameOf = (file_url: string) => file_url.replace('/uploads/', '');

const VALID_FILES = [
  ['png', 'image', 'image/png', png()],
  ['jpg', 'image', 'image/jpeg', JPG],
  ['webp', 'image', 'image/webp', WEBP],
  ['mp4', 'video', 'video/mp4', MP4],
  ['webm', 'video', 'video/webm', WEBM],
] as const;

describe.each(['in the data folder', 'in a bucket'] as const)('uploads %s', (storage) => {
  let app: TestApp;
  let admin: Awaited<ReturnType<typeof makeAdmin>>;
  let bucket: Awaited<ReturnType<typeof startBucket>> | undefined;
  let clockOffset = 0;
  beforeAll(async () => {
    if (storage === 'in a bucket') bucket = await startBucket();
    app = await testApp({
      now: () => new Date(Date.now() + clockOffset),
      environment: bucket?.environment ?? {},
    });
    admin = await makeAdmin(db());
  });
  afterAll(async () => {
    await app.stop();
    await bucket?.stop();
  });
  beforeEach(async () => {
    clockOffset = 0;
    await db().delete(banners);
    await db().delete(auditLog);
    await removeUploads(app);
  });

  const db = () => app.db;

  describe('when received', () => {
    test.each(VALID_FILES)(
      'are stored as %s under a name of their content, whatever they are called',
      async (extension, file_type, type, bytes) => {
        for (const declared of [{}, { name: 'virus.exe', type: 'text/html' }, { name: '', type: '' }]) {
          const { status, body } = await upload(app, admin, bytes, declared);
          expect(status).toBe(200);
          expect(body).toEqual({ file_type, file_url: `/uploads/${digest(bytes)}.${extension}` });
        }
        expect(await storedFiles(app, 'uploads')).toEqual([`${digest(bytes)}.${extension}`]);
        expect(await storedFiles(app, 'incoming')).toEqual([]);
        const response = await fetch(`${app.url}/uploads/${digest(bytes)}.${extension}`);
        expect(response.headers.get('content-type')).toBe(type);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
        expect(await db().select().from(auditLog)).toMatchObject(
          Array(3).fill({ action: 'banner.upload', admin: admin.username }),
        );
      },
    );

    test('may have 50 MB, and not one byte more', async () => {
      const largestFile = pngOf(LIMIT_BYTES);
      expect(largestFile.length).toBe(LIMIT_BYTES);
      expect((await upload(app, admin, largestFile)).status).toBe(200);
      const tooLarge = await upload(app, admin, Buffer.concat([largestFile, Buffer.from([0])]));
      expect(outcomeOf(tooLarge)).toEqual([413, 'upload.too_large', 'Filen är större än 50 MB.']);
      expect(await storedFiles(app, 'uploads')).toEqual([`${digest(largestFile)}.png`]);
      expect(await storedFiles(app, 'incoming')).toEqual([]);
    });

    test('that are too large are rejected before they have arrived', async () => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      const firstData = new Promise<string>((resolve) =>
        socket.once('data', (data) => resolve(String(data))),
      );
      const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
      socket.write(
        `POST /api/admin/banners/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.headers.authorization}\r\n` +
          `content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n${head.length.toString(16)}\r\n${head}\r\n`,
      );
      const chunk = Buffer.alloc(1024 * 1024);
      for (let i = 0; i < 51; i++) {
        socket.write('100000\r\n');
        socket.write(chunk);
        socket.write('\r\n');
      }
      // This body never ends.
      expect(await firstData).toStartWith('HTTP/1.1 413');
      socket.destroy();
      expect(await storedFiles(app, 'incoming')).toEqual([]);
    });

    test('leave nothing when the sender disconnects', async () => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/admin/banners/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.headers.authorization}\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n' +
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      );
      while ((await storedFiles(app, 'incoming')).length === 0) await Bun.sleep(5);
      socket.destroy();
      while ((await storedFiles(app, 'incoming')).length > 0) await Bun.sleep(5);
      expect(await storedFiles(app, 'uploads')).toEqual([]);
    });

    test('are rejected with a reason without a file, in another field or with another content type', async () => {
      const send = async (body: BodyInit, headers = {}) => {
        const response = await fetch(`${app.url}/api/admin/banners/upload`, {
          method: 'POST',
          headers: { ...admin.headers, ...headers },
          body,
        });
        return outcomeOf({ status: response.status, headers: response.headers, body: await response.json() });
      };
      const formWithOtherField = new FormData();
      formWithOtherField.append('fil', new File([png()], 'a.png'));
      const missingError = [400, 'upload.missing', 'Välj en fil att ladda upp.'];
      expect(await send(new FormData())).toEqual(missingError);
      expect(await send(formWithOtherField)).toEqual(missingError);
      expect((await send(png(), { 'content-type': 'image/png' }))[0]).toBe(415);
      expect((await send('--x', { 'content-type': 'multipart/form-data; boundary=y' }))[0]).toBe(400);
      expect(outcomeOf(await upload(app, { headers: { authorization: 'Bearer x' } }, png()))[0]).toBe(401);
      expect(outcomeOf(await upload(app, admin, ''))).toEqual([
        415,
        'upload.kind',
        'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).',
      ]);
      expect(await storedFiles(app, 'incoming')).toEqual([]);
    });
  });

  describe('when served', () => {
    let url = '';
    const bytes = png([1, 2, 3], [300, 200], [Buffer.alloc(0)]);
    beforeEach(async () => {
      url = `${app.url}${(await upload(app, admin, bytes)).body.file_url}`;
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
          ...((!bucket || method === 'HEAD') && { 'content-length': String(bytes.length) }),
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
      expect(response.headers.get('content-length')).toBe(bucket ? null : String(end - start));
      expect(response.headers.get('content-type')).toBe('image/png');
      // The test storage ignores the range 0-0.
      if (!bucket || end > 1) expect(response.bytes.equals(bytes.subarray(start, end))).toBe(true);
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

  describe('when swept', () => {
    const sweep = () => sweepUploads(app.context);
    const save = (file_url: string) =>
      app.api('POST /admin/banners', { headers: admin.headers, body: { title: 'T', file_url } });

    test('are deleted after a day if no banner shows them, and the day starts again with a new upload', async () => {
      const shownUrl = (await upload(app, admin, png())).body.file_url;
      const orphanUrl = (await upload(app, admin, JPG)).body.file_url;
      await save(shownUrl);
      clockOffset = 24 * HOUR_MS - 60_000;
      expect(await sweep()).toBe(0);
      // A bucket has a clock of its own.
      if (!bucket) {
        await upload(app, admin, JPG);
        clockOffset = 24 * HOUR_MS + 60_000;
        expect(await sweep()).toBe(0);
      }
      clockOffset = 49 * HOUR_MS;
      expect(await sweep()).toBe(1);
      expect(await storedFiles(app, 'uploads')).toEqual([nameOf(shownUrl)]);
      expect((await save(orphanUrl)).body).toMatchObject({ code: 'banner.file' });
      await db().delete(banners);
      expect(await sweep()).toBe(1);
    });

    test('are kept for a banner that has their full address as an external one', async () => {
      const own = await testApp({
        on: { target: app.target },
        now: () => new Date(Date.now() + clockOffset),
        environment: { ...bucket?.environment, PUBLIC_URL: 'https://lopp.example' },
      });
      own.context.uploads = app.context.uploads;
      const { file_url } = (await upload(app, admin, png())).body;
      const { body } = await own.api<{ file_url: string; external_url: unknown }>('POST /admin/banners', {
        headers: admin.headers,
        body: { title: 'T', external_url: `https://lopp.example${file_url}` },
      });
      expect(body).toMatchObject({ file_url, external_url: null });
      // As earlier releases stored it.
      await db()
        .update(banners)
        .set({ file_url: null, external_url: `https://lopp.example${file_url}` });
      clockOffset = 100 * HOUR_MS;
      expect(await sweep()).toBe(0);
      await own.stop();
    });

    test('are kept for an inactive banner', async () => {
      const { file_url } = (await upload(app, admin, png())).body;
      await db()
        .insert(banners)
        .values({ title: 'T', file_url, file_type: 'image', is_active: false, order_index: 0 });
      clockOffset = 100 * HOUR_MS;
      expect(await sweep()).toBe(0);
    });

    test('are never deleted if a banner with the file is saved at the same moment', async () => {
      let rejectedCount = 0;
      for (let round = 0; round < 25; round++) {
        clockOffset = 0;
        const { file_url } = (await upload(app, admin, png([round, 0, 0]))).body;
        clockOffset = 25 * HOUR_MS;
        const pendingSave = Bun.sleep(round % 5).then(() => save(file_url));
        // Before, during and after the save, however fast the machine is.
        const pendingSweep = Bun.sleep(round ** 2 / 3).then(sweep);
        const [, saveResponse] = await Promise.all([pendingSweep, pendingSave]);
        const isStored = (await app.context.uploads.find(nameOf(file_url))) !== undefined;
        if (saveResponse.status === 200) expect(isStored).toBe(true);
        else rejectedCount++;
      }
      expect(rejectedCount).toBeLessThan(25);
    });

    test('are kept while another upload of the same file is in progress', async () => {
      const { file_url } = (await upload(app, admin, png())).body;
      clockOffset = 25 * HOUR_MS;
      const gate = Promise.withResolvers<void>();
      const storeStarted = Promise.withResolvers<void>();
      // An upload that is being stored while the sweep runs.
      const pendingUpload = storeUpload(
        {
          ...app.context,
          uploads: {
            ...app.context.uploads,
            store: async (path: string, name: string) => {
              storeStarted.resolve();
              await gate.promise;
              await app.context.uploads.store(path, name);
            },
          },
          admin,
        } as never,
        await receiveFile(png()),
      );
      await storeStarted.promise;
      expect(await sweep()).toBe(0);
      gate.resolve();
      await pendingUpload;
      // The same bytes were uploaded again. A bucket has a clock of its own.
      if (!bucket) expect(await sweep()).toBe(0);
      expect(await storedFiles(app, 'uploads')).toEqual([nameOf(file_url)]);
    });

    async function receiveFile(bytes: Buffer) {
      const path = join(app.context.config.dataDir, 'incoming', 'x');
      await Bun.write(path, bytes);
      return { path, filename: 'x', size: bytes.length, [Symbol.asyncDispose]: async () => {} };
    }
  });
});

test('an admin may upload 200 files in 24 hours, where each 10 MB of a large one count as one', async () => {
  const app = await testApp();
  const [admin, other] = [await makeAdmin(app.db), await makeAdmin(app.db)];
  await app.sql`insert into rate_limits values (${`upload:${admin.id}`}, array_fill(now(), array[198]), now() + interval '1 day')`;
  expect((await upload(app, admin, png())).status).toBe(200);
  const path = join(app.context.config.dataDir, 'large.png');
  await Bun.write(path, png());
  const asAdmin = { ...app.context, admin } as never;
  await expect(storeUpload(asAdmin, { path, size: 25 * 1024 * 1024 } as never)).rejects.toMatchObject({
    code: 'upload.too_many',
  });
  const { status, headers } = await upload(app, admin, png());
  expect([status, Number(headers.get('retry-after')) > 3600]).toEqual([429, true]);
  expect((await upload(app, other, png())).status).toBe(200);
  await app.stop();
});

test('an unavailable bucket returns 503, and nothing of the upload is left', async () => {
  const environment = {
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'lopp',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  };
  const app = await testApp({ environment });
  const admin = await makeAdmin(app.db);
  const response = await upload(app, admin, png());
  expect(outcomeOf(response)[1]).toBe('server.unavailable');
  expect(response.status).toBe(503);
  expect((await fetch(`${app.url}/uploads/${'0'.repeat(64)}.png`)).status).toBe(503);
  expect(await storedFiles(app, 'incoming')).toEqual([]);
  expect(await app.db.select().from(auditLog)).toEqual([]);
  await app.stop();
});
