import { trpc } from '#client/platform/api/trpc.ts';

/** The info box. The page waits for the first attempt to fetch it, to avoid a layout shift, but works without it. */
export function useInfoBox() {
  const query = trpc.public.marketplaceSettings.get.useQuery();
  return {
    data: query.data,
    isWaiting: query.isPending && query.failureCount === 0,
    retry: () => query.isError && query.refetch(),
  };
}
