import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { ConversationEvent } from '../../../src/features/conversations/contract';
import type { AppRouter } from '../../../src/router';
import { currentSession } from '../../platform/session';
import { errorCodeOf } from '../../platform/trpc';

/** Without a stream it is asked so often; a stream that has not begun after as long is none. */
const POLL_EVERY = 10_000;
/** The wait before the next attempt, doubled each time up to the most, less up to half of it by chance. */
const [WAIT_FIRST, WAIT_MOST] = [1000, 30_000];

const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };

/** D31: a native EventSource cannot set headers, and a token in the address would be logged. */
const client = createTRPCClient<AppRouter>({
  links: [
    httpSubscriptionLink({
      url: '/trpc',
      EventSource,
      eventSourceOptions: {
        fetch: (url, init) =>
          fetch(url, {
            ...init,
            headers: { ...init.headers, authorization: `Bearer ${currentSession()?.token}` },
          }),
      },
    }),
  ],
});

/**
 * Tells what happens in the conversations of whoever is logged in, from now until the answer is called. While there is
 * no stream it says every few seconds that anything may have happened, and tries for one again.
 */
export function followConversations(tell: (event: ConversationEvent) => void): () => void {
  let attempt = 0;
  let failures = 0;
  let leave = () => {};
  let polling: ReturnType<typeof setInterval> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    end();
    const mine = attempt;
    const lost = (error?: unknown) => mine === attempt && lose(error);
    waiting = setTimeout(lost, POLL_EVERY);
    const stream = client.marketplace.conversations.live.subscribe(undefined, {
      onData: (event) => {
        if (mine !== attempt) return;
        clearTimeout(waiting);
        clearInterval(polling);
        polling = undefined;
        failures = 0;
        tell(event);
      },
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error) lost(error);
      },
      onError: lost,
      onComplete: lost,
    });
    leave = () => stream.unsubscribe();
  }

  function end(): void {
    attempt++;
    clearTimeout(waiting);
    leave();
    leave = () => {};
  }

  function lose(error: unknown): void {
    end();
    // Whoever asks now is told that the session is dead, and forgets it.
    if (errorCodeOf(error) === 'request.unauthorized') tell(ANYTHING);
    polling ??= setInterval(() => tell(ANYTHING), POLL_EVERY);
    const most = Math.min(WAIT_MOST, WAIT_FIRST * 2 ** failures++);
    waiting = setTimeout(connect, most * (0.5 + Math.random() / 2));
  }

  /** The network is back: there is no reason to wait. */
  const online = () => {
    if (polling) connect();
  };

  connect();
  window.addEventListener('online', online);
  return () => {
    window.removeEventListener('online', online);
    end();
    clearInterval(polling);
  };
}
