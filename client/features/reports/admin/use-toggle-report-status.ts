import { useRefetchMarketData } from '#client/features/accounts/admin/use-refetch-market-data.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminReport } from '#src/features/reports/admin/contract.ts';

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
