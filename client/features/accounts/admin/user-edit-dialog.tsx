import { useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { AccountEdit, type AdminAccount } from '#src/features/accounts/admin/contract.ts';
import { isNameReserved } from '../reserved-name.ts';
import { useRefetchMarketData } from './use-refetch-market-data.ts';

type EditableAccount = Pick<AdminAccount, 'id' | 'email' | 'full_name' | 'phone_number'>;

export function UserEditDialog({ account, onClose }: { account: EditableAccount; onClose: () => void }) {
  const [initialValues] = useState({
    full_name: account.full_name,
    phone_number: account.phone_number ?? '',
  });
  const { formRef, values, fieldProps, missingMessage, showErrors, submit } = useForm(initialValues);
  const isMounted = useIsMounted();
  const { client } = trpc.useUtils();
  const refetch = useRefetchMarketData();
  const update = useAction({
    send: (input: Omit<AccountEdit, 'ground' | 'facts'>) => client.admin.accounts.update.mutate(input),
    successToast: 'Användare uppdaterad',
    failureToast: FAILED.updateUser,
    onSuccess: () => {
      if (isMounted.current) onClose();
    },
    isShownAtField: isNameReserved,
    onFailure: (error) => {
      if (isNameReserved(error)) showErrors({ full_name: 'account.name_reserved' });
    },
    refresh: () => refetch(),
  });
  // If the server was not reached, the toast is enough.
  const formError = isNameReserved(update.error) ? '' : errorMessage(update.error, '');

  const input = { id: account.id, email: account.email, ...values };
  const save = submit(AccountEdit, input, update);

  return (
    <FormDialog
      onClose={onClose}
      title="Redigera användare"
      unsaved={JSON.stringify(values) !== JSON.stringify(initialValues)}
      busy={update.isPending}
      className="admin-details"
      formRef={formRef}
      onSubmit={save}
    >
      {missingMessage && <Alert>{missingMessage}</Alert>}
      <TextField label="Namn" required {...fieldProps('full_name')} autoComplete="off" data-focus-first />
      <TextField label="Telefon" required {...fieldProps('phone_number')} type="tel" autoComplete="off" />
      <Field label="E-post" hint="E-postadressen kan inte ändras, eftersom den används för inloggning.">
        {(ariaProps) => (
          <TextInput
            {...ariaProps}
            name="email"
            type="email"
            value={account.email}
            readOnly
            className="input-readonly"
          />
        )}
      </Field>
      {formError && <Alert>{formError}</Alert>}
    </FormDialog>
  );
}
