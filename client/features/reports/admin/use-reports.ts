import { trpc } from '#client/platform/api/trpc.ts';
import { countOpen } from '#src/features/reports/admin/rules.ts';

/** `openCount` is the number of open reports; undefined while loading. */
export function useReports() {
  const query = trpc.admin.reports.list.useQuery(undefined, { staleTime: 0 });
  return { query, openCount: query.data && countOpen(query.data) };
}
