import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';

const inputIdOf = ([, options]: readonly unknown[]) =>
  (options as { input?: { id?: string } } | undefined)?.input?.id;

/**
 * Returns a function that refetches members, ads and reports, in the portal and on the market, and the overview and
 * log of the portal. Pass the id of a deleted record as `except`: it is not refetched while its dialog closes.
 */
export function useRefetchMarketData(): (options?: { except?: string | undefined }) => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return ({ except } = {}) => {
    const filters = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
        !except || inputIdOf(queryKey) !== except,
    };
    void utils.admin.announcements.invalidate(undefined, filters);
    void utils.admin.accounts.invalidate(undefined, filters);
    void utils.admin.reports.invalidate();
    void utils.admin.audit.invalidate();
    refreshCounts();
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.invalidate();
  };
}
