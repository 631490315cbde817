import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { followConversations } from '#client/features/conversations/follow.ts';
import type { ConversationEvent } from '#src/features/conversations/contract.ts';
import { logIn, logOutQuietly } from '#tests/support/member.ts';

/** Tells the listener to refetch every conversation. */
const ANY_CONVERSATION: ConversationEvent = { announcement_id: null, other_user_id: null };
const ONE_CONVERSATION: ConversationEvent = { announcement_id: 'a', other_user_id: 'u' };
const MINUTE_MS = 60_000;

let streams: Set<{
  send: (event: ConversationEvent) => void;
  ping: () => void;
  fail: (code: string) => void;
  end: () => void;
}>;
let requests: { url: string; bearer: string | null }[];
let isOnline: boolean;
let receivedEvents: ConversationEvent[];
let unfollow: () => void;

beforeEach(() => {
  logIn();
  [streams, receivedEvents, requests, isOnline] = [new Set(), [], [], true];
  globalThis.fetch = ((url: string, { signal, headers: requestHeaders }: RequestInit = {}) => {
    requests.push({ url: String(url), bearer: new Headers(requestHeaders).get('authorization') });
    if (!isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (lines: string) => controller.enqueue(encoder.encode(`${lines}\n\n`));
        const stream = {
          send: (event: ConversationEvent) => write(`data: ${JSON.stringify(event)}`),
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
  unfollow();
  jest.useRealTimers();
  setVisibility('visible');
  logOutQuietly();
});

/** Does not advance the clock. */
const flushMicrotasks = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
function setVisibility(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
async function follow() {
  unfollow = followConversations((event) => receivedEvents.push(event));
  await flushMicrotasks();
}
const advanceTime = async (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
  await flushMicrotasks();
};

describe('followConversations', () => {
  test('reports each event of the stream', async () => {
    await follow();
    for (const { send } of streams) send(ONE_CONVERSATION);
    await flushMicrotasks();
    expect(receivedEvents).toEqual([ONE_CONVERSATION]);
  });

  test('closes the stream while the window is hidden: HTTP/1.1 allows six connections to a host', async () => {
    await follow();
    expect(streams.size).toBe(1);
    setVisibility('hidden');
    await flushMicrotasks();
    expect(streams.size).toBe(0);
    await advanceTime(5 * MINUTE_MS);
    expect(requests.length).toBe(1);
  });

  test('polls once a minute while the window is hidden', async () => {
    await follow();
    setVisibility('hidden');
    await advanceTime(MINUTE_MS - 1);
    expect(receivedEvents).toEqual([]);
    await advanceTime(1);
    await advanceTime(MINUTE_MS);
    expect(receivedEvents).toEqual([ANY_CONVERSATION, ANY_CONVERSATION]);
  });

  test('refetches and reconnects at once when the window is shown', async () => {
    await follow();
    setVisibility('hidden');
    await advanceTime(1000);
    setVisibility('visible');
    expect(receivedEvents).toEqual([ANY_CONVERSATION]);
    await flushMicrotasks();
    expect(streams.size).toBe(1);
    for (const { send } of streams) send(ONE_CONVERSATION);
    await flushMicrotasks();
    expect(receivedEvents).toEqual([ANY_CONVERSATION, ONE_CONVERSATION]);
    for (let seconds = 0; seconds < 2 * 60; seconds += 5) {
      for (const { ping } of streams) ping();
      await advanceTime(5000);
    }
    expect(receivedEvents).toEqual([ANY_CONVERSATION, ONE_CONVERSATION]);
    expect(requests.length).toBe(2);
  });

  test('opens no stream in a hidden window until it is shown', async () => {
    setVisibility('hidden');
    await follow();
    expect(requests.length).toBe(0);
    setVisibility('visible');
    await flushMicrotasks();
    expect(streams.size).toBe(1);
  });

  test('opens no stream in a hidden window, even when the network is back or a retry is due', async () => {
    await follow();
    // The silent stream has failed; the next attempt waits.
    await advanceTime(10_000);
    setVisibility('hidden');
    window.dispatchEvent(new Event('online'));
    await advanceTime(MINUTE_MS);
    expect(requests.length).toBe(1);
  });

  test('stays stopped when the response to the stream arrives later and is an error', async () => {
    const response = Promise.withResolvers<unknown>();
    globalThis.fetch = ((url: string) => {
      requests.push({ url, bearer: null });
      return response.promise;
    }) as unknown as typeof fetch;
    await follow();
    unfollow();
    response.resolve({ status: 503, headers: new Headers() });
    await flushMicrotasks();
    await advanceTime(5 * MINUTE_MS);
    expect([requests.length, receivedEvents]).toEqual([1, []]);
  });

  test('sends the token in a header and not in the URL', async () => {
    await follow();
    const [request] = requests;
    expect(request?.bearer).toBe('Bearer token-of-anna');
    expect(request?.url).toEndWith('/trpc/marketplace.conversations.live');
  });

  test('replaces a stream after 10 s of silence', async () => {
    await follow();
    for (const { send } of streams) send(ONE_CONVERSATION);
    await flushMicrotasks();
    await advanceTime(9_999);
    expect(requests.length).toBe(1);
    await advanceTime(1);
    await advanceTime(1000);
    expect([requests.length, streams.size]).toEqual([2, 1]);
    await advanceTime(9_000);
    expect(receivedEvents).toEqual([ONE_CONVERSATION, ANY_CONVERSATION]);
    for (const { send } of streams) send(ONE_CONVERSATION);
    await flushMicrotasks();
    for (let seconds = 0; seconds < 30; seconds += 5) {
      for (const { ping } of streams) ping();
      await advanceTime(5000);
    }
    expect(receivedEvents).toEqual([ONE_CONVERSATION, ANY_CONVERSATION, ONE_CONVERSATION]);
  });

  test('reconnects after growing waits and polls every 10 s while the server is unreachable', async () => {
    isOnline = false;
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    await follow();
    const attemptSeconds: number[] = [];
    for (let second = 1; second <= 65; second++) {
      const countBefore = requests.length;
      await advanceTime(1000);
      if (requests.length > countBefore) attemptSeconds.push(second);
    }
    random.mockRestore();
    expect(attemptSeconds).toEqual([1, 3, 7, 15, 31, 61]);
    expect(receivedEvents).toEqual(Array(6).fill(ANY_CONVERSATION));
  });

  test('refetches at once when the session has ended, so that the member is logged out', async () => {
    await follow();
    for (const { fail } of streams) fail('request.unauthorized');
    await flushMicrotasks();
    expect(receivedEvents).toEqual([ANY_CONVERSATION]);
    expect(streams.size).toBe(0);
  });

  test('reconnects within a second when the server ends the stream, each time', async () => {
    await follow();
    for (const count of [2, 3]) {
      for (const { send, end } of streams) {
        send(ONE_CONVERSATION);
        end();
      }
      await flushMicrotasks();
      expect(streams.size).toBe(0);
      await advanceTime(1000);
      expect([requests.length, streams.size]).toEqual([count, 1]);
    }
  });

  test('reconnects at once when the network is back', async () => {
    isOnline = false;
    await follow();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await flushMicrotasks();
    expect([requests.length, streams.size]).toEqual([2, 1]);
  });

  test('stops polling and reconnecting once unsubscribed', async () => {
    await follow();
    setVisibility('hidden');
    unfollow();
    setVisibility('visible');
    await advanceTime(5 * MINUTE_MS);
    expect([receivedEvents, streams.size, requests.length]).toEqual([[], 0, 1]);
  });
});
