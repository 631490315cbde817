import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptedEncodings, WORTH_COMPRESSING } from './encoding';

const compress = promisify(gzip);

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
  return new Response(await compress(bytes, { level: LEVEL }), { status: answer.status, headers });
}
