import type { ConversationEvent } from '#src/features/conversations/contract.ts';
import { notifyReader } from '#src/features/conversations/live/service.ts';
import type { TestApp } from './app.ts';

type StreamEvent = { event: string; data: unknown };

export type Stream = Awaited<ReturnType<typeof openStream>>;

/** Resolves after the stream's first event, its end or an error. */
export async function openStream(
  app: { url: string },
  headers: Record<string, string> = {},
  tls?: { ca: string },
) {
  const controller = new AbortController();
  const response = await fetch(`${app.url}/trpc/marketplace.conversations.live`, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip', ...headers },
    signal: controller.signal,
    ...(tls && { tls }),
  });
  const received: StreamEvent[] = [];
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  let isOver = false;
  const over = (async () => {
    let buffer = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      buffer += decoder.decode(chunk, { stream: true });
      const blocks = buffer.split(/\n\n+/);
      buffer = blocks.pop() ?? '';
      for (const block of blocks) received.push(parse(block));
      notifyListeners();
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      notifyListeners();
    });

  /** Throws after `limitMs` milliseconds. */
  async function until(condition: () => boolean, limitMs = 5000): Promise<number> {
    const start = performance.now();
    while (!condition()) {
      const remainingMs = limitMs - (performance.now() - start);
      if (remainingMs <= 0)
        throw new Error(
          `The expected event did not arrive within ${limitMs} ms: ${JSON.stringify(received)}`,
        );
      await Promise.race([new Promise<void>((resolve) => listeners.add(resolve)), Bun.sleep(remainingMs)]);
    }
    return performance.now() - start;
  }

  const stream = {
    status: response.status,
    headers: response.headers,
    received,
    until,
    over,
    isOver: () => isOver,
    events: () =>
      received.filter(({ event }) => event === 'message').map(({ data }) => data as ConversationEvent),
    /** The first event, and the one after a reconnect, name no conversation: any may have changed. */
    named: () => stream.events().filter((event) => event.announcement_id !== null),
    code: () => {
      const error = received.find(({ event }) => event === 'serialized-error');
      return (error?.data as { data: { code: string } } | undefined)?.data.code;
    },
    leave: async () => {
      controller.abort();
      await over;
    },
  };
  await until(() => isOver || stream.events().length > 0 || stream.code() !== undefined);
  return stream;
}

function parse(block: string): StreamEvent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  return { event: fields.event ?? 'message', data: fields.data ? JSON.parse(fields.data) : undefined };
}

const WARM_UP = {
  announcement_id: '01890000-0000-7000-8000-00000000000f',
  other_user_id: '01890000-0000-7000-8000-00000000000f',
};

/**
 * The stream of a member after the instance has begun to listen. `eventsSince` has the events after that. The events of
 * the warm-up are left out.
 */
export async function openListeningStream(
  app: TestApp,
  member: { id: string; headers: Record<string, string> },
) {
  const stream = await openStream(app, member.headers);
  while (stream.named().length === 0) {
    await notifyReader(app.db, member.id, WARM_UP);
    await Bun.sleep(20);
  }
  const before = stream.events().length;
  const eventsSince = () =>
    stream
      .events()
      .slice(before)
      .filter(({ announcement_id }) => announcement_id !== WARM_UP.announcement_id);
  return { ...stream, eventsSince };
}
