import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useAction } from '../../ui/use-action';
import { useRefetchOwnAds } from './use-refetch-own-ads';

type Ad = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

export function useComplete() {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: ({ event_name, order_number }: Ad) => ({
      title: 'Markera som klar',
      about: `${event_name} · ${order_number}`,
      question: 'Är du säker på att du vill markera denna annons som slutförd?',
      confirmLabel: 'Markera som klar',
    }),
    send: ({ id }) => client.marketplace.announcements.complete.mutate({ id }),
    successToast: 'Annons markerad som slutförd',
    failureToast: FAILED.completeAnnouncement,
    refresh: useRefetchOwnAds(),
  });
}
