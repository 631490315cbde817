import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Below this the headers cost more than is won. */
const WORTH_IT = 1400;
/** Fast: four fifths of what the slowest level wins, for a tenth of its time. */
const LEVEL = 3;

/** The answer in gzip, made off the main thread, when it is worth it and the client takes it. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    request.headers.get('accept-encoding') ?? '',
  );
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (!takesGzip || !isJson || answer.headers.has('content-encoding')) return answer;
  const bytes = await answer.bytes();
  const headers = new Headers(answer.headers);
  headers.append('vary', 'accept-encoding');
  if (bytes.byteLength < WORTH_IT) return new Response(bytes, { status: answer.status, headers });
  headers.set('content-encoding', 'gzip');
  return new Response(await compress(bytes, { level: LEVEL }), { status: answer.status, headers });
}
