import { type ReactNode, useState } from 'react';
import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { useSendOnce } from '../../../platform/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { tellFailure, useRefresh } from './use-review';

const WHAT_THEN = {
  pending: 'Den som föreslog evenemanget får inget mejl.',
  approved: 'Evenemanget står kvar i kalendern.',
  rejected: '',
};

/** The removal of a proposal: asks, does it, tells (section 8). `dialog` is to be rendered somewhere. */
export function useDelete(onActed: (submission: AdminSubmission) => void): {
  ask: (submission: AdminSubmission) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<AdminSubmission>();
  const refresh = useRefresh();
  const deletion = trpc.admin.submissions.delete.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      if (asked) onActed(asked);
    },
    onError: (error) => tellFailure(error, FAILED.deleteSubmission),
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
        title="Ta bort förfrågan"
        question={`Är du säker på att du vill ta bort förfrågan om "${asked.event_name}"? ${WHAT_THEN[asked.status]}`.trim()}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === asked.id}
        onConfirm={() => sendOnce({ id: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
