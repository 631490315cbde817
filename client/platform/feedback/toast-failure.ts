import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf, failureMessage } from '../api/failures';
import { toast } from './toast';

/**
 * If someone else already reviewed or deleted the record, a second toast says so. Shows nothing for an expired session:
 * the login page reports that.
 */
export function toastFailure(error: unknown, message: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(failureMessage(error, message));
  if (code === 'submission.reviewed' || code?.endsWith('.not_found')) toast.error(detailOf(code));
}
