import { useEffect } from 'react';
import { errorCodeOf } from '../api/failures';
import { toast } from './toast';

/** Says section 8's sentence when a fetch of an admin has failed, once for each failure; a dead session says its own. */
export function useFailureToast(error: unknown, sentence: string): void {
  useEffect(() => {
    if (error && errorCodeOf(error) !== 'request.unauthorized') toast.error(sentence);
  }, [error, sentence]);
}
