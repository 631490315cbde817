import { type ReactNode, useState } from 'react';
import type { PublicAnnouncement } from '../../../../src/features/announcements/contract';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { useSendOnce } from '../../../platform/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';

type Ad = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

/** The removal of one's own ad with its messages (section 8): asks, does it, tells. `dialog` is to be rendered somewhere. */
export function useDelete(): { ask: (ad: Ad) => void; dialog: ReactNode } {
  const [ad, setAd] = useState<Ad>();
  const utils = trpc.useUtils();
  const deletion = trpc.marketplace.announcements.delete.useMutation({
    onSuccess: () => toast.success('Annons borttagen'),
    onError: () => toast.error(FAILED.deleteAnnouncement),
    // Also after a failure: another tab may have been first.
    onSettled: (_answer, _error, { id }) => {
      // Meanwhile another may have been asked about.
      setAd((asked) => (asked?.id === id ? undefined : asked));
      void utils.public.announcements.list.invalidate();
      void utils.marketplace.announcements.mine.invalidate();
      void utils.marketplace.conversations.invalidate();
    },
  });
  const sendOnce = useSendOnce(deletion);
  return {
    ask: setAd,
    dialog: (
      <ConfirmDialog
        open={ad !== undefined}
        title="Ta bort annons"
        about={ad && `${ad.event_name} · ${ad.order_number}`}
        question={`Är du säker på att du vill ta bort annonsen för "${ad?.event_name}"? Detta raderar även alla relaterade meddelanden.`}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending}
        onConfirm={() => ad && sendOnce({ id: ad.id })}
        onClose={() => setAd(undefined)}
      />
    ),
  };
}
