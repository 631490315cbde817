import { countOpen } from '../../../../src/features/reports/admin/rules';
import { trpc } from '../../../platform/api/trpc';

/** All reports, and the number of open ones; undefined while loading. */
export function useReports() {
  const query = trpc.admin.reports.list.useQuery(undefined, { staleTime: 0 });
  return { query, open: query.data && countOpen(query.data) };
}
