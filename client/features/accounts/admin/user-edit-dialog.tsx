import { type FormEvent, useId, useState } from 'react';
import { AccountEdit, type AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useAction } from '../../../ui/use-action';
import { useIsMounted } from '../../../ui/use-is-mounted';
import { isNameReserved } from '../reserved-name';
import { useRefetchMarketData } from './use-refetch-market-data';

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
