import type { AppError } from '../shared/errors';
import { PIECES_MAX } from './body';
import { errorResponse } from './failures';

/** What is taken of a body after it was refused: bytes and pieces, and milliseconds, for only then has the answer its end. */
const LINGER_BYTES = 32 * 1024 * 1024;
const LINGER_MS = 1500;

/**
 * A refusal that does not wait for the rest of the body, nor read all of it: it is answered at once, and the connection
 * ends when the sender stops, or has not for a while. Were it ended at once, most senders would see that before the
 * answer; were it left open, a body without end would go on being taken.
 */
export async function refusal(request: Request, error: AppError): Promise<Response> {
  const answer = errorResponse(error);
  if (!request.body) return answer;
  if (request.body.locked) {
    // It is still being read, for nobody.
    answer.headers.set('connection', 'close');
    return answer;
  }
  const reader = request.body.getReader();
  const first = reader.read().catch(() => ENDED);
  if ((await Promise.race([first, Bun.sleep(0)]))?.done) return answer;
  const body = new ReadableStream<Uint8Array>({
    start: async (out) => {
      out.enqueue(await answer.bytes());
      await drain(reader, first);
      out.close();
    },
  });
  answer.headers.set('connection', 'close');
  return new Response(body, { status: answer.status, headers: answer.headers });
}

const ENDED = { done: true, value: undefined } as const;

type Piece = { done: boolean; value?: Uint8Array | undefined };

async function drain(
  reader: { read: () => Promise<Piece>; cancel: () => Promise<void> },
  first: Promise<Piece>,
): Promise<void> {
  const end = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(end, LINGER_MS);
  let size = 0;
  let pieces = 0;
  for (
    let next = first;
    size < LINGER_BYTES && pieces < PIECES_MAX;
    next = reader.read().catch(() => ENDED)
  ) {
    const { done, value } = await next;
    if (done) break;
    size += value?.byteLength ?? 0;
    pieces++;
  }
  clearTimeout(timer);
  end();
}

/** Whether a request that has none by its method says that a body follows. */
export const hasNeedlessBody = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0);
