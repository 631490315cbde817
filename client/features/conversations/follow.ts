import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { ConversationEvent } from '../../../src/features/conversations/contract';
import type { AppRouter } from '../../../src/router';
import { forMember, headers } from '../../platform/trpc';

const POLL_MS = 10_000;
const HIDDEN_POLL_MS = 60_000;
/** A stream without its first event after this time has failed. Later silence is noticed by the link. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The wait before reconnecting: doubles up to the maximum, then up to half is removed at random. */
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [1000, 30_000];

const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };

/** A client of its own, so that only the inbox loads `eventsource`. */
const client = createTRPCClient<AppRouter>({
  links: [
    forMember,
    httpSubscriptionLink({
      url: '/trpc',
      // A native EventSource cannot set headers, and a token in the URL would be logged (D31).
      EventSource,
      eventSourceOptions: ({ op }) => ({
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers({ op }) } }),
      }),
    }),
  ],
});

/**
 * Calls `notify` with each change of the logged-in member's conversations until the returned function is called. Without
 * a stream it calls `notify` at an interval instead, and reconnects. A hidden window has no stream: over HTTP/1.1 a browser
 * has six connections to a host, and each stream would take one of them.
 */
export function followConversations(notify: (event: ConversationEvent) => void): () => void {
  let failures = 0;
  let stream: { unsubscribe(): void } | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    stop();
    retry = setTimeout(reconnectLater, CONNECT_TIMEOUT_MS);
    stream = client.marketplace.conversations.live.subscribe(undefined, {
      onData(event) {
        clearTimeout(retry);
        clearInterval(polling);
        failures = 0;
        notify(event);
      },
      // The link and its EventSource would retry at a fixed interval.
      onConnectionStateChange({ error }) {
        if (error) reconnectLater();
      },
      onStopped: reconnectLater,
      onError: reconnectLater,
    });
  }

  function stop(): void {
    clearTimeout(retry);
    stream?.unsubscribe();
  }

  function reconnectLater(): void {
    stop();
    if (failures === 0) poll(POLL_MS);
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++);
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  }

  function poll(every: number): void {
    clearInterval(polling);
    polling = setInterval(() => notify(ANYTHING), every);
  }

  const isVisible = () => document.visibilityState === 'visible';

  const start = () => {
    failures = 0;
    if (isVisible()) return connect();
    stop();
    poll(HIDDEN_POLL_MS);
  };
  const onVisibilityChange = () => {
    start();
    if (isVisible()) notify(ANYTHING);
  };
  const onOnline = () => {
    if (failures > 0 && isVisible()) connect();
  };

  start();
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', onOnline);
    stop();
    clearInterval(polling);
  };
}
