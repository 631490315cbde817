import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { useRefetchOwnAds } from '../use-refetch-own-ads.ts';

type Ad = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

export function useDelete() {
  const { client, marketplace } = trpc.useUtils();
  const refetch = useRefetchOwnAds();
  return useAction({
    confirm: ({ event_name, order_number }: Ad) => ({
      title: 'Ta bort annons',
      about: `${event_name} · ${order_number}`,
      question: `Är du säker på att du vill ta bort annonsen för "${event_name}"? Detta raderar även alla relaterade meddelanden.`,
      children: <p>Om ni har gjort upp om platsen kan den andra läsa er tråd i 180 dagar, utan ditt namn.</p>,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.marketplace.announcements.delete.mutate({ id }),
    successToast: 'Annons borttagen',
    failureToast: FAILED.deleteAnnouncement,
    refresh: () => {
      refetch();
      void marketplace.conversations.invalidate();
    },
  });
}
