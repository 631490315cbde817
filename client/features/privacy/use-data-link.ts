import { useQuery } from '@tanstack/react-query';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';

/** Null if the link is invalid or expired. The data is dropped from the cache on unmount. */
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
