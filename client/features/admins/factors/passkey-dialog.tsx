import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type Passkey, RenamePasskeyInput } from '#src/features/admins/factors/contract.ts';
import { createPasskey, NoPasskey } from './passkey.ts';
import { showRecoveryCodes } from './recovery-codes.ts';
import { useFactorRefresh } from './use-factor-refresh.ts';

/** Adds a passkey or, with `passkey`, renames that one. */
export function PasskeyDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const formId = useId();
  const { factors } = trpc.useUtils().client.admin;
  const refresh = useFactorRefresh();
  const { formRef, values, fieldProps, showErrors } = useForm({ name: passkey?.name ?? '' });
  const save = useMutation({
    mutationFn: async (name: string) => {
      if (passkey) await factors.renamePasskey.mutate({ id: passkey.id, name });
      else {
        const created = await createPasskey(await factors.passkeyOptions.mutate());
        showRecoveryCodes((await factors.addPasskey.mutate({ name, passkey: created })).recovery_codes);
      }
    },
    onSuccess: () => {
      toast.success(passkey ? 'Namnet är sparat' : 'Passkeyn är tillagd');
      onClose();
      refresh();
    },
  });
  const isCancelled = errorCodeOf(save.error) === 'admin.confirm_password';

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const errors = fieldErrorsOf(RenamePasskeyInput, { ...values, id: 'x' });
    save.reset();
    if (errors) showErrors(errors);
    else save.mutate(values.name);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={passkey ? 'Byt namn på passkey' : 'Lägg till passkey'}
      size="small"
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={save.isPending}>
            {passkey ? 'Spara' : 'Lägg till'}
          </Button>
        </>
      }
    >
      <form className="dialog-form" id={formId} ref={formRef} onSubmit={send} noValidate>
        {!!save.error && !isCancelled && (
          <Alert>
            {save.error instanceof NoPasskey
              ? FAILED.createPasskey
              : errorMessage(save.error, FAILED.changeFactors)}
          </Alert>
        )}
        {!passkey && (
          <p>
            En passkey är ditt fingeravtryck, ditt ansikte eller en säkerhetsnyckel. Ge den ett namn som du
            känner igen.
          </p>
        )}
        <TextField
          label="Namn"
          required
          hint="Till exempel Telefonen eller Nyckelknippan"
          {...fieldProps('name')}
          autoComplete="off"
          data-focus-first
        />
      </form>
    </Dialog>
  );
}
