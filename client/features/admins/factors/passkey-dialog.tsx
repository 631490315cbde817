import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type Passkey, RenamePasskeyInput } from '#src/features/admins/factors/contract.ts';
import { createPasskey, NoPasskey } from './passkey.ts';
import { showRecoveryCodes } from './recovery-codes.ts';
import { useFactorRefresh } from './use-factor-refresh.ts';

/** Adds a passkey or, with `passkey`, renames that one. */
export function PasskeyDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const { factors } = trpc.useUtils().client.admin;
  const refresh = useFactorRefresh();
  const { formRef, values, fieldProps, submit } = useForm({ name: passkey?.name ?? '' });
  const save = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
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

  const send = submit(v.pick(RenamePasskeyInput, ['name']), values, save);

  return (
    <FormDialog
      onClose={onClose}
      title={passkey ? 'Byt namn på passkey' : 'Lägg till passkey'}
      size="small"
      isCompact
      busy={save.isPending}
      saveLabel={passkey ? 'Spara' : 'Lägg till'}
      className="dialog-form"
      formRef={formRef}
      onSubmit={send}
    >
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
    </FormDialog>
  );
}
