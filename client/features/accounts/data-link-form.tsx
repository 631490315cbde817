import { trpc } from '../../platform/trpc';
import { MailedLinkForm } from './mailed-link-form';

type Props = {
  /** What somebody tried to log in with. */
  to?: string | undefined;
  button: string;
};

/** Has a link mailed to a suspended member, with which they download their data or delete their account (D36). */
export function DataLinkForm({ to, button }: Props) {
  return (
    <MailedLinkForm
      mutation={trpc.marketplace.privacy.mailLink.useMutation()}
      to={to}
      nameBesideLogin="data_email"
      label="Länk till dina uppgifter"
      button={button}
    />
  );
}
