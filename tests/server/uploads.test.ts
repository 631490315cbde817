import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { auditLog, banners } from '#db/schema/index.ts';
import { storeUpload, sweepUploads } from '#src/features/banners/upload/service.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { JPG, MP4, png, pngOf, WEBM, WEBP } from '#tests/support/media.ts';
import { testApp } from '#tests/support/transports.ts';
import { digest, openUploadWorlds } from '#tests/support/upload-world.ts';
import { storedFiles, upload } from '#tests/support/uploads.ts';

const LIMIT_BYTES = 50 * 1024 * 1024;
const HOUR_MS = 3_600_000;

const nameOf = (file_url: string) => file_url.replace('/uploads/', '');

const VALID_FILES = [
  ['png', 'image', 'image/png', png()],
  ['jpg', 'image', 'image/jpeg', JPG],
  ['webp', 'image', 'image/webp', WEBP],
  ['mp4', 'video', 'video/mp4', MP4],
  ['webm', 'video', 'video/webm', WEBM],
] as const;

describe.each(await openUploadWorlds())('uploads %s', (_, world) => {
  const { app, admin, clock, storage, isBucket, send, stored } = world;

  describe('when received', () => {
    const PART_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const beginUpload = (length: string) => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/admin/banners/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.headers.authorization}\r\n` +
          `content-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
      );
      return socket;
    };

    test.each(VALID_FILES)(
      'are stored as %s under a name of their content, whatever they are called',
      async (extension, file_type, type, bytes) => {
        for (const declared of [{}, { name: 'virus.exe', type: 'text/html' }, { name: '', type: '' }]) {
          const { status, body } = await send(bytes, declared);
          expect(status).toBe(200);
          expect(body).toEqual({ file_type, file_url: `/uploads/${digest(bytes)}.${extension}` });
        }
        expect(await stored('uploads')).toEqual([`${digest(bytes)}.${extension}`]);
        expect(await stored('incoming')).toEqual([]);
        const response = await fetch(`${app.url}/uploads/${digest(bytes)}.${extension}`);
        expect(response.headers.get('content-type')).toBe(type);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
        expect(await app.db.select().from(auditLog)).toMatchObject(
          Array(3).fill({ action: 'banner.upload', admin: admin.username }),
        );
      },
    );

    test('may have 50 MB, and not one byte more', async () => {
      const largestFile = pngOf(LIMIT_BYTES);
      expect(largestFile.length).toBe(LIMIT_BYTES);
      expect((await send(largestFile)).status).toBe(200);
      const tooLarge = await send(Buffer.concat([largestFile, Buffer.from([0])]));
      expect(outcomeOf(tooLarge)).toEqual([413, 'upload.too_large', 'Filen är större än 50 MB.']);
      expect(await stored('uploads')).toEqual([`${digest(largestFile)}.png`]);
      expect(await stored('incoming')).toEqual([]);
    });

    test('that are too large are rejected before they have arrived', async () => {
      const socket = beginUpload('transfer-encoding: chunked');
      const firstData = new Promise<string>((resolve) =>
        socket.once('data', (data) => resolve(String(data))),
      );
      socket.write(`${PART_HEAD.length.toString(16)}\r\n${PART_HEAD}\r\n`);
      const chunk = Buffer.alloc(1024 * 1024);
      for (let i = 0; i < 51; i++) {
        socket.write('100000\r\n');
        socket.write(chunk);
        socket.write('\r\n');
      }
      // This body never ends.
      expect(await firstData).toStartWith('HTTP/1.1 413');
      socket.destroy();
      expect(await stored('incoming')).toEqual([]);
    });

    test('leave nothing when the sender disconnects', async () => {
      const socket = beginUpload('content-length: 100000');
      socket.write(`${PART_HEAD}abc`);
      while ((await stored('incoming')).length === 0) await Bun.sleep(5);
      socket.destroy();
      while ((await stored('incoming')).length > 0) await Bun.sleep(5);
      expect(await stored('uploads')).toEqual([]);
    });

    test('are rejected with a reason without a file, in another field or with another content type', async () => {
      const sendBody = async (body: BodyInit, headers = {}) => {
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
      expect(await sendBody(new FormData())).toEqual(missingError);
      expect(await sendBody(formWithOtherField)).toEqual(missingError);
      expect((await sendBody(png(), { 'content-type': 'image/png' }))[0]).toBe(415);
      expect((await sendBody('--x', { 'content-type': 'multipart/form-data; boundary=y' }))[0]).toBe(400);
      expect(outcomeOf(await upload(app, { headers: { authorization: 'Bearer x' } }, png()))[0]).toBe(401);
      const kindError = [415, 'upload.kind', 'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).'];
      expect(outcomeOf(await send(''))).toEqual(kindError);
      expect(await stored('incoming')).toEqual([]);
    });
  });

  describe('when swept', () => {
    const sweep = () => sweepUploads(app.context);
    const save = (file_url: string) =>
      app.api('POST /admin/banners', { headers: admin.headers, body: { title: 'T', file_url } });

    test('are deleted after a day if no banner shows them, and the day starts again with a new upload', async () => {
      const shownUrl = (await send(png())).body.file_url;
      const orphanUrl = (await send(JPG)).body.file_url;
      await save(shownUrl);
      clock.offset = 24 * HOUR_MS - 60_000;
      expect(await sweep()).toBe(0);
      // A bucket has a clock of its own.
      if (!isBucket) {
        await send(JPG);
        clock.offset = 24 * HOUR_MS + 60_000;
        expect(await sweep()).toBe(0);
      }
      clock.offset = 49 * HOUR_MS;
      expect(await sweep()).toBe(1);
      expect(await stored('uploads')).toEqual([nameOf(shownUrl)]);
      expect((await save(orphanUrl)).body).toMatchObject({ code: 'banner.file' });
      await app.db.delete(banners);
      expect(await sweep()).toBe(1);
    });

    test('are kept for a banner that has their full address as an external one', async () => {
      const own = await testApp({
        on: app,
        now: app.context.now,
        environment: { ...storage, PUBLIC_URL: 'https://lopp.example' },
      });
      own.context.uploads = app.context.uploads;
      const { file_url } = (await send(png())).body;
      const { body } = await own.api<{ file_url: string; external_url: unknown }>('POST /admin/banners', {
        headers: admin.headers,
        body: { title: 'T', external_url: `https://lopp.example${file_url}` },
      });
      expect(body).toMatchObject({ file_url, external_url: null });
      // As earlier releases stored it.
      await app.db.update(banners).set({ file_url: null, external_url: `https://lopp.example${file_url}` });
      clock.offset = 100 * HOUR_MS;
      expect(await sweep()).toBe(0);
      await own.stop();
    });

    test('are kept for an inactive banner', async () => {
      const { file_url } = (await send(png())).body;
      await app.db
        .insert(banners)
        .values({ title: 'T', file_url, file_type: 'image', is_active: false, order_index: 0 });
      clock.offset = 100 * HOUR_MS;
      expect(await sweep()).toBe(0);
    });

    test('are never deleted if a banner with the file is saved at the same moment', async () => {
      let rejectedCount = 0;
      for (let round = 0; round < 25; round++) {
        clock.offset = 0;
        const { file_url } = (await send(png([round, 0, 0]))).body;
        clock.offset = 25 * HOUR_MS;
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
      const { file_url } = (await send(png())).body;
      clock.offset = 25 * HOUR_MS;
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
      if (!isBucket) expect(await sweep()).toBe(0);
      expect(await stored('uploads')).toEqual([nameOf(file_url)]);
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
