import { trpc } from '../../platform/api/trpc';
import { MailedLinkForm } from './mailed-link-form';

/** `to` is the e-mail address or user name of a failed login. */
export function ResendVerification({ to }: { to?: string | undefined }) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.accounts.resendVerification.useMutation()}
      to={to}
      loginPageFieldName="resend_email"
      label="Skicka verifieringslänken igen"
      button="Skicka en ny verifieringslänk"
    />
  );
}
