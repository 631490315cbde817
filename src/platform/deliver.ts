import { compressed } from './compress';
import type { Unsent } from './unsent';

/** Compresses a response that was made for one request. A large one is sent only as fast as the client reads it. */
export type Deliver = (request: Request, answer: Response) => Promise<Response>;

export const createDeliver =
  (unsent: Unsent, addressOf: (request: Request) => string): Deliver =>
  async (request, answer) => {
    // Streams, such as live messages, are sent as they come.
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
    const { status, headers, body } = await compressed(request, answer);
    if (!body) return new Response(null, { status, headers });
    const bytes = await new Response(body).blob();
    // A write is done by now, so its response is never refused. It is small.
    const own = request.method === 'GET' ? bytes.size : 0;
    return new Response(unsent.bodyOf([bytes], own, addressOf(request)), { status, headers });
  };
