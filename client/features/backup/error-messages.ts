import { FileCallError } from '#client/platform/api/admin-files.ts';
import { detailOf } from '#client/platform/api/error-texts.ts';

/** Returns undefined when the user stopped the call or cancelled the password dialog, and for an expired session. */
export function backupErrorMessage(error: unknown, fallback: string): string | undefined {
  if (!(error instanceof FileCallError)) return isAbort(error) ? undefined : fallback;
  if (error.code === 'request.unauthorized' || error.code === 'admin.confirm_password') return undefined;
  return error.code ? detailOf(error.code) : fallback;
}

/** Does not say "failed" when the server could not tell whether the call succeeded. */
export const backupToastMessage = (error: unknown, fallback: string): string =>
  error instanceof FileCallError && error.code === 'server.uncertain' ? detailOf(error.code) : fallback;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
