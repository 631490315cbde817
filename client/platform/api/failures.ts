import { detailOf, type ErrorCode, isErrorCode } from '../../../src/shared/errors';
import { dataOf } from './trpc';

/** The error code that the server sent. Undefined if the server was not reached. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  const code: unknown = dataOf(error)?.code;
  return isErrorCode(code) ? code : undefined;
}

/** The server's message for an error. Returns `fallback` if the server was not reached. */
export function toldBy(error: unknown, fallback: string): string {
  const code = errorCodeOf(error);
  return code ? detailOf(code) : fallback;
}

/** The message for a failed action. If it may have succeeded, the server's `server.uncertain` message instead. */
export function unlessUncertain(error: unknown, message: string): string {
  return errorCodeOf(error) === 'server.uncertain' ? detailOf('server.uncertain') : message;
}
