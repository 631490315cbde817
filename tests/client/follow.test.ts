import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { followConversations } from '../../client/features/conversations/follow';
import type { ConversationEvent } from '../../src/features/conversations/contract';
import { logIn, logOutQuietly } from '../support/member';

const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };
const SOMETHING: ConversationEvent = { announcement_id: 'a', other_user_id: 'u' };
const MINUTE = 60_000;

/** The streams that are open, each with what the server says over it. */
let streams: Set<{ say: (event: ConversationEvent) => void; ping: () => void }>;
let opened: number;
let told: ConversationEvent[];
let stop: () => void;

beforeEach(() => {
  logIn();
  [streams, opened, told] = [new Set(), 0, []];
  globalThis.fetch = ((_url: string, { signal }: { signal?: AbortSignal } = {}) => {
    opened++;
    const text = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (lines: string) => controller.enqueue(text.encode(`${lines}\n\n`));
        const stream = {
          say: (event: ConversationEvent) => write(`data: ${JSON.stringify(event)}`),
          ping: () => write('event: ping\ndata: '),
        };
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
  look('visible');
  logOutQuietly();
});

/** Lets what is written be read, without the clock. */
const read = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
function look(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
async function follow() {
  stop = followConversations((event) => told.push(event));
  await read();
}
const pass = async (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
  await read();
};

describe('a window that follows its conversations (D31)', () => {
  test('tells what the server says, as it says it', async () => {
    await follow();
    for (const { say } of streams) say(SOMETHING);
    await read();
    expect(told).toEqual([SOMETHING]);
  });

  test('lets its stream go while it is out of sight: a host has six connections to all windows', async () => {
    await follow();
    expect(streams.size).toBe(1);
    look('hidden');
    await read();
    expect(streams.size).toBe(0);
    await pass(5 * MINUTE);
    expect(opened).toBe(1);
  });

  test('out of sight it asks once a minute', async () => {
    await follow();
    look('hidden');
    await pass(MINUTE - 1);
    expect(told).toEqual([]);
    await pass(1);
    await pass(MINUTE);
    expect(told).toEqual([ANYTHING, ANYTHING]);
  });

  test('back in sight it catches up at once and follows again', async () => {
    await follow();
    look('hidden');
    await pass(1000);
    look('visible');
    expect(told).toEqual([ANYTHING]);
    await read();
    expect(streams.size).toBe(1);
    for (const { say } of streams) say(SOMETHING);
    await read();
    expect(told).toEqual([ANYTHING, SOMETHING]);
    for (let seconds = 0; seconds < 2 * 60; seconds += 5) {
      for (const { ping } of streams) ping();
      await pass(5000);
    }
    expect(told).toEqual([ANYTHING, SOMETHING]);
    expect(opened).toBe(2);
  });

  test('opened out of sight it begins when it is looked at', async () => {
    look('hidden');
    await follow();
    expect(opened).toBe(0);
    look('visible');
    await read();
    expect(streams.size).toBe(1);
  });

  test('the network coming back, or a lost stream, opens none while it is out of sight', async () => {
    await follow();
    // Silent for so long: lost. The next attempt waits.
    await pass(10_000);
    look('hidden');
    window.dispatchEvent(new Event('online'));
    await pass(MINUTE);
    expect(opened).toBe(1);
  });

  test('nothing goes on once it is left', async () => {
    await follow();
    look('hidden');
    stop();
    look('visible');
    await pass(5 * MINUTE);
    expect([told, streams.size, opened]).toEqual([[], 0, 1]);
  });
});
