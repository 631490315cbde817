import type { Request as FuzzRequest } from './request.ts';
import { PLACEHOLDER } from './values.ts';
import type { World } from './world.ts';

export type Site = { url: string; world: World };

export type Received = {
  status: number;
  headers: Headers;
  text: string;
  sent: { path: string; headers: Record<string, string> };
};

let sequenceNumber = 0;

const TIMEOUT_MS = 20_000;
const STREAM_READ_MS = 300;

/** Throws if there is no response. */
export async function send({ url, world }: Site, request: FuzzRequest): Promise<Received> {
  const fillPlaceholders = (text: string) =>
    text.includes('PICK_')
      ? text.replace(PLACEHOLDER, (_, kind: string) => {
          if (kind === 'number') return String(++sequenceNumber);
          const placeholderValues = world.placeholderValues[kind] ?? [''];
          return placeholderValues[request.pickIndex % placeholderValues.length] ?? '';
        })
      : text;
  const path = fillPlaceholders(request.path);
  const headers: Record<string, string> = {
    'x-forwarded-for': `198.18.${++sequenceNumber & 255}.${(sequenceNumber >> 8) & 255}`,
    ...authorization(world, request),
    ...request.headers,
  };
  const body = typeof request.body === 'string' ? fillPlaceholders(request.body) : request.body;
  const response = await fetch(url + path, {
    method: request.method,
    headers,
    ...(body !== undefined && {
      body: request.chunkCount > 1 ? streamInChunks(body, request.chunkCount) : body,
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(request.isStream ? STREAM_READ_MS + TIMEOUT_MS : TIMEOUT_MS),
  });
  const text = request.isStream ? await readBeginning(response) : await response.text();
  return { status: response.status, headers: response.headers, text, sent: { path, headers } };
}

function authorization(world: World, { caller, pickIndex }: FuzzRequest): Record<string, string> {
  if (caller === 'visitor') return {};
  if (caller === 'garbage') return { authorization: `Bearer ${'g'.repeat(1 + (pickIndex % 60))}` };
  const tokens = world.tokens[caller];
  return { authorization: `Bearer ${tokens[pickIndex % tokens.length]}` };
}

function streamInChunks(body: string | Uint8Array<ArrayBuffer>, count: number): ReadableStream<Uint8Array> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return new ReadableStream({
    start(controller) {
      for (let from = 0; from < bytes.length; from += size)
        controller.enqueue(bytes.slice(from, from + size));
      controller.close();
    },
  });
}

async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const deadline = performance.now() + STREAM_READ_MS;
  let text = '';
  for (;;) {
    const remainingMs = deadline - performance.now();
    const chunk = await Promise.race([
      reader.read(),
      Bun.sleep(Math.max(0, remainingMs)).then(() => undefined),
    ]);
    if (!chunk || chunk.done) break;
    text += new TextDecoder().decode(chunk.value);
  }
  await reader.cancel().catch(() => {});
  return text;
}
