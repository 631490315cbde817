import { EventSource } from 'eventsource';
import * as v from 'valibot';
import { ConversationEvent } from '../../../src/features/conversations/contract';
import { currentSession } from '../../platform/session/member';

/** Without a stream it is asked so often; and one that has said nothing for so long is none. In milliseconds. */
const [POLL_EVERY, SILENCE] = [10_000, 10_000];
/** Out of sight it is asked so often. */
const POLL_UNSEEN_EVERY = 60_000;
/** The wait before the next attempt, doubled each time up to the most, less up to half of it by chance. */
const [WAIT_FIRST, WAIT_MOST] = [1000, 30_000];

const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };

/**
 * The subscription as tRPC sends it. Its own link would stand in the first load of every page, as all of its client
 * does. D31: a native EventSource cannot set headers, and a token in the address would be logged.
 */
const openStream = () =>
  new EventSource('/trpc/marketplace.conversations.live', {
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${currentSession()?.token}` },
      }),
  });

/**
 * Tells what happens in the conversations of whoever is logged in, from now until the answer is called. While there is
 * no stream it says every few seconds that anything may have happened, and tries for one again. A window that is out of
 * sight has none: over HTTP/1.1 a browser has six connections to a host, and each stream would take one of them.
 */
export function followConversations(tell: (event: ConversationEvent) => void): () => void {
  let failures = 0;
  let leave = () => {};
  let polling: ReturnType<typeof setInterval> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    end();
    const stream = openStream();
    // The server sends a ping every few seconds: a stream that is silent for long is none.
    const heard = () => {
      clearTimeout(waiting);
      waiting = setTimeout(lose, SILENCE);
    };
    // What was on its way when it was left is not heard any more.
    let isLeft = false;
    const on = (name: string, act: (data: string) => void) =>
      stream.addEventListener(name, ({ data }: { data?: string }) => {
        if (!isLeft) act(data ?? '');
      });
    heard();
    on('ping', heard);
    on('message', (data) => {
      heard();
      rest();
      failures = 0;
      tell(v.parse(ConversationEvent, JSON.parse(data)));
    });
    on('serialized-error', (data) => lose(JSON.parse(data).data?.code));
    on('return', () => lose());
    on('error', () => lose());
    leave = () => {
      isLeft = true;
      stream.close();
    };
  }

  function end(): void {
    clearTimeout(waiting);
    leave();
    leave = () => {};
  }

  function lose(code?: string): void {
    end();
    // Whoever asks now is told that the session is dead, and forgets it.
    if (code === 'request.unauthorized') tell(ANYTHING);
    poll(POLL_EVERY);
    const most = Math.min(WAIT_MOST, WAIT_FIRST * 2 ** failures++);
    waiting = setTimeout(connect, most * (0.5 + Math.random() / 2));
  }

  function poll(every: number): void {
    polling ??= setInterval(() => tell(ANYTHING), every);
  }

  function rest(): void {
    clearInterval(polling);
    polling = undefined;
  }

  const isSeen = () => document.visibilityState === 'visible';

  /** In sight again, nothing is waited for: what came meanwhile is to be read now. */
  const look = () => {
    end();
    rest();
    if (isSeen()) {
      tell(ANYTHING);
      connect();
    } else poll(POLL_UNSEEN_EVERY);
  };

  /** The network is back: there is no reason to wait. */
  const online = () => {
    if (polling && isSeen()) connect();
  };

  if (isSeen()) connect();
  else poll(POLL_UNSEEN_EVERY);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', online);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', online);
    end();
    rest();
  };
}
