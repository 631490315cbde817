import { COMPRESS } from '#src/platform/http/compress.ts';
import { encodingFor, isNotModified } from '#src/platform/http/encoding.ts';
import { etagOf, type StaticFile } from './build.ts';

/** Compresses off the main thread. */
export async function fileOf(type: string, text: string): Promise<StaticFile> {
  const identity = new TextEncoder().encode(text);
  const [br, gz] = await Promise.all([COMPRESS.br(identity), COMPRESS.gzip(identity)]);
  return {
    type,
    etag: etagOf(identity),
    bodies: {
      identity: new Blob([identity]),
      br: new Blob([new Uint8Array(br)]),
      gzip: new Blob([new Uint8Array(gz)]),
    },
  };
}

type Options = { status?: number; commonHeaders?: Record<string, string> };

export function fileResponse(
  request: Request,
  file: StaticFile,
  caching: string,
  { status = 200, commonHeaders }: Options = {},
): Response {
  const encoding = encodingFor(request, (name) => file.bodies[name] !== undefined);
  // Each encoding has different bytes and therefore needs its own ETag.
  const etag = encoding === 'identity' ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`;
  const headers: Record<string, string> = {
    ...commonHeaders,
    'content-type': file.type,
    'cache-control': caching,
    etag,
    vary: 'accept-encoding',
    ...(file.lastModified && { 'last-modified': new Date(file.lastModified).toUTCString() }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  if (status === 503) headers['retry-after'] = '1';
  if (status === 200 && isNotModified(request, etag, file.lastModified)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(file.bodies[encoding], { status, headers });
}
