import type { ErrorCode } from '#src/shared/errors.ts';
import { detailOf, isErrorCode } from './error-texts.ts';
import { errorDataOf } from './trpc.ts';

/** Undefined if the server was not reached. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  const code: unknown = errorDataOf(error)?.code;
  return isErrorCode(code) ? code : undefined;
}

/** Returns `fallback` if the server was not reached. */
export function errorMessage(error: unknown, fallback: string): string {
  const code = errorCodeOf(error);
  return code ? detailOf(code) : fallback;
}

/** If the action may have succeeded, returns the server's `server.uncertain` message instead. */
export function failureMessage(error: unknown, message: string): string {
  return errorCodeOf(error) === 'server.uncertain' ? detailOf('server.uncertain') : message;
}
