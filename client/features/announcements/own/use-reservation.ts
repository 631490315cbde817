import type { Reservation } from '../../../../src/features/announcements/contract';
import { formatShortMoment } from '../../../../src/shared/instants';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefetchOwnAds } from '../use-refetch-own-ads';

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
