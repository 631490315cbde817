import S3rver from 's3rver';
import { temporaryDir } from './process.ts';

/** Speaks S3. `environment` is the product's configuration for it. */
export async function startBucket() {
  const data = temporaryDir();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: data.path,
    configureBuckets: [{ name: 'loppkalendern', configs: [] }],
  });
  const { port } = await server.run();
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'loppkalendern',
      // This server accepts no other key.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: async () => {
      await server.close();
      data.remove();
    },
  };
}
