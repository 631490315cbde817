import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeletionInput } from '../../../src/features/privacy/contract';
import { forgetDrafts } from '../../platform/drafts';
import { errorCodeOf, toldBy } from '../../platform/failures';
import { FAILED } from '../../platform/sentences';
import { forgetSession } from '../../platform/session';
import { toast } from '../../platform/toast';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { useSendOnce } from '../../platform/use-send-once';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';
import { DeletionFacts } from './deletion-facts';

/** Says what goes and what stays, and asks for the password. Whoever has gone is led to the calendar, logged out. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const { form, values, text, errorOf, refuse } = useForm({ password: '' });
  const deletion = trpc.marketplace.privacy.deleteAccount.useMutation({
    onSuccess: ({ message }) => {
      navigate('/', { replace: true });
      forgetSession({ byHand: true });
      forgetDrafts();
      toast.success(message);
      // The button that was pressed is gone.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
    onError: (error) => {
      if (errorCodeOf(error) === 'deletion.wrong_password') refuse({ password: 'deletion.wrong_password' });
    },
  });
  const sendOnce = useSendOnce(deletion);
  const isOther = deletion.error && errorCodeOf(deletion.error) !== 'deletion.wrong_password';

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (deletion.isPending) return;
    const faults = faultsOf(DeletionInput, values);
    if (faults) refuse(faults);
    else sendOnce(values);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Ta bort ditt konto?"
      size="small"
      foot={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={deletion.isPending}>
            Ta bort kontot
          </Button>
        </>
      }
    >
      <form className="deletion-form" id={formId} ref={form} onSubmit={send} noValidate>
        <DeletionFacts />
        <Field label="Lösenord" required error={errorOf('password')}>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              {...text('password')}
              autoComplete="current-password"
              data-focus-first
            />
          )}
        </Field>
        {isOther && <Alert>{toldBy(deletion.error, FAILED.deleteOwnAccount)}</Alert>}
      </form>
    </Dialog>
  );
}
