import { AppError } from '../shared/errors';
import { createCapacity } from './capacity';
import { isCostlyJson } from './json-size';

/** The maximum size of a JSON body, in bytes. */
export const JSON_LIMIT = 1_000_000;
/**
 * How long, in milliseconds, a whole JSON body may take. Together with the time that `refusal` drains the body, it
 * stays below the server's idle timeout of 10 s, which sometimes closes the connection after 8 s without a response.
 */
const JSON_TIME = 6000;

/** Bodies in more chunks are rejected: even a short chunk costs processing time. */
export const PIECES_MAX = 5000;
/** Limits the bytes of bodies that are being read, without the first `SMALL` bytes of each. */
const reading = createCapacity({ all: 64_000_000, ofAddress: 8_000_000 });
/** The first bytes of a body do not count, so that ordinary requests are read even if large bodies use up the limit. */
const SMALL = 64_000;

/**
 * Reads the whole body. Throws
 * - `request.too_large` as soon as it exceeds `limit` bytes, whatever length it declares,
 * - `request.malformed` if it takes longer than `time` milliseconds or arrives in too many chunks,
 * - `server.unavailable` while too many bytes are being read, from this address or in total.
 */
export async function readBody(
  request: Request,
  address: string,
  { limit = JSON_LIMIT, time = JSON_TIME } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('request.too_large');
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const releases: (() => void)[] = [];
  let size = 0;
  const reader = request.body.getReader();
  // Makes the pending read fail.
  const timer = setTimeout(() => reader.releaseLock(), time);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(gone);
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new AppError('request.too_large');
      chunks.push(value);
      if (chunks.length > PIECES_MAX) throw new AppError('request.malformed');
      const counted = Math.min(value.byteLength, size - SMALL);
      if (counted > 0) releases.push(reading.take(counted, address));
    }
  } finally {
    clearTimeout(timer);
    for (const release of releases) release();
    // Do not cancel the body: the runtime would keep receiving it. `refusal` drains it instead.
    reader.releaseLock();
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function gone(cause: unknown): never {
  throw new AppError('request.malformed', { cause });
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);

/** Throws `request.unsupported` if the body is declared as anything but JSON, even if it is empty. */
function expectJson(request: Request): void {
  const type = request.headers.get('content-type');
  if (type && !isJson(type)) throw new AppError('request.unsupported');
}

/**
 * Reads a JSON body without parsing it. Throws `request.too_large` if parsing it would cost too much, or as `readBody`.
 */
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
