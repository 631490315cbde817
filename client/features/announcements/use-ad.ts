import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '#client/platform/api/trpc.ts';
import { useToday } from '#client/platform/page/clock.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';

export const initialAdKey = (orderNumber: string, today: string) =>
  ['initial-ad', orderNumber, today] as const;

/** The open ad with this number. The server sends it with its page; the list is fetched too, to notice changes. */
export function useAd(orderNumber: string) {
  const initial = useQueryClient().getQueryData<PublicAnnouncement>(initialAdKey(orderNumber, useToday()));
  const { data, isPending, isLoadingError, isFetching, refetch } = trpc.public.announcements.list.useQuery();
  const ad = data ? data.find(({ order_number }) => order_number === orderNumber) : initial;
  return {
    ad,
    /** The other open ads of its race. Empty until the list is fetched. */
    others:
      data?.filter((other) => ad?.event_id && other.event_id === ad.event_id && other.id !== ad.id) ?? [],
    isPending: !initial && isPending,
    hasFailed: !initial && isLoadingError,
    isFetching,
    retry: () => void refetch(),
  };
}
