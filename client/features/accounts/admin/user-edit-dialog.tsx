import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
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
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors } = useForm(initialValues);
  const formId = useId();
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

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const input = { id: account.id, email: account.email, ...values };
    const errors = fieldErrorsOf(AccountEdit, input);
    if (errors) showErrors(errors);
    else update.start(input);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Redigera användare"
      unsaved={JSON.stringify(values) !== JSON.stringify(initialValues)}
      save={
        <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
          Spara
        </Button>
      }
    >
      <form className="admin-details" id={formId} ref={formRef} onSubmit={save} noValidate>
        {missingMessage && <Alert>{missingMessage}</Alert>}
        <Field label="Namn" required error={errorOf('full_name')}>
          {(ariaProps) => (
            <TextInput {...ariaProps} {...inputProps('full_name')} autoComplete="off" data-focus-first />
          )}
        </Field>
        <Field label="Telefon" required error={errorOf('phone_number')}>
          {(ariaProps) => (
            <TextInput {...ariaProps} {...inputProps('phone_number')} type="tel" autoComplete="off" />
          )}
        </Field>
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
      </form>
    </Dialog>
  );
}
