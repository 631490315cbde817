import { AppError } from '#src/shared/errors.ts';

/** Returns a function that runs work, but throws `server.unavailable` while `max` calls of it are running. */
export function limitConcurrency(max: number, retryAfterSeconds: number) {
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) throw new AppError('server.unavailable', { retryAfter: retryAfterSeconds });
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}

export type Turn = { hasWaited: boolean; end: () => void };

/**
 * Gives each member at most `running` turns in this process at a time. Further calls wait, at most `waiting` in each
 * session. A member's sessions get turns round-robin, so that a busy session does not starve the others. Throws
 * `server.unavailable` if too many calls wait.
 */
export function createTurnQueue(max: { running: number; waiting: number }) {
  type Queue = (() => void)[];
  const members = new Map<string, { running: number; waiting: Map<string, Queue> }>();

  return async function take(member: string, session: string): Promise<Turn> {
    const turns = members.get(member) ?? { running: 0, waiting: new Map<string, Queue>() };
    members.set(member, turns);
    const hasWaited = turns.running === max.running;
    if (hasWaited) {
      const queue = turns.waiting.get(session) ?? [];
      if (queue.length >= max.waiting) throw new AppError('server.unavailable', { retryAfter: 1 });
      turns.waiting.set(session, queue);
      await new Promise<void>((begin) => queue.push(begin));
    } else {
      turns.running++;
    }

    function end(): void {
      const [next] = turns.waiting;
      if (next) {
        // The turn is passed on, so `running` does not change.
        const [session, queue] = next;
        const begin = queue.shift();
        turns.waiting.delete(session);
        if (queue.length > 0) turns.waiting.set(session, queue);
        begin?.();
      } else {
        turns.running--;
        if (turns.running === 0) members.delete(member);
      }
    }
    return { hasWaited, end };
  };
}
