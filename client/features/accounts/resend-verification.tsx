import { trpc } from '../../platform/trpc';
import { MailedLinkForm } from './mailed-link-form';

/** Has the link that verifies an account mailed once more (D8). `to` is what somebody tried to log in with. */
export function ResendVerification({ to }: { to?: string | undefined }) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.accounts.resendVerification.useMutation()}
      to={to}
      nameBesideLogin="resend_email"
      label="Skicka verifieringslänken igen"
      button="Skicka en ny verifieringslänk"
    />
  );
}
