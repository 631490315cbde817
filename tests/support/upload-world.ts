import { afterAll, beforeEach } from 'bun:test';
import { auditLog, banners } from '#db/schema/index.ts';
import { startBucket } from './bucket.ts';
import { makeAdmin } from './content.ts';
import { appOfFile } from './of-file.ts';
import { removeUploads, storedFiles, upload } from './uploads.ts';

export const digest = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** An app with an admin of banners. Before each test its files, its banners and its clock are reset. */
async function openUploadWorld(storage: Record<string, string>) {
  const clock = { offset: 0 };
  const now = () => new Date(Date.now() + clock.offset);
  const app = await appOfFile({ now, environment: storage });
  const admin = await makeAdmin(app.db);
  beforeEach(async () => {
    clock.offset = 0;
    await app.db.delete(banners);
    await app.db.delete(auditLog);
    await removeUploads(app);
  });
  return {
    app,
    admin,
    /** In milliseconds, from the real time. A bucket has a clock of its own. */
    clock,
    storage,
    isBucket: 'S3_BUCKET' in storage,
    send: (bytes: Parameters<typeof upload>[2], declared?: Parameters<typeof upload>[3]) =>
      upload(app, admin, bytes, declared),
    stored: (where: Parameters<typeof storedFiles>[1]) => storedFiles(app, where),
  };
}

/** Rows for `describe.each`, with the name of the storage. */
export async function openUploadWorlds() {
  const bucket = await startBucket();
  const worlds = [
    ['in the data folder', await openUploadWorld({})],
    ['in a bucket', await openUploadWorld(bucket.environment)],
  ] as const;
  afterAll(() => bucket.stop());
  return worlds;
}
