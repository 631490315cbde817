import { compressResponse } from './compress.ts';
import type { UnsentBytes } from './unsent.ts';

/** Compresses a JSON response. A large one is sent only as fast as the client reads it. Throws `server.unavailable`. */
export type Deliver = (request: Request, response: Response) => Promise<Response>;

export const createDeliver =
  (unsentBytes: UnsentBytes, addressOf: (request: Request) => string): Deliver =>
  async (request, response) => {
    // Event streams, such as live messages, are passed through.
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
    const { status, headers, body } = await compressResponse(request, response);
    if (!body) return new Response(null, { status, headers });
    const bytes = await new Response(body).blob();
    // A write has been committed by now, so its response is always sent. It is small.
    const uncachedBytes = request.method === 'GET' ? bytes.size : 0;
    return new Response(unsentBytes.bodyOf([bytes], uncachedBytes, addressOf(request)), { status, headers });
  };
