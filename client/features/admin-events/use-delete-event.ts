import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { formatDays } from '#src/shared/dates.ts';
import { useEventCache } from './use-event-cache.ts';

const warningOf = (adCount: number): string => {
  if (adCount === 0) return '';
  const consequence =
    adCount === 1
      ? '1 annons hör till det och blir inaktiv'
      : `${adCount} annonser hör till det och blir inaktiva`;
  return ` ${consequence}.`;
};

export function useDeleteEvent(onDeleted: (event: AdminEvent) => void) {
  const { client } = trpc.useUtils();
  const eventCache = useEventCache();
  return useAction({
    confirm: ({ event_name, event_date, event_end_date, announcement_count }: AdminEvent) => ({
      title: 'Ta bort evenemang',
      about: formatDays(event_date, event_end_date),
      question: `Är du säker på att du vill ta bort evenemanget ”${event_name}”?${warningOf(announcement_count)}`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.events.delete.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.deleteEvent,
    onSuccess: (_response, event) => {
      eventCache.drop(event.id);
      onDeleted(event);
    },
    onFailure: (error, { id }) => {
      if (errorCodeOf(error) === 'event.not_found') eventCache.drop(id);
    },
    refresh: eventCache.refetch,
  });
}
