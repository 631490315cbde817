import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BOUNDARY, MULTIPART_END, multipartPart } from '#tests/support/imports.ts';
import { pngOf } from '#tests/support/media.ts';

const MB = 1024 * 1024;
/** Posts to the upload route. */
type Post = (init: BunFetchRequestInit) => Promise<Response>;

export const filesIn = (dataDir: string): string[] =>
  ['uploads', 'incoming', 'work'].flatMap((folder) => {
    try {
      return readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`);
    } catch {
      return [];
    }
  });

const MULTIPART_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const HEAD = 'name="file"; filename="a.png"';

async function* uploadChunks(size: number, breaksOff = false) {
  const whole = Buffer.concat([multipartPart(pngOf(size), HEAD), MULTIPART_END]);
  for (let at = 0; at < whole.length; at += MB) {
    if (breaksOff && at > whole.length / 2) throw new Error('The upload is aborted.');
    yield whole.subarray(at, at + MB);
  }
}
const streamOf = (size: number, breaksOff = false) => uploadChunks(size, breaksOff) as unknown as BodyInit;

/** Sends uploads over the limit, and interrupted ones, which have no status. Returns those with a wrong status. */
export async function sendBadUploads(post: Post, headers: Record<string, string>): Promise<string[]> {
  const form = new FormData();
  form.append('file', new File([pngOf(51 * MB)], 'a.png'));
  const abortController = new AbortController();
  const uploads: [string, BunFetchRequestInit, number | undefined][] = [
    ['51 MB', { body: form, headers }, 413],
    ['51 MB in chunks', { body: streamOf(51 * MB), headers: { ...headers, ...MULTIPART_HEADERS } }, 413],
    ['70 MB in chunks', { body: streamOf(70 * MB), headers: { ...headers, ...MULTIPART_HEADERS } }, 413],
    ['aborted', { body: streamOf(40 * MB, true), headers: { ...headers, ...MULTIPART_HEADERS } }, undefined],
    [
      'cancelled',
      {
        body: streamOf(50 * MB),
        headers: { ...headers, ...MULTIPART_HEADERS },
        signal: abortController.signal,
      },
      undefined,
    ],
  ];
  const faults: string[] = [];
  for (const [what, init, expected] of uploads) {
    if (what === 'cancelled') setTimeout(() => abortController.abort(), 30);
    const status = await post({ method: 'POST', ...init }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => undefined,
    );
    if (expected !== undefined && status !== expected) faults.push(`${what}: ${status}`);
  }
  return faults;
}
