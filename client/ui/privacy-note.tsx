import type { ReactNode } from 'react';
import { Link } from './link';

/** How a form's data is used, with a link to the privacy policy. */
export function PrivacyNote({ children }: { children: ReactNode }) {
  return (
    <p className="privacy-note">
      {children}{' '}
      <Link className="text-link" to="/privacy">
        Så hanterar vi dina uppgifter
      </Link>
    </p>
  );
}
