import { errorMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { Alert } from '../../ui/alert';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { DeletionFacts } from './deletion-facts';

type Props = { token: string; email: string; onDeleted: (message: string) => void; onClose: () => void };

export function LinkDeletionDialog({ token, email, onDeleted, onClose }: Props) {
  const utils = trpc.useUtils();
  const deletion = trpc.marketplace.privacy.deleteByLink.useMutation({
    onSuccess: ({ message }) => {
      // Logs this browser out if it is logged in to the account.
      void utils.marketplace.accounts.me.invalidate();
      onDeleted(message);
    },
  });
  const sendOnce = useSendOnce(deletion);

  return (
    <ConfirmDialog
      open
      title="Ta bort ditt konto?"
      confirmLabel="Ta bort kontot för alltid"
      danger
      busy={deletion.isPending}
      onConfirm={() => sendOnce({ token })}
      onClose={onClose}
    >
      <div className="dialog-form">
        <p className="linked-data-value">
          Kontot med adressen <strong>{email}</strong> tas bort direkt.
        </p>
        <DeletionFacts />
        {deletion.error && <Alert>{errorMessage(deletion.error, FAILED.deleteOwnAccount)}</Alert>}
      </div>
    </ConfirmDialog>
  );
}
