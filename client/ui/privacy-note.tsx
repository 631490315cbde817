import type { ReactNode } from 'react';
import { Link } from './link.tsx';

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
