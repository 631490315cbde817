import { type ReactNode, useState } from 'react';
import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { useSendOnce } from '../../../platform/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { tellFailure, useRefresh } from './use-refresh';

/** The removal of a message: asks, does it, tells (section 8). `dialog` is to be rendered somewhere. */
export function useDelete(onDeleted: (message: AdminContactMessage) => void): {
  ask: (message: AdminContactMessage) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<AdminContactMessage>();
  const refresh = useRefresh();
  const deletion = trpc.admin.contact.deleteMessage.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      if (asked) onDeleted(asked);
    },
    onError: (error) => tellFailure(error, FAILED.deleteMessage),
    onSettled: (_answer, _error, { id }) => {
      // Meanwhile another may have been asked about.
      setAsked((now) => (now?.id === id ? undefined : now));
      refresh();
    },
  });
  const sendOnce = useSendOnce(deletion);
  return {
    ask: setAsked,
    dialog: asked && (
      <ConfirmDialog
        open
        title="Ta bort meddelande"
        question={`Är du säker på att du vill ta bort meddelandet "${asked.subject}" från ${asked.name}?`}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === asked.id}
        onConfirm={() => sendOnce({ id: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
