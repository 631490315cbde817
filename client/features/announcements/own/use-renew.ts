import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { lastDayText } from '#src/features/announcements/rules.ts';
import { useRefetchOwnAds } from '../use-refetch-own-ads.ts';

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
