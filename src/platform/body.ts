import { AppError } from '../shared/errors';
import { isCostlyJson } from './json-size';
import { createRoom } from './room';

/** JSON bodies take at most 1 MB (D33). */
export const JSON_LIMIT = 1_000_000;
/** Milliseconds for all of one. With what a refusal waits it is less than the server's own 10 s, which end at 8 at times, unanswered. */
const JSON_TIME = 6000;

/** A body that comes in more pieces is refused: each piece costs some time, however short it is. */
export const PIECES_MAX = 5000;
/** Bytes of bodies that are being read at most, without the first `SMALL` of each. */
const reading = createRoom({ all: 64_000_000, ofAddress: 8_000_000 });
/** Bytes of a body that take no room: what people send is read also when others have taken all of the room. */
const SMALL = 64_000;

/**
 * The whole body, or `request.too_large` as soon as it is longer than `limit` bytes, whatever length it declares, and
 * `request.malformed` when it takes longer than `time` milliseconds to come, or comes in too many pieces. Throws
 * `server.unavailable` while too much is being read from that address, or from all.
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
  // Ends what is being waited for with an error.
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
    // What has not come is left to who refuses it; ended here, it would go on being taken.
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

/** The sender has gone away, or was too slow. */
function gone(cause: unknown): never {
  throw new AppError('request.malformed', { cause });
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);

/** Throws `request.unsupported` for a body, even an empty one, that is declared as anything but JSON (D5). */
function expectJson(request: Request): void {
  const type = request.headers.get('content-type');
  if (type && !isJson(type)) throw new AppError('request.unsupported');
}

/** The unparsed body of a call that takes JSON. Throws `request.too_large` when parsing it would cost too much. */
export async function readJsonBody(request: Request, address: string): Promise<Uint8Array<ArrayBuffer>> {
  expectJson(request);
  const bytes = await readBody(request, address);
  if (isCostlyJson(bytes)) throw new AppError('request.too_large');
  return bytes;
}

/** A JSON object from the body; an empty body is `{}` (D4). */
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
