import { trpc } from '#client/platform/api/trpc.ts';
import { MailedLinkForm } from './mailed-link-form.tsx';

type Props = {
  /** The e-mail address or user name of a failed login, or the registered address. */
  failedLogin?: string | undefined;
  button?: string;
};

export function ResendVerification({ failedLogin, button = 'Skicka en ny verifieringslänk' }: Props) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.accounts.resendVerification.useMutation()}
      failedLogin={failedLogin}
      loginPageFieldName="resend_email"
      label="Skicka verifieringslänken igen"
      button={button}
    />
  );
}
