import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { DeletionFacts } from './deletion-facts.tsx';

type Props = { token: string; email: string; onDeleted: (message: string) => void; onClose: () => void };

export function LinkDeletionDialog({ token, email, onDeleted, onClose }: Props) {
  const utils = trpc.useUtils();
  const deletion = useAction({
    send: (input: { token: string }) => utils.client.marketplace.privacy.deleteByLink.mutate(input),
    onSuccess: ({ message }) => {
      // Logs this browser out if it is logged in to the account.
      void utils.marketplace.accounts.me.invalidate();
      onDeleted(message);
    },
  });

  return (
    <ConfirmDialog
      open
      title="Ta bort ditt konto?"
      confirmLabel="Ta bort kontot för alltid"
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.start({ token })}
      onClose={onClose}
    >
      <div className="dialog-form">
        <p className="linked-data-value">
          Kontot med adressen <strong>{email}</strong> tas bort direkt.
        </p>
        <DeletionFacts />
        {!!deletion.error && <Alert>{errorMessage(deletion.error, FAILED.deleteOwnAccount)}</Alert>}
      </div>
    </ConfirmDialog>
  );
}
