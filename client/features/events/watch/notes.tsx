import { trpc } from '#client/platform/api/trpc.ts';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';

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
