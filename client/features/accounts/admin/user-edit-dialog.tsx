import { type FormEvent, useId, useState } from 'react';
import { AccountEdit, type AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { toldBy, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { faultsOf, useForm } from '../../../platform/forms/use-form';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useIsHere } from '../../../ui/use-is-here';
import { isNameReserved } from '../reserved-name';
import { useMarketChanged } from './use-market-changed';

type Edited = Pick<AdminAccount, 'id' | 'email' | 'full_name' | 'phone_number'>;

/** Another name or phone number of a member, both required; the e-mail is locked (section 5). */
export function UserEditDialog({ account, onClose }: { account: Edited; onClose: () => void }) {
  const [before] = useState({ full_name: account.full_name, phone_number: account.phone_number ?? '' });
  const { form, values, text, errorOf, missing, refuse } = useForm(before);
  const formId = useId();
  const isHere = useIsHere();
  const changed = useMarketChanged();
  const update = trpc.admin.accounts.update.useMutation({
    onSuccess: () => {
      toast.success('Användare uppdaterad');
      if (isHere.current) onClose();
    },
    onError: (error) => {
      if (isNameReserved(error)) refuse({ full_name: 'account.name_reserved' });
      else toast.error(unlessUncertain(error, FAILED.updateUser));
    },
    onSettled: () => changed(),
  });
  const sendOnce = useSendOnce(update);
  // Not reached: the toast has said so.
  const refusal = isNameReserved(update.error) ? '' : toldBy(update.error, '');

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const input = { id: account.id, email: account.email, ...values };
    const faults = faultsOf(AccountEdit, input);
    if (faults) refuse(faults);
    else sendOnce(input);
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
