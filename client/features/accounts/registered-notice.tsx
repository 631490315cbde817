import { useEffect, useRef } from 'react';
import { ResendVerification } from './resend-verification.tsx';

type Props = {
  /** The registered e-mail address. */
  email: string;
  /** Set it if the notice replaces the focused form. */
  takesFocus?: boolean;
};

/** What to do after a registration. The same for every address, so it does not reveal who has an account. */
export function RegisteredNotice({ email, takesFocus = false }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <div className="account-note" ref={notice} tabIndex={-1}>
        <p>
          Vi har mejlat <strong>{email}</strong>. Öppna länken i mejlet inom 24 timmar, så kan du logga in.
        </p>
        <p>Inget mejl? Titta även i skräpposten.</p>
      </div>
      <ResendVerification failedLogin={email} button="Skicka igen" />
    </>
  );
}
