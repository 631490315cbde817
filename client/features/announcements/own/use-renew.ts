import type { OwnAnnouncement } from '../../../../src/features/announcements/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefetchOwnAds } from '../use-refetch-own-ads';

/** Shows an expired ad again, or one that was paused with its race. */
export function useRenew() {
  const { client } = trpc.useUtils();
  return useAction({
    send: ({ id }: Pick<OwnAnnouncement, 'id'>) => client.marketplace.announcements.renew.mutate({ id }),
    successToast: 'Annonsen visas igen',
    failureToast: FAILED.updateAnnouncement,
    refresh: useRefetchOwnAds(),
  });
}
