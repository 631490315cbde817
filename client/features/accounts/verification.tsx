import { ButtonLink } from '#client/ui/button.tsx';
import { ResendVerification } from './resend-verification.tsx';
import type { Verification as Outcome } from './use-verification.ts';

export function Verification({ outcome }: { outcome: Outcome }) {
  if (outcome.status === 'verifying') return <p role="status">Verifierar din e-post...</p>;
  if (outcome.status === 'success') {
    return (
      <>
        <p role="status">{outcome.message}</p>
        <ButtonLink kind="primary" large wide to="/marketplace/login">
          Gå till inloggning
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className="verification-error" role="alert">
        {outcome.message}
      </p>
      <p className="page-lead">
        Länken kan vara felaktig eller för gammal. Du kan begära en ny verifiering här.
      </p>
      <ResendVerification />
      <div className="account-buttons">
        <ButtonLink to="/marketplace/register">Registrera dig igen</ButtonLink>
        <ButtonLink to="/marketplace/login">Logga in</ButtonLink>
      </div>
    </>
  );
}
