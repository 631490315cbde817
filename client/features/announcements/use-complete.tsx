import { type ReactNode, useState } from 'react';
import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import { unlessUncertain } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/sentences';
import { toast } from '../../platform/feedback/toast';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { ConfirmDialog } from '../../ui/confirm-dialog';

type Ad = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

/** "Markera som klar" of one's own ad (section 4): asks, does it, tells. `dialog` is to be rendered somewhere. */
export function useComplete(): { ask: (ad: Ad) => void; dialog: ReactNode } {
  const [ad, setAd] = useState<Ad>();
  const utils = trpc.useUtils();
  const completion = trpc.marketplace.announcements.complete.useMutation({
    onSuccess: () => toast.success('Annons markerad som slutförd'),
    onError: (error) => toast.error(unlessUncertain(error, FAILED.completeAnnouncement)),
    // Also after a failure: another tab may have been first.
    onSettled: async (_answer, _error, { id }) => {
      // Meanwhile another may have been asked about.
      setAd((asked) => (asked?.id === id ? undefined : asked));
      await Promise.all([
        utils.public.announcements.list.invalidate(),
        utils.marketplace.announcements.mine.invalidate(),
      ]);
    },
  });
  const sendOnce = useSendOnce(completion);
  return {
    ask: setAd,
    dialog: (
      <ConfirmDialog
        open={ad !== undefined}
        title="Markera som klar"
        about={ad && `${ad.event_name} · ${ad.order_number}`}
        question="Är du säker på att du vill markera denna annons som slutförd?"
        confirmLabel="Markera som klar"
        busy={completion.isPending}
        onConfirm={() => ad && sendOnce({ id: ad.id })}
        onClose={() => setAd(undefined)}
      />
    ),
  };
}
