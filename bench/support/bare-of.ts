import { join } from 'node:path';
import { type Child, startScript, temporaryDir } from './child.ts';

/** The headers that the response itself needs. The product's security headers are part of its own cost. */
export const BARE_HEADERS = ['content-type', 'content-encoding', 'cache-control', 'vary', 'etag'];

export async function bareOf(
  product: Pick<Child, 'url'>,
  path: string,
): Promise<{ child: Child; tag: string; size: number }> {
  const response = await fetch(product.url + path, {
    headers: { 'accept-encoding': 'br' },
    decompress: false,
  });
  const bytes = await response.bytes();
  const headers = Object.fromEntries(BARE_HEADERS.map((name) => [name, response.headers.get(name) ?? '']));
  if (headers['content-encoding'] !== 'br') throw new Error(`${path} is not compressed.`);
  const file = join(temporaryDir(), 'bytes');
  await Bun.write(file, bytes);
  const child = await startScript('bare.ts', [file, JSON.stringify(headers)]);
  return { child, tag: headers.etag ?? '', size: bytes.length };
}
