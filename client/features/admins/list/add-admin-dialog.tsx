import { type FormEvent, useId } from 'react';
import { PASSWORD_RULES } from '../../../../src/features/accounts/contract';
import { AddAdminInput } from '../../../../src/features/admins/contract';
import { errorCodeOf, errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toast } from '../../../platform/feedback/toast';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { PasswordChecklist } from '../../../ui/password-checklist';
import { PasswordInput } from '../../../ui/password-input';

const EMPTY = { username: '', password: '' };

/** Errors of the server that belong to a field. */
const FIELD_OF = { 'admin.exists': 'username', 'password.common': 'password' } as const;

const fieldErrorOf = (error: unknown) => {
  const code = errorCodeOf(error);
  return code === 'admin.exists' || code === 'password.common' ? { [FIELD_OF[code]]: code } : undefined;
};

export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const utils = trpc.useUtils();
  const { formRef, values, inputProps, errorOf, showErrors } = useForm(EMPTY);
  const add = trpc.admin.admins.create.useMutation({
    onSuccess: ({ username }) => {
      void utils.admin.admins.list.invalidate();
      toast.success(`${username} är tillagd`);
      onClose();
    },
    onError: (error) => {
      const fieldErrors = fieldErrorOf(error);
      if (fieldErrors) showErrors(fieldErrors);
    },
  });
  const sendOnce = useSendOnce(add);
  const isCancelled = errorCodeOf(add.error) === 'admin.confirm_password';

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const errors = fieldErrorsOf(AddAdminInput, values);
    add.reset();
    if (errors) showErrors(errors);
    else sendOnce(values);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Lägg till administratör"
      unsaved={Object.values(values).some(Boolean) && !add.isPending}
      save={
        <Button kind="primary" type="submit" form={formId} busy={add.isPending}>
          Lägg till
        </Button>
      }
    >
      <form className="dialog-form" id={formId} ref={formRef} onSubmit={save} noValidate>
        <p>Lämna över lösenordet på ett säkert sätt. Det måste bytas vid den första inloggningen.</p>
        {!!add.error && !fieldErrorOf(add.error) && !isCancelled && (
          <Alert>{errorMessage(add.error, FAILED.addAdmin)}</Alert>
        )}
        <Field label="Användarnamn" required error={errorOf('username')}>
          {(ariaProps) => (
            <TextInput
              {...ariaProps}
              {...inputProps('username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-focus-first
            />
          )}
        </Field>
        <Field
          label="Tillfälligt lösenord"
          required
          error={errorOf('password')}
          hint={<PasswordChecklist password={values.password} rules={PASSWORD_RULES} />}
        >
          {(ariaProps) => (
            <PasswordInput {...ariaProps} {...inputProps('password')} autoComplete="new-password" />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
