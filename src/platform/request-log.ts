import type { AppError, ErrorCode } from '../shared/errors';
import type { Log } from './log';

export type RequestLog = {
  /** Starts a request and returns its id. */
  begin: (request: Request) => string;
  idOf: (request: Request) => string;
  /** Notes an error that is returned to the caller: one for a call over REST, one for each call of a batch. */
  note: (error: AppError, request: Request) => void;
  /** Logs the request with the status that was sent. */
  end: (request: Request, route: string, status: number) => void;
};

type Started = { id: string; at: number; codes: ErrorCode[] };

/** Failed sign-ins, whose log lines say whose: `{"event":"login_failed","kind":"admin"}`. */
const FAILED_LOGINS: Partial<Record<ErrorCode, 'member' | 'admin'>> = {
  'login.failed': 'member',
  'admin.login_failed': 'admin',
};

/** One line for each request: its route, status and error codes, never its path, query or caller, which hold secrets. */
export function requestLog(log: Log): RequestLog {
  const started = new WeakMap<Request, Started>();

  return {
    begin(request) {
      const id = Bun.randomUUIDv7();
      started.set(request, { id, at: performance.now(), codes: [] });
      return id;
    },
    idOf: (request) => started.get(request)?.id ?? '',
    note(error, request) {
      const start = started.get(request);
      start?.codes.push(error.code);
      const kind = FAILED_LOGINS[error.code];
      if (kind) log.info({ event: 'login_failed', kind, request: start?.id }, 'login failed');
      if (error.status >= 500)
        log.error({ err: error.cause, code: error.code, request: start?.id }, error.code);
    },
    end(request, route, status) {
      const { id, at = performance.now(), codes = [] } = started.get(request) ?? {};
      const line = {
        request: id,
        method: request.method,
        route,
        status,
        ms: Math.round(performance.now() - at),
        ...(codes.length > 0 && { code: codes.join() }),
      };
      if (status >= 500) log.warn(line, 'request');
      else log.info(line, 'request');
    },
  };
}
