import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';

export function useEventCache() {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return {
    put: (event: AdminEvent) =>
      utils.admin.events.list.setData(undefined, (events) =>
        events?.some(({ id }) => id === event.id)
          ? events.map((other) => (other.id === event.id ? event : other))
          : events && [...events, event],
      ),
    drop: (id: string) =>
      utils.admin.events.list.setData(undefined, (events) => events?.filter((event) => event.id !== id)),
    refetch: () => {
      void utils.admin.events.list.invalidate();
      refreshCounts();
      void utils.admin.announcements.invalidate();
      void utils.public.events.invalidate();
      void utils.public.series.invalidate();
      void utils.public.announcements.invalidate();
    },
    fetchLatest: () => utils.admin.events.list.fetch(undefined, { staleTime: 0 }),
  };
}
