import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';

export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.contact.messages.invalidate();
    refreshCounts();
  };
}
