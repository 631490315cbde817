import { useEffect } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';

/**
 * Counts a view of the race. The server cannot count requests: a shared cache in front of it serves most of them.
 * Failures are ignored, because they do not matter to the visitor.
 */
export function useCountView(eventId: string | undefined): void {
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (eventId) client.public.views.count.mutate({ id: eventId }).catch(() => {});
  }, [client, eventId]);
}
