import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf, unlessUncertain } from '../api/failures';
import { toast } from './toast';

/** Shows section 8's sentence for an act that failed and, where somebody else was first, why. A dead session is told of by the login. */
export function tellFailure(error: unknown, sentence: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(unlessUncertain(error, sentence));
  if (code === 'submission.reviewed' || code?.endsWith('.not_found')) toast.error(detailOf(code));
}
