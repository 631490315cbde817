import { getTRPCErrorFromUnknown, StandardSchemaV1Error, type TRPCError } from '@trpc/server';
import { AppError, type ErrorCode, isErrorCode } from '../shared/errors';

const RETRY_AFTER = 2;
/** Room is made by somebody, not by waiting a moment. */
const DISK_RETRY_AFTER = 60;

/**
 * What PostgreSQL says when it is away, overloaded, too slow to wait for, or had to choose whom to refuse; lets nobody in,
 * or is not the one that writes, as while another takes its place.
 */
const AWAY = new Set([
  ...['57P01', '57P02', '57P03', '57014', '53300', '55P03', '25P03', '25P04', '40001', '40P01'],
  ...['55000', '3D000', '28000', '28P01', '25006'],
]);
const isAway = (code: string) => AWAY.has(code) || /^(08...|CONNECT\w+|E[A-Z]{3,})$/.test(code);

/** No room: of the file system (also by quota), or of the database as it says. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

function isDiskFull(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    if ('code' in current && DISK_FULL.has(String(current.code))) return true;
  }
  return false;
}

/**
 * The code of an error that a statement ended with: an SQLSTATE, or what happened to the connection
 * (`CONNECTION_CLOSED`, `ECONNREFUSED`). Such errors carry the statement, but for the driver's own; Drizzle keeps them as the
 * cause.
 */
export function databaseCode(error: unknown): string | undefined {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    if (!('code' in current) || typeof current.code !== 'string') continue;
    if ('query' in current || isStatement(error) || OF_THE_DRIVER.test(current.code)) return current.code;
  }
  return undefined;
}

/** What the driver calls an end of its connection; one that comes between the statements of a transaction has none of them. */
const OF_THE_DRIVER = /^CONNECT(ION)?_[A-Z]+$/;

const isStatement = (error: unknown) =>
  error instanceof Error && error.constructor.name === 'DrizzleQueryError';

const BY_TRPC_CODE: Partial<Record<TRPCError['code'], ErrorCode>> = {
  BAD_REQUEST: 'request.malformed',
  PARSE_ERROR: 'request.malformed',
  NOT_FOUND: 'request.not_found',
  METHOD_NOT_SUPPORTED: 'request.not_found',
  PAYLOAD_TOO_LARGE: 'request.too_large',
  UNSUPPORTED_MEDIA_TYPE: 'request.unsupported',
};

/** Whether a statement ended because its connection did: what it was to do may have been done. */
export function isCut(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : databaseCode(error);
  return code === undefined || /^(57P0.|08...|CONNECT\w+|E[A-Z]{3,})$/.test(code);
}

/** Any error as one of the catalogue: nothing of SQL, of a stack or of what the client sent is left in it (D5). */
export function toAppError(thrown: unknown): AppError {
  const error = getTRPCErrorFromUnknown(thrown);
  const cause = error.cause;
  if (cause instanceof AppError) return cause;
  if (error.code === 'BAD_REQUEST' && cause instanceof StandardSchemaV1Error) {
    const code = cause.issues[0]?.message;
    return new AppError(isErrorCode(code) ? code : 'request.invalid', { cause: error });
  }
  const known = BY_TRPC_CODE[error.code];
  if (known) return new AppError(known, { cause: error });
  if (isDiskFull(cause))
    return new AppError('server.disk_full', { retryAfter: DISK_RETRY_AFTER, cause: error });
  const database = databaseCode(cause);
  if (database && isAway(database)) {
    return new AppError('server.unavailable', { retryAfter: RETRY_AFTER, cause: error });
  }
  return new AppError('server.failed', { cause: error });
}

/** The headers an error carries: when to try again. */
export function headersOf(error: AppError): Record<string, string> {
  return error.retryAfter === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfter))) };
}

/** An error as an answer over REST (D5). */
export function errorResponse(error: AppError): Response {
  return Response.json(error.body, {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...headersOf(error) },
  });
}
