import type { AdminReport } from '../../../../src/features/reports/admin/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefetchMarketData } from '../../accounts/admin/use-refetch-market-data';

export function useToggleReportStatus() {
  const { client } = trpc.useUtils();
  const refetch = useRefetchMarketData();
  return useAction({
    send: ({ id, status }: Pick<AdminReport, 'id' | 'status'>) =>
      client.admin.reports.setStatus.mutate({ id, status: status === 'new' ? 'handled' : 'new' }),
    successToast: ({ status }) =>
      status === 'handled' ? 'Rapport markerad som hanterad' : 'Rapport öppnad igen',
    failureToast: FAILED.updateReport,
    refresh: () => refetch(),
  });
}
