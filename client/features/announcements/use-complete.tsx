import { useState } from 'react';
import type { Completion } from '../../../src/features/announcements/contract';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useAction } from '../../ui/use-action';
import { CompleteDialog, type CompletedAd } from './complete-dialog';
import { useRefetchOwnAds } from './use-refetch-own-ads';

/** Render `dialog`, which asks for confirmation. `afterwards` is called, and waited for, once the ad is completed. */
export function useComplete(afterwards?: () => Promise<void>) {
  const { client } = trpc.useUtils();
  const [ad, setAd] = useState<CompletedAd>();
  const close = (id: string) => setAd((current) => (current?.id === id ? undefined : current));
  const completion = useAction({
    send: async (input: Completion) => {
      await client.marketplace.announcements.complete.mutate(input);
      await afterwards?.();
    },
    successToast: 'Annons markerad som slutförd',
    failureToast: FAILED.completeAnnouncement,
    onSuccess: (_ad, { id }) => close(id),
    refresh: useRefetchOwnAds(),
  });
  return {
    start: setAd,
    dialog: ad && (
      <CompleteDialog
        key={ad.id}
        ad={ad}
        busy={completion.isBusy(ad.id)}
        onConfirm={completion.start}
        onClose={() => setAd(undefined)}
      />
    ),
  };
}
