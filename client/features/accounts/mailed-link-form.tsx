import { Send } from 'lucide-react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EmailInput } from '#src/features/accounts/contract.ts';
import { Failure } from './failure.tsx';

type Props = {
  mutation: {
    mutateAsync: (input: { email: string }) => Promise<unknown>;
    isPending: boolean;
    error: unknown;
    data: { message: string } | undefined;
  };
  /** The e-mail address or user name of a failed login. For a user name the form asks for the address. */
  failedLogin: string | undefined;
  /** Name of the field on the login page, where the login form already has an `email` field. */
  loginPageFieldName: string;
  label: string;
  button: string;
};

/** The response is the same for every address, so it does not reveal who has an account. */
export function MailedLinkForm({ mutation, failedLogin, loginPageFieldName, label, button }: Props) {
  const { formRef, values, fieldProps, submit } = useForm({ email: '' });
  const isEmail = failedLogin !== undefined && !fieldErrorsOf(EmailInput, { email: failedLogin });
  const fieldName = failedLogin === undefined ? 'email' : loginPageFieldName;

  const input = { email: isEmail ? failedLogin : values.email };
  const send = submit(EmailInput, input, mutation);

  return (
    <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label={label}>
      {!isEmail && (
        <TextField
          label="E-post"
          required
          {...fieldProps('email')}
          name={fieldName}
          type="email"
          autoComplete="email"
        />
      )}
      <Button type="submit" wide busy={mutation.isPending} icon={<Send size={18} aria-hidden="true" />}>
        {button}
      </Button>
      {!!mutation.error && <Failure error={mutation.error}>{FAILED.something}</Failure>}
      {mutation.data && (
        <p className="account-note" role="status">
          {mutation.data.message}
        </p>
      )}
    </form>
  );
}
