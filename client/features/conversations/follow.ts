import { EventSource } from 'eventsource';
import * as v from 'valibot';
import { currentSession } from '#client/platform/session/member.ts';
import { ConversationEvent } from '#src/features/conversations/contract.ts';

const POLL_INTERVAL_MS = 10_000;
const HIDDEN_POLL_INTERVAL_MS = 60_000;
/** The server pings every 3 seconds. A stream that is silent for longer than this has failed. */
const MAX_SILENCE_MS = 10_000;
/** The wait before reconnecting doubles from the first to the maximum; up to half of it is removed at random. */
const [FIRST_RECONNECT_DELAY_MS, MAX_RECONNECT_DELAY_MS] = [1000, 30_000];

const ANY_CONVERSATION: ConversationEvent = { announcement_id: null, other_user_id: null };

/**
 * Opens the tRPC subscription. `httpSubscriptionLink` of tRPC would add 2.7 kB to the first load of every page,
 * because it would be bundled into shared files. A native EventSource cannot set headers, and a token in the URL
 * would be logged.
 */
const openStream = () =>
  new EventSource('/trpc/marketplace.conversations.live', {
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${currentSession()?.token}` },
      }),
  });

const isVisible = () => document.visibilityState === 'visible';

/**
 * Calls `notify` on each change of the member's conversations; returns a function that stops it. Without a stream it
 * polls and reconnects. Hidden windows poll: HTTP/1.1 allows six connections per host, and each stream takes one.
 */
export function followConversations(notify: (event: ConversationEvent) => void): () => void {
  let failures = 0;
  let stream: EventSource | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let streamTimer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    disconnect();
    const newStream = openStream();
    stream = newStream;
    const expectPing = () => {
      clearTimeout(streamTimer);
      streamTimer = setTimeout(reconnectLater, MAX_SILENCE_MS);
    };
    expectPing();
    newStream.addEventListener('ping', expectPing);
    newStream.addEventListener('message', ({ data }) => {
      expectPing();
      clearInterval(pollTimer);
      failures = 0;
      notify(v.parse(ConversationEvent, JSON.parse(data)));
    });
    newStream.addEventListener('serialized-error', ({ data }) => {
      reconnectLater();
      // The refetch returns 401, which logs the member out.
      if (JSON.parse(data).data?.code === 'request.unauthorized') notify(ANY_CONVERSATION);
    });
    newStream.addEventListener('return', reconnectLater);
    // The EventSource itself would reconnect every 3 seconds. A closed one still reports a response that arrives late.
    newStream.addEventListener('error', () => {
      if (newStream === stream) reconnectLater();
    });
  }

  function disconnect(): void {
    clearTimeout(streamTimer);
    stream?.close();
    stream = undefined;
  }

  function reconnectLater(): void {
    disconnect();
    if (failures === 0) poll(POLL_INTERVAL_MS);
    const delayMs = Math.min(MAX_RECONNECT_DELAY_MS, FIRST_RECONNECT_DELAY_MS * 2 ** failures++);
    streamTimer = setTimeout(connect, delayMs * (0.5 + Math.random() / 2));
  }

  function poll(intervalMs: number): void {
    clearInterval(pollTimer);
    pollTimer = setInterval(() => notify(ANY_CONVERSATION), intervalMs);
  }

  function start(): void {
    failures = 0;
    if (isVisible()) connect();
    else {
      disconnect();
      poll(HIDDEN_POLL_INTERVAL_MS);
    }
  }

  const onVisibilityChange = () => {
    start();
    if (isVisible()) notify(ANY_CONVERSATION);
  };
  const onOnline = () => {
    // Only visible windows connect, so only they have failures.
    if (failures > 0) connect();
  };

  start();
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', onOnline);
    disconnect();
    clearInterval(pollTimer);
  };
}
