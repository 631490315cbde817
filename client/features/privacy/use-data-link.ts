import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../platform/trpc';

/** Reads the member's data with the token of a mailed link, once. It is not kept after the page is left. */
export function useDataLink(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['data by link', token],
    queryFn: () => client.marketplace.privacy.dataByLink.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}
