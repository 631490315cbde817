import { trpc } from '../../../platform/api/trpc';

const inputIdOf = ([, options]: readonly unknown[]) =>
  (options as { input?: { id?: string } } | undefined)?.input?.id;

/** Pass the id of a deleted record as `deletedId`: it is not refetched while its dialog closes. */
export function useRefetchMarket(): (deletedId?: string) => void {
  const utils = trpc.useUtils();
  return (deletedId) => {
    const filters = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
        !deletedId || inputIdOf(queryKey) !== deletedId,
    };
    void utils.admin.announcements.invalidate(undefined, filters);
    void utils.admin.accounts.invalidate(undefined, filters);
    void utils.admin.reports.invalidate();
    void utils.admin.audit.invalidate();
    void utils.admin.admins.overview.invalidate();
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.invalidate();
  };
}
