import { useEffect } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { storeUser } from '#client/platform/session/member.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type OwnAccount, ProfileInput } from '#src/features/accounts/contract.ts';
import { isNameReserved } from '../reserved-name.ts';

/** The e-mail identifies the account, so it is read-only. */
export function PersonForm({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { formRef, values, fieldProps, showErrors, submit } = useForm({
    full_name: account.full_name,
    phone_number: account.phone_number ?? '',
  });
  const isMounted = useIsMounted();
  const utils = trpc.useUtils();
  const update = trpc.marketplace.accounts.updateProfile.useMutation({
    onSuccess: (savedAccount) => {
      // Returns false if a different member has logged in since.
      if (!storeUser(savedAccount)) return;
      toast.success('Profil uppdaterad');
      utils.marketplace.accounts.me.setData(undefined, savedAccount);
      utils.marketplace.accounts.profile.setData(undefined, savedAccount);
      if (isMounted.current) onClose();
      void utils.public.announcements.list.invalidate();
    },
    onError: (error) => {
      if (isNameReserved(error)) showErrors({ full_name: 'account.name_reserved' });
      else toastFailure(error, FAILED.updateProfile);
    },
  });
  // If the server was not reached, the toast is enough.
  const formError = isNameReserved(update.error) ? '' : errorMessage(update.error, '');

  useEffect(() => {
    formRef.current?.querySelector('input')?.focus();
  }, [formRef]);

  const save = submit(ProfileInput, values, update);

  return (
    <form className="profile-form" ref={formRef} onSubmit={save} noValidate aria-label="Redigera profil">
      <TextField label="Namn" required {...fieldProps('full_name')} autoComplete="name" />
      <Field label="E-post" hint="E-postadress kan inte ändras">
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
      <TextField label="Telefon" optional {...fieldProps('phone_number')} type="tel" autoComplete="tel" />
      {formError && <Alert>{formError}</Alert>}
      <div className="profile-form-foot">
        <Button kind="quiet" onClick={onClose}>
          Avbryt
        </Button>
        <Button kind="primary" type="submit" busy={update.isPending}>
          Spara
        </Button>
      </div>
    </form>
  );
}
