import { errorCodeOf, errorMessage } from '../../../platform/api/failures';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { Alert } from '../../../ui/alert';
import { NoPasskey } from '../factors/passkey';

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
