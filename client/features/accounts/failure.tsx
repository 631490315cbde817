import type { ReactNode } from 'react';
import { detailOf, statusOf } from '../../../src/shared/errors';
import { errorCodeOf } from '../../platform/api/failures';
import { Alert } from '../../ui/alert';

/** Over a limit (D23), and while the server or its database is away: the answers that it is not up to the visitor to mend. */
const WAITS: readonly number[] = [429, 503];

/** What could not be done, in the words of section 8, and what the server says of waiting. */
export function Failure({ error, children }: { error: unknown; children: ReactNode }) {
  const code = errorCodeOf(error);
  // It may have been done all the same: nothing says that it was not.
  if (code === 'server.uncertain') return <Alert>{detailOf(code)}</Alert>;
  return (
    <Alert>
      <p>{children}</p>
      {code && WAITS.includes(statusOf(code)) && <p className="failure-wait">{detailOf(code)}</p>}
    </Alert>
  );
}
