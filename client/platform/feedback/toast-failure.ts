import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf, failureMessage } from '../api/failures';
import { toast } from './toast';

/** Someone else's review or deletion gets a second toast. An expired session gets none: the login page reports it. */
export function toastFailure(error: unknown, message: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(failureMessage(error, message));
  if (code === 'submission.reviewed' || code?.endsWith('.not_found')) toast.error(detailOf(code));
}
