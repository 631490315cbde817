import { trpc } from '#client/platform/api/trpc.ts';
import { MailedLinkForm } from './mailed-link-form.tsx';

type Props = {
  /** The e-mail address or user name of a failed login. */
  failedLogin?: string | undefined;
  button: string;
};

/** For suspended members, who cannot log in to download their data or delete their account. */
export function DataLinkForm({ failedLogin, button }: Props) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.privacy.mailLink.useMutation()}
      failedLogin={failedLogin}
      loginPageFieldName="data_email"
      label="Länk till dina uppgifter"
      button={button}
    />
  );
}
