import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncodings, WORTH_COMPRESSING } from './encoding';

/** At 5,000 events level 5 takes 25 ms, level 11 five seconds. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** Bytes that are made once and sent often, compressed off the main thread. */
export const COMPRESS = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/** A low one: these answers are made for each request. */
const LEVEL = 3;

/** The answer in gzip, made off the main thread, when it is worth it and the client takes it. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  const takesGzip = acceptedEncodings(request).has('gzip');
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  // What is sent piece by piece is not waited for; and compressed it would go out without saying so.
  const isStream = answer.headers.has('transfer-encoding');
  if (!takesGzip || !isJson || isStream || answer.headers.has('content-encoding')) return answer;
  const bytes = await answer.bytes();
  const headers = new Headers(answer.headers);
  headers.append('vary', 'accept-encoding');
  if (bytes.byteLength < WORTH_COMPRESSING) return new Response(bytes, { status: answer.status, headers });
  headers.set('content-encoding', 'gzip');
  return new Response(await promisify(gzip)(bytes, { level: LEVEL }), { status: answer.status, headers });
}
