import { errorResponse } from '#src/platform/failures.ts';
import type { AppError } from '#src/shared/errors.ts';
import { CHUNKS_MAX } from './body.ts';

/** The limits of draining a rejected body. The response is only complete after it. */
const DRAIN_BYTES_MAX = 32 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 1500;

/**
 * Returns a response for an error that is sent at once. Then the request body is drained up to a limit, and the
 * connection is closed. If it were closed earlier, most clients would report a connection error instead of the
 * response. If it were left open, the runtime would keep receiving an endless body.
 */
export async function refusal(request: Request, error: AppError): Promise<Response> {
  const response = errorResponse(error);
  if (!request.body) return response;
  if (request.body.locked) {
    // The body is still being read elsewhere, but nobody uses the result.
    response.headers.set('connection', 'close');
    return response;
  }
  const reader = request.body.getReader();
  const first = reader.read().catch(() => END_OF_BODY);
  if ((await Promise.race([first, Bun.sleep(0)]))?.done) return response;
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(await response.bytes());
      await drain(reader, first);
      controller.close();
    },
  });
  response.headers.set('connection', 'close');
  return new Response(body, { status: response.status, headers: response.headers });
}

const END_OF_BODY = { done: true, value: undefined } as const;

type Chunk = { done: boolean; value?: Uint8Array | undefined };

async function drain(
  reader: { read: () => Promise<Chunk>; cancel: () => Promise<void> },
  first: Promise<Chunk>,
): Promise<void> {
  const cancelBody = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(cancelBody, DRAIN_TIMEOUT_MS);
  let size = 0;
  let chunkCount = 0;
  for (
    let pendingRead = first;
    size < DRAIN_BYTES_MAX && chunkCount < CHUNKS_MAX;
    pendingRead = reader.read().catch(() => END_OF_BODY)
  ) {
    const { done, value } = await pendingRead;
    if (done) break;
    size += value?.byteLength ?? 0;
    chunkCount++;
  }
  clearTimeout(timer);
  cancelBody();
}

/** Whether the request is a GET or HEAD with a body. */
export const isReadWithBody = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0);
