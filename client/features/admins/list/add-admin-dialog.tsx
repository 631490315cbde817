import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { PasswordChecklist } from '#client/ui/password-checklist.tsx';
import { PasswordInput } from '#client/ui/password-input.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PASSWORD_RULES } from '#src/features/accounts/contract.ts';
import { AddAdminInput } from '#src/features/admins/contract.ts';

const EMPTY = { username: '', password: '' };

/** Errors of the server that belong to a field. */
const FIELD_OF = { 'admin.exists': 'username', 'password.common': 'password' } as const;

const fieldErrorOf = (error: unknown) => {
  const code = errorCodeOf(error);
  return code === 'admin.exists' || code === 'password.common' ? { [FIELD_OF[code]]: code } : undefined;
};

export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { formRef, values, fieldProps, inputProps, errorOf, showErrors, submit } = useForm(EMPTY);
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
  const isCancelled = errorCodeOf(add.error) === 'admin.confirm_password';

  const save = submit(AddAdminInput, values, add);

  return (
    <FormDialog
      onClose={onClose}
      title="Lägg till administratör"
      unsaved={Object.values(values).some(Boolean) && !add.isPending}
      busy={add.isPending}
      saveLabel="Lägg till"
      className="dialog-form"
      formRef={formRef}
      onSubmit={save}
    >
      <p>Lämna över lösenordet på ett säkert sätt. Det måste bytas vid den första inloggningen.</p>
      {!!add.error && !fieldErrorOf(add.error) && !isCancelled && (
        <Alert>{errorMessage(add.error, FAILED.addAdmin)}</Alert>
      )}
      <TextField
        label="Användarnamn"
        required
        {...fieldProps('username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-focus-first
      />
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
    </FormDialog>
  );
}
