import type { AnyElysia } from 'elysia';
import { AppError } from '../shared/errors';
import { pathOf } from './path';

export type StartGate = { close: () => void; open: () => void };

/**
 * While it is closed, the server already listens but its start is not done: `/api/ready` returns 503, health checks and
 * cached reads are answered, and every other request waits until the gate opens (D2).
 */
export function startGateOf(app: AnyElysia): StartGate {
  const opened = Promise.withResolvers<void>();
  let isClosed = false;
  // Elysia awaits only hooks that are declared async.
  app.onRequest(async ({ request }) => {
    if (!isClosed) return;
    const path = pathOf(request);
    if (path === '/api/health') return;
    if (path === '/api/ready') throw new AppError('server.unavailable', { retryAfter: 2 });
    await opened.promise;
  });
  return {
    close: () => {
      isClosed = true;
    },
    open: () => {
      isClosed = false;
      opened.resolve();
    },
  };
}
