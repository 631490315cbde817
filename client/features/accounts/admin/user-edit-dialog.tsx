import { type FormEvent, useId, useState } from 'react';
import { AccountEdit, type AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { toldBy } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { faultsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useAction } from '../../../ui/use-action';
import { useIsHere } from '../../../ui/use-is-here';
import { isNameReserved } from '../reserved-name';
import { useMarketChanged } from './use-market-changed';

type Edited = Pick<AdminAccount, 'id' | 'email' | 'full_name' | 'phone_number'>;

/** Edits the name and phone number of a member. Both are required; the e-mail is read-only. */
export function UserEditDialog({ account, onClose }: { account: Edited; onClose: () => void }) {
  const [before] = useState({ full_name: account.full_name, phone_number: account.phone_number ?? '' });
  const { form, values, text, errorOf, missing, refuse } = useForm(before);
  const formId = useId();
  const isMounted = useIsHere();
  const { client } = trpc.useUtils();
  const refetch = useMarketChanged();
  const update = useAction({
    send: (input: AccountEdit) => client.admin.accounts.update.mutate(input),
    done: 'Användare uppdaterad',
    failed: FAILED.updateUser,
    onDone: () => {
      if (isMounted.current) onClose();
    },
    isShownAtField: isNameReserved,
    onFailed: (error) => {
      if (isNameReserved(error)) refuse({ full_name: 'account.name_reserved' });
    },
    refresh: () => refetch(),
  });
  // If the server was not reached, the toast is enough.
  const refusal = isNameReserved(update.error) ? '' : toldBy(update.error, '');

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const input = { id: account.id, email: account.email, ...values };
    const faults = faultsOf(AccountEdit, input);
    if (faults) refuse(faults);
    else update.start(input);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Redigera användare"
      unsaved={JSON.stringify(values) !== JSON.stringify(before)}
      save={
        <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
          Spara
        </Button>
      }
    >
      <form className="admin-details" id={formId} ref={form} onSubmit={save} noValidate>
        {missing && <Alert>{missing}</Alert>}
        <Field label="Namn" required error={errorOf('full_name')}>
          {(wiring) => <TextInput {...wiring} {...text('full_name')} autoComplete="off" data-focus-first />}
        </Field>
        <Field label="Telefon" required error={errorOf('phone_number')}>
          {(wiring) => <TextInput {...wiring} {...text('phone_number')} type="tel" autoComplete="off" />}
        </Field>
        <Field label="E-post" hint="E-postadressen kan inte ändras, eftersom den används för inloggning.">
          {(wiring) => (
            <TextInput
              {...wiring}
              name="email"
              type="email"
              value={account.email}
              readOnly
              className="input-fixed"
            />
          )}
        </Field>
        {refusal && <Alert>{refusal}</Alert>}
      </form>
    </Dialog>
  );
}
