import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, TestApp } from './app';
import type { makeAdmin } from './content';

type Uploaded = { file_type: 'image' | 'video'; file_url: string };

/** Uploads one file as a form does; its name and type are what the sender says. */
export async function upload(
  app: Pick<TestApp, 'url'>,
  { headers }: Pick<Awaited<ReturnType<typeof makeAdmin>>, 'headers'>,
  bytes: Uint8Array<ArrayBuffer> | string,
  { name = 'bild.png', type = 'image/png' } = {},
): Promise<Answer<Uploaded>> {
  const body = new FormData();
  body.append('file', new File([bytes], name, { type }));
  const answer = await fetch(`${app.url}/api/admin/banners/upload`, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** The names of what is kept, and of what is on its way. */
export const kept = async (
  app: Pick<TestApp, 'context'>,
  where: 'uploads' | 'incoming',
): Promise<string[]> =>
  where === 'uploads'
    ? (await app.context.uploads.list()).map(({ name }) => name)
    : readdir(join(app.context.config.dataDir, where)).catch(() => []);

/** Removes everything that is kept. */
export async function removeUploads({ context: { uploads } }: Pick<TestApp, 'context'>): Promise<void> {
  for (const { name } of await uploads.list()) await uploads.remove(name);
}
