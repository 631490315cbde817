import type { Request as FuzzRequest } from './request';
import { PICKED } from './values';
import type { World } from './world';

export type Site = { url: string; world: World };

export type Received = {
  status: number;
  headers: Headers;
  text: string;
  sent: { path: string; headers: Record<string, string> };
};

let number = 0;

const TIMEOUT_MS = 20_000;
const ENDLESS_MS = 300;

/** Throws if there is no response. */
export async function send({ url, world }: Site, request: FuzzRequest): Promise<Received> {
  const fill = (text: string) =>
    text.includes('PICK_')
      ? text.replace(PICKED, (_, what: string) => {
          if (what === 'number') return String(++number);
          const things = world.things[what] ?? [''];
          return things[request.which % things.length] ?? '';
        })
      : text;
  const path = fill(request.path);
  const headers: Record<string, string> = {
    'x-forwarded-for': `198.18.${++number & 255}.${(number >> 8) & 255}`,
    ...authorization(world, request),
    ...request.headers,
  };
  const body = typeof request.body === 'string' ? fill(request.body) : request.body;
  const response = await fetch(url + path, {
    method: request.method,
    headers,
    ...(body !== undefined && { body: request.pieces > 1 ? inPieces(body, request.pieces) : body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(request.isEndless ? ENDLESS_MS + TIMEOUT_MS : TIMEOUT_MS),
  });
  const text = request.isEndless ? await beginning(response) : await response.text();
  return { status: response.status, headers: response.headers, text, sent: { path, headers } };
}

function authorization(world: World, { as, which }: FuzzRequest): Record<string, string> {
  if (as === 'visitor') return {};
  if (as === 'garbage') return { authorization: `Bearer ${'g'.repeat(1 + (which % 60))}` };
  const tokens = world.tokens[as];
  return { authorization: `Bearer ${tokens[which % tokens.length]}` };
}

function inPieces(body: string | Uint8Array<ArrayBuffer>, count: number): ReadableStream<Uint8Array> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return new ReadableStream({
    start(out) {
      for (let from = 0; from < bytes.length; from += size) out.enqueue(bytes.slice(from, from + size));
      out.close();
    },
  });
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const until = performance.now() + ENDLESS_MS;
  let text = '';
  for (;;) {
    const left = until - performance.now();
    const piece = await Promise.race([reader.read(), Bun.sleep(Math.max(0, left)).then(() => undefined)]);
    if (!piece || piece.done) break;
    text += new TextDecoder().decode(piece.value);
  }
  await reader.cancel().catch(() => {});
  return text;
}
