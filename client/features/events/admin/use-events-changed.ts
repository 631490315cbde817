import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import { trpc } from '../../../platform/api/trpc';

/** After a write: the answer stands in the table at once, and all that shows events is fetched anew. */
export function useEventsChanged() {
  const utils = trpc.useUtils();
  return {
    /** The stored event, as it was answered. */
    put: (event: AdminEvent) =>
      utils.admin.events.list.setData(undefined, (events) =>
        events?.some(({ id }) => id === event.id)
          ? events.map((one) => (one.id === event.id ? event : one))
          : events && [...events, event],
      ),
    /** The event is gone. */
    drop: (id: string) =>
      utils.admin.events.list.setData(undefined, (events) => events?.filter((event) => event.id !== id)),
    /** Not waited for: what was answered shows at once. */
    refetch: () => {
      void utils.admin.events.list.invalidate();
      void utils.admin.admins.overview.invalidate();
      void utils.admin.announcements.invalidate();
      void utils.public.events.invalidate();
      void utils.public.announcements.invalidate();
    },
    /** The events as they are on the server now. */
    latest: () => utils.admin.events.list.fetch(undefined, { staleTime: 0 }),
  };
}
