import type { AnyElysia } from 'elysia';
import { AppError } from '#src/shared/errors.ts';
import { pathOf } from './path.ts';

/** Draining ends after this time without a new request. */
const QUIET_MS = 300;
/** Draining ends after this time in any case. */
const DRAIN_LIMIT_MS = 2000;
const POLL_INTERVAL_MS = 20;

/** Shuts the server down without dropping requests. */
type Drain = {
  begin: () => Promise<void>;
  /** Call it when the server has stopped listening. Lets the held requests continue. */
  stoppedListening: () => void;
};

/**
 * From `begin` on, responses close their connections, and new requests are held until `stoppedListening` is called. A
 * client that waits for a response sends nothing more, so no request is in transit when the server stops listening.
 */
export function createDrain(app: AnyElysia): Drain {
  const stoppedListening = Promise.withResolvers<void>();
  let isDraining = false;
  let lastArrival = 0;
  // The framework only waits for hooks that are declared `async`.
  app.onRequest(async ({ request, set }) => {
    if (!isDraining) return;
    lastArrival = performance.now();
    set.headers.connection = 'close';
    // Load balancers must learn at once that this instance is going away.
    if (pathOf(request) === '/api/ready') throw new AppError('server.unavailable', { retryAfter: 2 });
    await stoppedListening.promise;
  });
  return {
    begin: async () => {
      isDraining = true;
      const start = performance.now();
      lastArrival = start;
      while (performance.now() - lastArrival < QUIET_MS && performance.now() - start < DRAIN_LIMIT_MS)
        await Bun.sleep(POLL_INTERVAL_MS);
    },
    stoppedListening: () => stoppedListening.resolve(),
  };
}
