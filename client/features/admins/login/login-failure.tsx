import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { NoPasskey } from '../factors/passkey.ts';

export function LoginFailure({ error }: { error: unknown }) {
  if (error instanceof NoPasskey) return <Alert>{FAILED.usePasskey}</Alert>;
  return (
    <Alert>
      <p>{errorMessage(error, FAILED.adminLogin)}</p>
      {/* The message above suggests wrong credentials, so say that the server was not reached. */}
      {!errorCodeOf(error) && <p>Servern svarar inte just nu.</p>}
    </Alert>
  );
}
