import type { ReactNode } from 'react';
import type { GenericSchema } from 'valibot';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Alert } from './alert.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PasswordInput } from './password-input.tsx';

type Props = {
  title: string;
  confirmLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean;
  schema: GenericSchema;
  mutation: {
    mutateAsync: (input: { password: string }) => Promise<unknown>;
    isPending: boolean;
    error: unknown;
    reset: () => void;
  };
  /** Shown at the field; other errors are shown below it. */
  wrongPassword: ErrorCode;
  /** Shown when the server was not reached. */
  unreachableMessage: string;
  onClose: () => void;
  /** More fields below the password. */
  fields?: ReactNode;
  children: ReactNode;
};

export function PasswordDialog(props: Props) {
  const {
    title,
    confirmLabel,
    danger,
    schema,
    mutation,
    wrongPassword,
    unreachableMessage,
    onClose,
    fields,
    children,
  } = props;
  const { formRef, values, inputProps, errorOf, showErrors, submit } = useForm({ password: '' });
  const hasOtherError = mutation.error && errorCodeOf(mutation.error) !== wrongPassword;

  const send = submit(schema, values, {
    ...mutation,
    mutateAsync: (input) =>
      mutation.mutateAsync(input).catch((error) => {
        if (errorCodeOf(error) === wrongPassword) showErrors({ password: wrongPassword });
      }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      size="small"
      isCompact
      busy={mutation.isPending}
      saveLabel={confirmLabel}
      saveButton={{ kind: danger ? 'danger' : 'primary' }}
      className="dialog-form"
      formRef={formRef}
      onSubmit={send}
    >
      {children}
      <Field label="Lösenord" required error={errorOf('password')}>
        {(ariaProps) => (
          <PasswordInput
            {...ariaProps}
            {...inputProps('password')}
            autoComplete="current-password"
            data-focus-first
          />
        )}
      </Field>
      {fields}
      {!!hasOtherError && <Alert>{errorMessage(mutation.error, unreachableMessage)}</Alert>}
    </FormDialog>
  );
}
