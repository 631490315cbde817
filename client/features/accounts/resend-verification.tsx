import { trpc } from '#client/platform/api/trpc.ts';
import { MailedLinkForm } from './mailed-link-form.tsx';

/** `failedLogin` is the e-mail address or user name of a failed login. */
export function ResendVerification({ failedLogin }: { failedLogin?: string | undefined }) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.accounts.resendVerification.useMutation()}
      failedLogin={failedLogin}
      loginPageFieldName="resend_email"
      label="Skicka verifieringslänken igen"
      button="Skicka en ny verifieringslänk"
    />
  );
}
