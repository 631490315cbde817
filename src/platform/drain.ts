import type { AnyElysia } from 'elysia';
import { AppError } from '../shared/errors';
import { pathOf } from './path';

/** Milliseconds without a new request after which nothing is on its way any more, and how long that is waited for. */
const QUIET = 300;
const QUIET_LIMIT = 2000;

/** How a server ends without cutting anybody off. */
export type Drain = {
  /** Resolves when nothing more is on its way. */
  begin: () => Promise<void>;
  closed: () => void;
};

/**
 * From `begin` on, answers end their connections, and requests that come are kept waiting until `closed` says that no
 * more are taken: who is waiting for an answer sends nothing, so that nothing is on its way when the door closes.
 */
export function drainOf(app: AnyElysia): Drain {
  const shut = Promise.withResolvers<void>();
  let isDraining = false;
  let cameLast = 0;
  // Only what is declared to be async is waited for.
  app.onRequest(async ({ request, set }) => {
    if (!isDraining) return;
    cameLast = performance.now();
    set.headers.connection = 'close';
    // Who asks for that sends others elsewhere; it comes again when it likes.
    if (pathOf(request) === '/api/ready') throw new AppError('server.unavailable', { retryAfter: 2 });
    await shut.promise;
  });
  return {
    begin: async () => {
      isDraining = true;
      const begun = performance.now();
      cameLast = begun;
      while (performance.now() - cameLast < QUIET && performance.now() - begun < QUIET_LIMIT)
        await Bun.sleep(20);
    },
    closed: () => shut.resolve(),
  };
}
