import { trpc } from '../../../platform/api/trpc';

/** The id that a query asked for, if it asked for one. */
const askedFor = ([, asked]: readonly unknown[]) =>
  (asked as { input?: { id?: string } } | undefined)?.input?.id;

/**
 * What an admin changes of an ad, a member or a report stands in the lists of all three, in the counters and on the public
 * pages: all of it is fetched anew. What is `gone` is not asked for again while its dialog closes.
 */
export function useMarketChanged(): (gone?: string) => void {
  const utils = trpc.useUtils();
  return (gone) => {
    const others = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !gone || askedFor(queryKey) !== gone,
    };
    void utils.admin.announcements.invalidate(undefined, others);
    void utils.admin.accounts.invalidate(undefined, others);
    void utils.admin.reports.invalidate();
    void utils.admin.audit.invalidate();
    void utils.admin.admins.overview.invalidate();
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.invalidate();
  };
}
