import type { OwnAnnouncement } from '../../../../src/features/announcements/contract';
import { lastDayText } from '../../../../src/features/announcements/rules';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefetchOwnAds } from '../use-refetch-own-ads';

/** Prolongs an ad. Shows it again if it expired or was paused with its race. */
export function useRenew(onSuccess?: () => void) {
  const { client } = trpc.useUtils();
  return useAction({
    send: ({ id }: Pick<OwnAnnouncement, 'id'>) => client.marketplace.announcements.renew.mutate({ id }),
    successToast: ({ expires_at }) =>
      expires_at ? `Annonsen visas till och med ${lastDayText(expires_at)}` : 'Annonsen visas igen',
    failureToast: FAILED.updateAnnouncement,
    onSuccess,
    refresh: useRefetchOwnAds(),
  });
}
