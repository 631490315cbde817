import type { Request as Asked } from './request';
import { PICKED } from './values';
import type { World } from './world';

/** Where a program of this kind sends its requests. */
export type Site = { url: string; world: World };

export type Got = {
  status: number;
  headers: Headers;
  text: string;
  sent: { path: string; headers: Record<string, string> };
};

let number = 0;

/** Milliseconds that an answer may take, and after which one without an end is left. */
const PATIENCE = 20_000;
const ENDLESS = 300;

/** Sends it, with the ids of what there is. Throws when there is no answer. */
export async function send({ url, world }: Site, asked: Asked): Promise<Got> {
  const fill = (text: string) =>
    text.includes('PICK_')
      ? text.replace(PICKED, (_, what: string) => {
          if (what === 'number') return String(++number);
          const things = world.things[what] ?? [''];
          return things[asked.which % things.length] ?? '';
        })
      : text;
  const path = fill(asked.path);
  const headers: Record<string, string> = {
    'x-forwarded-for': `198.18.${++number & 255}.${(number >> 8) & 255}`,
    ...authorization(world, asked),
    ...asked.headers,
  };
  const body = typeof asked.body === 'string' ? fill(asked.body) : asked.body;
  const answer = await fetch(url + path, {
    method: asked.method,
    headers,
    ...(body !== undefined && { body: asked.pieces > 1 ? inPieces(body, asked.pieces) : body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(asked.isEndless ? ENDLESS + PATIENCE : PATIENCE),
  });
  const text = asked.isEndless ? await beginning(answer) : await answer.text();
  return { status: answer.status, headers: answer.headers, text, sent: { path, headers } };
}

function authorization(world: World, { as, which }: Asked): Record<string, string> {
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

/** What comes within a short while. */
async function beginning(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return '';
  const until = performance.now() + ENDLESS;
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
