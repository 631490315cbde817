import { type ReactNode, useState } from 'react';
import type { AdminEvent } from '../../../../src/features/events/contract';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { errorCodeOf, trpc } from '../../../platform/trpc';
import { useSendOnce } from '../../../platform/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useEventsChanged } from './use-events-changed';

/** What becomes of the ads of an event that is deleted (D12). */
const warningOf = (ads: number): string => {
  if (ads === 0) return '';
  const which =
    ads === 1 ? '1 annons hör till det och blir inaktiv' : `${ads} annonser hör till det och blir inaktiva`;
  return ` ${which}.`;
};

/** The deletion of an event: asks, does it, tells. `dialog` is to be rendered somewhere. */
export function useDeleteEvent(onDeleted: (event: AdminEvent) => void): {
  ask: (event: AdminEvent) => void;
  dialog: ReactNode;
} {
  const [event, setEvent] = useState<AdminEvent>();
  const changed = useEventsChanged();
  const deletion = trpc.admin.events.delete.useMutation({
    onSuccess: ({ message }, { id }) => {
      toast.success(message);
      changed.drop(id);
      if (event?.id === id) onDeleted(event);
    },
    onError: (error, { id }) => {
      toast.error(FAILED.deleteEvent);
      // Another was first: it is gone all the same.
      if (errorCodeOf(error) === 'event.not_found') changed.drop(id);
    },
    onSettled: (_answer, _error, { id }) => {
      setEvent((asked) => (asked?.id === id ? undefined : asked));
      changed.refetch();
    },
  });
  const sendOnce = useSendOnce(deletion);
  return {
    ask: setEvent,
    dialog: (
      <ConfirmDialog
        open={event !== undefined}
        title="Ta bort evenemang"
        question={`Är du säker på att du vill ta bort evenemanget "${event?.event_name}"?${warningOf(event?.announcement_count ?? 0)}`}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === event?.id}
        onConfirm={() => event && sendOnce({ id: event.id })}
        onClose={() => setEvent(undefined)}
      />
    ),
  };
}
