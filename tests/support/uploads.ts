import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiResponse, TestApp } from './app.ts';
import type { makeAdmin } from './content.ts';

type Uploaded = { file_type: 'image' | 'video'; file_url: string };

export async function upload(
  app: Pick<TestApp, 'url'>,
  { headers }: Pick<Awaited<ReturnType<typeof makeAdmin>>, 'headers'>,
  bytes: Uint8Array<ArrayBuffer> | string,
  { name = 'bild.png', type = 'image/png' } = {},
): Promise<ApiResponse<Uploaded>> {
  const body = new FormData();
  body.append('file', new File([bytes], name, { type }));
  const response = await fetch(`${app.url}/api/admin/banners/upload`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export const storedFiles = async (
  app: Pick<TestApp, 'context'>,
  where: 'uploads' | 'incoming',
): Promise<string[]> =>
  where === 'uploads'
    ? (await app.context.uploads.list()).map(({ name }) => name)
    : readdir(join(app.context.config.dataDir, where)).catch(() => []);

export async function removeUploads({ context: { uploads } }: Pick<TestApp, 'context'>): Promise<void> {
  for (const { name } of await uploads.list()) await uploads.remove(name);
}
