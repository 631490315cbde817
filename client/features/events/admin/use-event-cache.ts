import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import { trpc } from '../../../platform/api/trpc';

/** Updates the query cache after a write: the list at once, everything else by refetching. */
export function useEventCache() {
  const utils = trpc.useUtils();
  return {
    /** Adds or replaces an event in the list. */
    put: (event: AdminEvent) =>
      utils.admin.events.list.setData(undefined, (events) =>
        events?.some(({ id }) => id === event.id)
          ? events.map((known) => (known.id === event.id ? event : known))
          : events && [...events, event],
      ),
    /** Removes an event from the list. */
    drop: (id: string) =>
      utils.admin.events.list.setData(undefined, (events) => events?.filter((event) => event.id !== id)),
    /** Refetches everything that shows events, without waiting for it. */
    refetch: () => {
      void utils.admin.events.list.invalidate();
      void utils.admin.admins.overview.invalidate();
      void utils.admin.announcements.invalidate();
      void utils.public.events.invalidate();
      void utils.public.announcements.invalidate();
    },
    /** Fetches the current list from the server. */
    latest: () => utils.admin.events.list.fetch(undefined, { staleTime: 0 }),
  };
}
