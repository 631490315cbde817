import { useQuery } from '@tanstack/react-query';
import { errorCodeOf } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';

/**
 * Reads the member's data with the token of a mailed link, once; null when the link is invalid or has expired. The data is
 * not kept after the page is left.
 */
export function useDataLink(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['data by link', token],
    queryFn: () =>
      client.marketplace.privacy.dataByLink.mutate({ token }).catch((error) => {
        if (errorCodeOf(error) === 'data_link.invalid') return null;
        throw error;
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}
