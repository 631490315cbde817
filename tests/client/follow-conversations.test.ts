import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { followConversations } from '../../client/features/conversations/follow';
import type { ConversationEvent } from '../../src/features/conversations/contract';
import { logIn, logOutQuietly } from '../support/member';

const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };
const SOMETHING: ConversationEvent = { announcement_id: 'a', other_user_id: 'u' };
const MINUTE = 60_000;

let streams: Set<{
  say: (event: ConversationEvent) => void;
  ping: () => void;
  fail: (code: string) => void;
  end: () => void;
}>;
let requests: { url: string; bearer: string | null }[];
let isOnline: boolean;
let opened: number;
let received: ConversationEvent[];
let stop: () => void;

beforeEach(() => {
  logIn();
  [streams, opened, received, requests, isOnline] = [new Set(), 0, [], [], true];
  globalThis.fetch = ((url: string, { signal, headers: sent }: RequestInit = {}) => {
    opened++;
    requests.push({ url: String(url), bearer: new Headers(sent).get('authorization') });
    if (!isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    const text = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (lines: string) => controller.enqueue(text.encode(`${lines}\n\n`));
        const stream = {
          say: (event: ConversationEvent) => write(`data: ${JSON.stringify(event)}`),
          ping: () => write('event: ping\ndata: '),
          fail: (code: string) => {
            const error = { code: -32001, message: code, data: { code } };
            write(`event: serialized-error\ndata: ${JSON.stringify(error)}`);
          },
          end: () => write('event: return\ndata: '),
        };
        write('event: connected\ndata: {"reconnectAfterInactivityMs":10000}');
        streams.add(stream);
        signal?.addEventListener('abort', () => streams.delete(stream));
      },
    });
    const headers = new Headers({ 'content-type': 'text/event-stream' });
    return Promise.resolve({ body, headers, status: 200, url: '', redirected: false });
  }) as unknown as typeof fetch;
  jest.useFakeTimers();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  setVisibility('visible');
  logOutQuietly();
});

/** Does not advance the clock. */
const read = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
function setVisibility(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
async function follow() {
  stop = followConversations((event) => received.push(event));
  await read();
}
const pass = async (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
  await read();
};

describe('followConversations', () => {
  test('reports each event of the stream', async () => {
    await follow();
    for (const { say } of streams) say(SOMETHING);
    await read();
    expect(received).toEqual([SOMETHING]);
  });

  test('closes the stream while the window is hidden: HTTP/1.1 allows six connections to a host', async () => {
    await follow();
    expect(streams.size).toBe(1);
    setVisibility('hidden');
    await read();
    expect(streams.size).toBe(0);
    await pass(5 * MINUTE);
    expect(opened).toBe(1);
  });

  test('polls once a minute while the window is hidden', async () => {
    await follow();
    setVisibility('hidden');
    await pass(MINUTE - 1);
    expect(received).toEqual([]);
    await pass(1);
    await pass(MINUTE);
    expect(received).toEqual([ANYTHING, ANYTHING]);
  });

  test('refetches and reconnects at once when the window is shown', async () => {
    await follow();
    setVisibility('hidden');
    await pass(1000);
    setVisibility('visible');
    expect(received).toEqual([ANYTHING]);
    await read();
    expect(streams.size).toBe(1);
    for (const { say } of streams) say(SOMETHING);
    await read();
    expect(received).toEqual([ANYTHING, SOMETHING]);
    for (let seconds = 0; seconds < 2 * 60; seconds += 5) {
      for (const { ping } of streams) ping();
      await pass(5000);
    }
    expect(received).toEqual([ANYTHING, SOMETHING]);
    expect(opened).toBe(2);
  });

  test('opens no stream in a hidden window until it is shown', async () => {
    setVisibility('hidden');
    await follow();
    expect(opened).toBe(0);
    setVisibility('visible');
    await read();
    expect(streams.size).toBe(1);
  });

  test('opens no stream in a hidden window when the network is back or a retry was due', async () => {
    await follow();
    // The silent stream has failed; the next attempt waits.
    await pass(10_000);
    setVisibility('hidden');
    window.dispatchEvent(new Event('online'));
    await pass(MINUTE);
    expect(opened).toBe(1);
  });

  test('sends the token in a header and not in the URL', async () => {
    await follow();
    const [request] = requests;
    expect(request?.bearer).toBe('Bearer token-of-anna');
    expect(request?.url).toEndWith('/trpc/marketplace.conversations.live');
  });

  test('replaces a stream after 10 s of silence', async () => {
    await follow();
    for (const { say } of streams) say(SOMETHING);
    await read();
    await pass(9_999);
    expect(opened).toBe(1);
    await pass(1);
    await pass(1000);
    expect([opened, streams.size]).toEqual([2, 1]);
    await pass(9_000);
    expect(received).toEqual([SOMETHING, ANYTHING]);
    for (const { say } of streams) say(SOMETHING);
    await read();
    for (let seconds = 0; seconds < 30; seconds += 5) {
      for (const { ping } of streams) ping();
      await pass(5000);
    }
    expect(received).toEqual([SOMETHING, ANYTHING, SOMETHING]);
  });

  test('reconnects after growing waits and polls every 10 s while the server is unreachable', async () => {
    isOnline = false;
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    await follow();
    const attempts: number[] = [];
    for (let second = 1; second <= 65; second++) {
      const before = opened;
      await pass(1000);
      if (opened > before) attempts.push(second);
    }
    random.mockRestore();
    expect(attempts).toEqual([1, 3, 7, 15, 31, 61]);
    expect(received).toEqual(Array(6).fill(ANYTHING));
  });

  test('refetches at once when the session has ended, so that the member is logged out', async () => {
    await follow();
    for (const { fail } of streams) fail('request.unauthorized');
    await read();
    expect(received).toEqual([ANYTHING]);
    expect(streams.size).toBe(0);
  });

  test('reconnects within a second when the server ends the stream, each time', async () => {
    await follow();
    for (const count of [2, 3]) {
      for (const { say, end } of streams) {
        say(SOMETHING);
        end();
      }
      await read();
      expect(streams.size).toBe(0);
      await pass(1000);
      expect([opened, streams.size]).toEqual([count, 1]);
    }
  });

  test('reconnects at once when the network is back', async () => {
    isOnline = false;
    await follow();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await read();
    expect([opened, streams.size]).toEqual([2, 1]);
  });

  test('stops polling and reconnecting once unsubscribed', async () => {
    await follow();
    setVisibility('hidden');
    stop();
    setVisibility('visible');
    await pass(5 * MINUTE);
    expect([received, streams.size, opened]).toEqual([[], 0, 1]);
  });
});
