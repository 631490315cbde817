import type { ReactNode } from 'react';
import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf } from '../../platform/trpc';
import { Alert } from '../../ui/alert';

/** What could not be done, in the words of section 8; over a limit also what the server says of waiting (D23). */
export function Failure({ error, children }: { error: unknown; children: ReactNode }) {
  const code = errorCodeOf(error);
  return (
    <Alert>
      <p>{children}</p>
      {code === 'request.too_many' && <p className="failure-wait">{detailOf(code)}</p>}
    </Alert>
  );
}
