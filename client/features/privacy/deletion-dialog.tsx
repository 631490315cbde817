import { useNavigate } from 'react-router-dom';
import { DeletionInput } from '../../../src/features/privacy/contract';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { forgetDrafts } from '../../platform/forms/drafts';
import { forgetSession } from '../../platform/session/member';
import { PasswordDialog } from '../../ui/password-dialog';
import { DeletionFacts } from './deletion-facts';

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
