import { type ReactNode, useId } from 'react';
import type { GenericSchema } from 'valibot';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
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
  const formId = useId();
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
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" form={formId} busy={mutation.isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form className="dialog-form" id={formId} ref={formRef} onSubmit={send} noValidate>
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
      </form>
    </Dialog>
  );
}
