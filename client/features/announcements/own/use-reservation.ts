import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { Reservation } from '#src/features/announcements/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { useRefetchOwnAds } from '../use-refetch-own-ads.ts';

/** `reserve` for the same member again prolongs the reservation. */
export function useReservation() {
  const utils = trpc.useUtils();
  const { reserve, endReservation } = utils.client.marketplace.announcements;
  const refetchAds = useRefetchOwnAds();
  const refresh = () => {
    refetchAds();
    void utils.marketplace.conversations.invalidate();
  };
  return {
    reserve: useAction({
      send: (input: Reservation) => reserve.mutate(input),
      successToast: ({ reserved_until }) =>
        reserved_until ? `Reserverad till ${formatShortMoment(reserved_until)}` : 'Annonsen är reserverad',
      failureToast: FAILED.updateAnnouncement,
      refresh,
    }),
    end: useAction({
      send: (input: { id: string }) => endReservation.mutate(input),
      successToast: 'Reservationen är hävd',
      failureToast: FAILED.updateAnnouncement,
      refresh,
    }),
  };
}
