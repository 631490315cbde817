import { refreshCounts } from '../../../platform/api/refresh-counts';
import { trpc } from '../../../platform/api/trpc';

export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.contact.messages.invalidate();
    refreshCounts(utils);
  };
}
