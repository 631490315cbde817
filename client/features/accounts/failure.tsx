import type { ReactNode } from 'react';
import { detailOf, statusOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { Alert } from '#client/ui/alert.tsx';

const RETRYABLE_STATUSES: readonly number[] = [429, 503];

export function Failure({ error, children }: { error: unknown; children: ReactNode }) {
  const code = errorCodeOf(error);
  // The call may have succeeded, so do not say that it failed.
  if (code === 'server.uncertain') return <Alert>{detailOf(code)}</Alert>;
  return (
    <Alert>
      <p>{children}</p>
      {code && RETRYABLE_STATUSES.includes(statusOf(code)) && (
        <p className="failure-retry">{detailOf(code)}</p>
      )}
    </Alert>
  );
}
