import type { PublicAnnouncement } from '../../../../src/features/announcements/contract';
import { unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useDeletion } from '../../../platform/use-deletion';

type Ad = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

/** The removal of one's own ad with its messages (section 8). */
export function useDelete() {
  const utils = trpc.useUtils();
  return useDeletion<Ad>({
    title: 'Ta bort annons',
    about: ({ event_name, order_number }) => `${event_name} · ${order_number}`,
    question: ({ event_name }) =>
      `Är du säker på att du vill ta bort annonsen för "${event_name}"? Detta raderar även alla relaterade meddelanden.`,
    send: utils.client.marketplace.announcements.delete.mutate,
    done: 'Annons borttagen',
    onFailed: (error) => toast.error(unlessUncertain(error, FAILED.deleteAnnouncement)),
    onSettled: () => {
      void utils.public.announcements.list.invalidate();
      void utils.marketplace.announcements.mine.invalidate();
      void utils.marketplace.conversations.invalidate();
    },
  });
}
