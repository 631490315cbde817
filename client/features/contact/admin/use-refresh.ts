import { trpc } from '../../../platform/api/trpc';
import { useRefreshCounts } from '../../../platform/api/use-refresh-counts';

export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.contact.messages.invalidate();
    refreshCounts();
  };
}
