import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import { errorCodeOf, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useDeletion } from '../../../platform/use-deletion';
import { useEventsChanged } from './use-events-changed';

/** What becomes of the ads of an event that is deleted (D12). */
const warningOf = (ads: number): string => {
  if (ads === 0) return '';
  const which =
    ads === 1 ? '1 annons hör till det och blir inaktiv' : `${ads} annonser hör till det och blir inaktiva`;
  return ` ${which}.`;
};

/** The deletion of an event. */
export function useDeleteEvent(onDeleted: (event: AdminEvent) => void) {
  const utils = trpc.useUtils();
  const changed = useEventsChanged();
  return useDeletion<AdminEvent>({
    title: 'Ta bort evenemang',
    question: ({ event_name, announcement_count }) =>
      `Är du säker på att du vill ta bort evenemanget "${event_name}"?${warningOf(announcement_count)}`,
    send: utils.client.admin.events.delete.mutate,
    onDeleted: (event) => {
      changed.drop(event.id);
      onDeleted(event);
    },
    onFailed: (error, { id }) => {
      toast.error(unlessUncertain(error, FAILED.deleteEvent));
      // Another was first: it is gone all the same.
      if (errorCodeOf(error) === 'event.not_found') changed.drop(id);
    },
    onSettled: changed.refetch,
  });
}
