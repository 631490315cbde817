import { useNavigate } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { forgetSession } from '#client/platform/session/member.ts';
import { PasswordDialog } from '#client/ui/password-dialog.tsx';
import { DeletionInput } from '#src/features/privacy/contract.ts';
import { DeletionFacts } from './deletion-facts.tsx';

export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const deletion = trpc.marketplace.privacy.deleteAccount.useMutation({
    onSuccess: ({ message }) => {
      navigate('/', { replace: true });
      forgetSession({ isLogout: true });
      forgetDrafts();
      toast.success(message);
      // The pressed button is gone.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
  });
  return (
    <PasswordDialog
      title="Ta bort ditt konto?"
      confirmLabel="Ta bort kontot"
      danger
      schema={DeletionInput}
      mutation={deletion}
      wrongPassword="deletion.wrong_password"
      unreachableMessage={FAILED.deleteOwnAccount}
      onClose={onClose}
    >
      <DeletionFacts />
    </PasswordDialog>
  );
}
