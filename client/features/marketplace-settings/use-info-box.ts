import { trpc } from '../../platform/api/trpc';

/** The texts of the info box. The page can do without them, but waits for the first answer, so that they push nothing down. */
export function useInfoBox() {
  const query = trpc.public.marketplaceSettings.get.useQuery();
  return {
    data: query.data,
    isWaiting: query.isPending && query.failureCount === 0,
    /** Fetches them again, if that failed. */
    retry: () => query.isError && query.refetch(),
  };
}
