import { useEffect } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { toast } from './toast.ts';

/** Shows nothing for an expired session: the login page reports that. */
export function useFailureToast(error: unknown, message: string): void {
  useEffect(() => {
    if (error && errorCodeOf(error) !== 'request.unauthorized') toast.error(message);
  }, [error, message]);
}
