import type { AnyElysia } from 'elysia';

/** How a server ends without cutting anybody off. */
export type Drain = { begin: () => void; closed: () => void };

/**
 * From `begin` on, answers end their connections, and requests that come are kept waiting until `closed` says that no
 * more are taken: who is waiting for an answer sends nothing, so that nothing is on its way when the door closes.
 */
export function drainOf(app: AnyElysia): Drain {
  const shut = Promise.withResolvers<void>();
  let isDraining = false;
  app.onRequest(({ set }) => {
    if (!isDraining) return;
    set.headers.connection = 'close';
    return shut.promise;
  });
  return {
    begin: () => {
      isDraining = true;
    },
    closed: () => shut.resolve(),
  };
}
