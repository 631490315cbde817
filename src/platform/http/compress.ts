import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncodings, MIN_COMPRESSIBLE_BYTES } from './encoding.ts';

/** For 5,000 events, level 5 takes 25 ms and level 11 takes 5 s. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** Off the main thread, for bytes that are sent many times. */
export const COMPRESS = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/** A low level, because these responses are compressed for each request. */
const FAST_GZIP_LEVEL = 3;

/** Compresses JSON off the main thread if it is large enough and the client accepts gzip. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const acceptsGzip = acceptedEncodings(request).has('gzip');
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // Do not buffer streams. If compressed, they would be sent without a `content-encoding` header.
  const isStream = response.headers.has('transfer-encoding');
  if (!acceptsGzip || !isJson || isStream || response.headers.has('content-encoding')) return response;
  const bytes = await response.bytes();
  const headers = new Headers(response.headers);
  headers.set('vary', 'accept-encoding');
  if (bytes.byteLength < MIN_COMPRESSIBLE_BYTES)
    return new Response(bytes, { status: response.status, headers });
  headers.set('content-encoding', 'gzip');
  return new Response(await promisify(gzip)(bytes, { level: FAST_GZIP_LEVEL }), {
    status: response.status,
    headers,
  });
}
