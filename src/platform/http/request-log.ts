import type { Log } from '#src/platform/log.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';

type RequestLog = {
  begin: (request: Request) => string;
  idOf: (request: Request) => string;
  /** Call it for each error of a request. A batch can have several. */
  recordError: (error: AppError, request: Request) => void;
  /** Records the error of the whole request. Elysia does not report the status of what `onError` returns. */
  recordFailure: (error: AppError, request: Request) => void;
  /** `status` is ignored if the request ended with an error. */
  end: (request: Request, route: string | undefined, status: number) => void;
};

/** `startedAt` is from `performance.now()`. */
type OnEnd = (request: Request, route: string | undefined, status: number, startedAt: number) => void;

type StartedRequest = { id: string; startedAt: number; codes: ErrorCode[]; failedWith?: number };

/**
 * The errors of failed sign-ins, also as the cause of other errors. They are logged as
 * `{"event":"login_failed","kind":"admin"}`.
 */
const FAILED_LOGINS: Partial<Record<ErrorCode, 'member' | 'admin'>> = {
  'login.failed': 'member',
  'admin.login_failed': 'admin',
};

/** Not a fault of the server: the client closed its connection, so that reading or writing failed. */
const hasLeft = ({ code }: AppError, { signal }: Request): boolean =>
  signal.aborted && code === 'server.failed';
const CLIENT_LEFT = 499;

/** Logs a line per request: route, status, error codes. Paths and queries are omitted: they may be secret. */
export function requestLog(log: Log, onEnd: OnEnd = () => {}): RequestLog {
  const started = new WeakMap<Request, StartedRequest>();

  function recordError(error: AppError, request: Request): void {
    const start = started.get(request);
    start?.codes.push(error.code);
    const { code } = error.cause instanceof AppError ? error.cause : error;
    const kind = FAILED_LOGINS[code];
    if (kind) log.info({ event: 'login_failed', kind, request: start?.id }, 'login failed');
    if (error.status >= 500 && !hasLeft(error, request))
      log.error({ err: error.cause, code: error.code, request: start?.id }, error.code);
  }

  return {
    begin(request) {
      const id = Bun.randomUUIDv7();
      started.set(request, { id, startedAt: performance.now(), codes: [] });
      return id;
    },
    idOf: (request) => started.get(request)?.id ?? '',
    recordError,
    recordFailure(error, request) {
      recordError(error, request);
      const start = started.get(request);
      if (start) start.failedWith = hasLeft(error, request) ? CLIENT_LEFT : error.status;
    },
    end(request, route, responseStatus) {
      const { id, startedAt = performance.now(), codes = [], failedWith } = started.get(request) ?? {};
      const status = failedWith ?? responseStatus;
      onEnd(request, route, status, startedAt);
      const line = {
        request: id,
        method: request.method,
        route,
        status,
        ms: Math.round(performance.now() - startedAt),
        ...(codes.length > 0 && { code: codes.join() }),
      };
      if (status >= 500) log.warn(line, 'request');
      else log.info(line, 'request');
    },
  };
}
