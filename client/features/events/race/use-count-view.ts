import { useEffect } from 'react';
import { trpc } from '../../../platform/api/trpc';

/**
 * Counts that somebody looks at the race. The server cannot: a shared cache in front of it answers most requests for the
 * page. A failure is of no importance to the visitor.
 */
export function useCountView(eventId: string | undefined): void {
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (eventId) client.public.views.count.mutate({ id: eventId }).catch(() => {});
  }, [client, eventId]);
}
