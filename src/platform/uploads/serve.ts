import { Elysia } from 'elysia';
import { isNotModified } from '#src/platform/http/encoding.ts';
import { AppError } from '#src/shared/errors.ts';
import { omit } from '#src/shared/omit.ts';
import { isUploadName, typeOfUpload, type UploadedFile, type Uploads } from './contract.ts';
import { rangeOf } from './range.ts';

/**
 * Serves uploads under `/uploads/<name>`, with immutable caching and byte ranges. Their Content-Security-Policy is in
 * `security-headers.ts`.
 */
export function uploadRoutes(uploads: Uploads) {
  return new Elysia({ name: 'uploads' }).all('/uploads/*', async ({ request, params }) => {
    const name = params['*'];
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found');
    const file = isUploadName(name) ? await uploads.find(name) : undefined;
    if (!file) throw new AppError('request.not_found');
    return respond(request, name, file);
  });
}

function respond(request: Request, name: string, file: UploadedFile): Response {
  const { method, headers: requestHeaders } = request;
  const etag = `"${name.slice(0, 32)}"`;
  const headers = {
    'content-type': typeOfUpload(name),
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  };
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  if (method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } });

  const range = rangeOf(requestHeaders.get('range'), file.size);
  // If the client has a part of a different file, send the whole file (RFC 9110, 13.1.5).
  if (!range || !isSameTag(requestHeaders.get('if-range'), etag))
    return body(file, 0, file.size, 200, headers);
  if (range === 'beyond') {
    const otherHeaders = omit(headers, 'content-type', 'cache-control');
    return new Response(null, {
      status: 416,
      headers: { ...otherHeaders, 'content-range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range;
  return body(file, start, end, 206, {
    ...headers,
    'content-range': `bytes ${start}-${end - 1}/${file.size}`,
  });
}

/** Streams the file. For a file in a bucket, the runtime sends chunked encoding without a content length. */
const body = (
  file: UploadedFile,
  start: number,
  end: number,
  status: number,
  headers: Record<string, string>,
) =>
  new Response(file.slice(start, end).stream(), {
    status,
    headers: { ...headers, 'content-length': String(end - start) },
  });

const isSameTag = (tag: string | null, etag: string) => tag === null || tag.trim() === etag;
