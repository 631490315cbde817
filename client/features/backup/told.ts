import { detailOf } from '../../../src/shared/errors';
import { FileCallError } from '../../platform/api/admin-files';

/**
 * What is told of a call that failed: the server's sentence, else that of section 8. Undefined when it was stopped by hand,
 * when the password dialog was cancelled, or when the session has ended, which leads to the login.
 */
export function toldBy(error: unknown, otherwise: string): string | undefined {
  if (!(error instanceof FileCallError)) return isAbort(error) ? undefined : otherwise;
  if (error.code === 'request.unauthorized' || error.code === 'admin.confirm_password') return undefined;
  return error.code ? detailOf(error.code) : otherwise;
}

/** The toast that goes with it: section 8 has one sentence, but nothing says that it failed of what may have been done. */
export const toastOf = (error: unknown, sentence: string): string =>
  error instanceof FileCallError && error.code === 'server.uncertain' ? detailOf(error.code) : sentence;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
