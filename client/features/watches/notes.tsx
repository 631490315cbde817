import { trpc } from '../../platform/api/trpc';
import { PrivacyNote } from '../../ui/privacy-note';

/** Mails go to the address of the account. */
export function MemberNote() {
  const email = trpc.marketplace.accounts.me.useQuery().data?.email;
  return (
    <PrivacyNote>
      Vi mejlar {email ? <strong>{email}</strong> : 'adressen i din profil'}. Du kan sluta när du vill.
    </PrivacyNote>
  );
}

export const VisitorNote = () => (
  <PrivacyNote>Vi mejlar en länk som du bekräftar med. Varje mejl har en länk för att sluta.</PrivacyNote>
);
