import { Suspense, useEffect, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { useSession } from '#client/platform/session/member.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { Completion } from '#src/features/announcements/contract.ts';
import type { CompletedAd } from './complete-dialog.tsx';
import { useRefetchOwnAds } from './use-refetch-own-ads.ts';

// Lazy-loaded: only members have ads to complete.
const CompleteDialog = lazyComponent(async () => ({
  default: (await import('./complete-dialog.tsx')).CompleteDialog,
}));

/** Render `dialog`, which asks for confirmation. `afterwards` is called, and waited for, once the ad is completed. */
export function useComplete(afterwards?: () => Promise<void>) {
  const { client } = trpc.useUtils();
  const [ad, setAd] = useState<CompletedAd>();
  const isMember = !!useSession();
  useEffect(() => {
    if (isMember) void CompleteDialog.preload();
  }, [isMember]);
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
      <Suspense>
        <CompleteDialog
          key={ad.id}
          ad={ad}
          busy={completion.isBusy(ad.id)}
          onConfirm={completion.start}
          onClose={() => setAd(undefined)}
        />
      </Suspense>
    ),
  };
}
