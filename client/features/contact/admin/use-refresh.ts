import { detailOf } from '../../../../src/shared/errors';
import { errorCodeOf, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { toast } from '../../../platform/feedback/toast';

/** What a mark or a removal changes: the list, and the counter of the tab. */
export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.contact.messages.invalidate();
    void utils.admin.admins.overview.invalidate();
  };
}

/** Says what could not be done, and why when another admin was first. */
export function tellFailure(error: unknown, sentence: string): void {
  const code = errorCodeOf(error);
  if (code === 'request.unauthorized') return;
  toast.error(unlessUncertain(error, sentence));
  if (code === 'contact.message_not_found') toast.error(detailOf(code));
}
