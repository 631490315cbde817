import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { makeAdmin } from '#tests/support/content.ts';
import { BOUNDARY, MULTIPART_END, multipartPart, rawCall } from '#tests/support/imports.ts';
import { png } from '#tests/support/media.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const app = await appOfFile();

test('a rejected caller is disconnected within 20 s, even if it keeps its connection open', async () => {
  const { port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const socketClosed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)));
  socket.on('data', () => {}).on('error', () => {});
  socket.write(`GET /api/admin/backup/export HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  expect(await Promise.race([socketClosed, Bun.sleep(20_000)])).toBe(true);
}, 30_000);

test('an upload succeeds although the database connections are lost while it is sent', async () => {
  const { headers } = await makeAdmin(app.db);
  const body = Buffer.concat([multipartPart(png(), 'name="file"; filename="a.png"'), MULTIPART_END]);
  const upload = rawCall(app.url, '/api/admin/banners/upload', {
    ...headers,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': String(body.length),
  });
  upload.write(body.subarray(0, -10));
  await Bun.sleep(500);
  await app.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  // A call that starts before the connections are closed may get 503.
  await Bun.sleep(200);
  upload.write(body.subarray(-10));
  expect(await upload.answered).toMatchObject({ status: 200 });
  upload.destroy();
});
