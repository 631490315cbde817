import { createCapacity } from '#src/platform/limits/capacity.ts';
import { AppError } from '#src/shared/errors.ts';
import { isCostlyJson } from './json-size.ts';

export const JSON_BYTES_MAX = 1_000_000;
/** Below the server's idle timeout of 10 s, even with the time that `refusal` drains the body. */
const JSON_TIMEOUT_MS = 6000;

/** Bodies in more chunks are rejected: even a short chunk costs processing time. */
export const CHUNKS_MAX = 5000;
/** Limits the bytes of bodies being read, without the first `UNCOUNTED_BYTES` of each. */
const bodyCapacity = createCapacity({ all: 64_000_000, perAddress: 8_000_000 });
/** Lets ordinary requests through even if large bodies use up the limit. */
const UNCOUNTED_BYTES = 64_000;

/**
 * Reads the whole body. Throws
 * - `request.too_large` as soon as it exceeds `maxBytes` bytes, whatever length it declares,
 * - `request.malformed` if it takes longer than `timeoutMs` milliseconds or arrives in too many chunks,
 * - `server.unavailable` while too many bytes are being read, from this address or in total.
 */
export async function readBody(
  request: Request,
  address: string,
  { maxBytes = JSON_BYTES_MAX, timeoutMs = JSON_TIMEOUT_MS } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new AppError('request.too_large');
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const releases: (() => void)[] = [];
  let size = 0;
  const reader = request.body.getReader();
  // Makes the pending read fail.
  const timer = setTimeout(() => reader.releaseLock(), timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwDisconnected);
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw new AppError('request.too_large');
      chunks.push(value);
      if (chunks.length > CHUNKS_MAX) throw new AppError('request.malformed');
      const countedBytes = Math.min(value.byteLength, size - UNCOUNTED_BYTES);
      if (countedBytes > 0) releases.push(bodyCapacity.take(countedBytes, address));
    }
  } finally {
    clearTimeout(timer);
    for (const release of releases) release();
    // Do not cancel the body: the runtime would keep receiving it. `refusal` drains it instead.
    reader.releaseLock();
  }
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

function throwDisconnected(cause: unknown): never {
  throw new AppError('request.malformed', { cause });
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);

/** Throws `request.unsupported` if the body is declared as anything but JSON, even if it is empty. */
function expectJson(request: Request): void {
  const type = request.headers.get('content-type');
  if (type && !isJson(type)) throw new AppError('request.unsupported');
}

/** Reads a JSON body without parsing it. Throws `request.too_large` if parsing costs too much, or as `readBody`. */
export async function readJsonBody(request: Request, address: string): Promise<Uint8Array<ArrayBuffer>> {
  expectJson(request);
  const bytes = await readBody(request, address);
  if (isCostlyJson(bytes)) throw new AppError('request.too_large');
  return bytes;
}

/** Reads a JSON object. An empty body is `{}`. Throws `request.malformed` for anything else, or as `readJsonBody`. */
export async function readJsonObject(request: Request, address: string): Promise<Record<string, unknown>> {
  const bytes = await readJsonBody(request, address);
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('request.malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('request.malformed');
  return value as Record<string, unknown>;
}
