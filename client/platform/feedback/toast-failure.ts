import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, errorMessage, failureMessage } from '#client/platform/api/failures.ts';
import { toast } from './toast.ts';

/**
 * Shows an error toast, and a second one with the reason if someone else has reviewed or deleted the record.
 * Shows none for an expired session, because the login page reports it.
 */
export function toastFailure(error: unknown, message: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(failureMessage(error, message));
  if (code === 'submission.reviewed' || code?.endsWith('.not_found')) toast.error(detailOf(code));
}

/** Shows the server's reason, or `fallback` if the server was not reached. Shows none for an expired session either. */
export function toastReason(error: unknown, fallback: string): void {
  if (errorCodeOf(error) !== 'request.unauthorized') toast.error(errorMessage(error, fallback));
}
