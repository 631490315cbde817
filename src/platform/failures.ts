import { getTRPCErrorFromUnknown, StandardSchemaV1Error, type TRPCError } from '@trpc/server';
import { AppError, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';

const RETRY_AFTER_SECONDS = 2;
/** Longer, because somebody has to free disk space. */
const DISK_RETRY_AFTER_SECONDS = 60;

/**
 * The SQLSTATEs of a database that is unavailable for now: shutting down, overloaded, timed out, deadlocked, refusing
 * logins, or read-only during a failover.
 */
const UNAVAILABLE = new Set([
  ...['57P01', '57P02', '57P03', '57014', '53300', '55P03', '25P03', '25P04', '40001', '40P01'],
  ...['55000', '3D000', '28000', '28P01', '25006'],
]);
const isUnavailable = (code: string) => UNAVAILABLE.has(code) || /^(08...|CONNECT\w+|E[A-Z]{3,})$/.test(code);

/** Ends the search of an error whose causes form a circle. */
const CAUSE_DEPTH_MAX = 5;

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

function isDiskFull(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < CAUSE_DEPTH_MAX;
    current = current.cause, depth++
  ) {
    if ('code' in current && DISK_FULL.has(String(current.code))) return true;
  }
  return false;
}

/**
 * Returns the code of a database error: an SQLSTATE, or a connection error such as `CONNECTION_CLOSED` or
 * `ECONNREFUSED`. Returns undefined for other errors. Database errors have a `query`, or a code of the driver. Drizzle
 * wraps them as the cause of its own error.
 */
export function databaseCode(error: unknown): string | undefined {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < CAUSE_DEPTH_MAX;
    current = current.cause, depth++
  ) {
    if (!('code' in current) || typeof current.code !== 'string') continue;
    if ('query' in current || isDrizzleError(error) || DRIVER_CODE.test(current.code)) return current.code;
  }
  return undefined;
}

/** The driver's connection errors. One that occurs between two statements of a transaction has no `query`. */
const DRIVER_CODE = /^CONNECT(ION)?_[A-Z]+$/;

const isDrizzleError = (error: unknown) =>
  error instanceof Error && error.constructor.name === 'DrizzleQueryError';

const BY_TRPC_CODE: Partial<Record<TRPCError['code'], ErrorCode>> = {
  BAD_REQUEST: 'request.malformed',
  PARSE_ERROR: 'request.malformed',
  NOT_FOUND: 'request.not_found',
  METHOD_NOT_SUPPORTED: 'request.not_found',
  PAYLOAD_TOO_LARGE: 'request.too_large',
  UNSUPPORTED_MEDIA_TYPE: 'request.unsupported',
};

/** Whether a statement failed because its connection was lost. The statement may have been executed. */
export function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : databaseCode(error);
  return code === undefined || /^(57P0.|08...|CONNECT\w+|E[A-Z]{3,})$/.test(code);
}

/** Converts any error to an `AppError`, whose message contains no SQL, stack trace or client data. */
export function toAppError(thrown: unknown): AppError {
  const error = getTRPCErrorFromUnknown(thrown);
  const cause = error.cause;
  if (cause instanceof AppError) return cause;
  if (error.code === 'BAD_REQUEST' && cause instanceof StandardSchemaV1Error) {
    const code = cause.issues[0]?.message;
    return new AppError(isErrorCode(code) ? code : 'request.invalid', { cause: error });
  }
  const mappedCode = BY_TRPC_CODE[error.code];
  if (mappedCode) return new AppError(mappedCode, { cause: error });
  if (isDiskFull(cause))
    return new AppError('server.disk_full', { retryAfter: DISK_RETRY_AFTER_SECONDS, cause: error });
  const errorCode = databaseCode(cause);
  if (errorCode && isUnavailable(errorCode)) {
    return new AppError('server.unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error });
  }
  return new AppError('server.failed', { cause: error });
}

export function retryAfterHeader(error: AppError): Record<string, string> {
  return error.retryAfter === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfter))) };
}

export function errorResponse(error: AppError): Response {
  return Response.json(error.body, {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...retryAfterHeader(error) },
  });
}
