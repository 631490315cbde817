import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import type { AdminReport } from '../../../../src/features/reports/admin/contract';
import { unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { useMarketChanged } from '../../accounts/admin/use-market-changed';

/** Marks a report as handled, or opens it again (D36): does it, tells. */
export function useReportStatus(): {
  send: (report: Pick<AdminReport, 'id' | 'status'>) => void;
  isBusy: (id: string) => boolean;
} {
  const changed = useMarketChanged();
  const answer = trpc.admin.reports.setStatus.useMutation({
    onSuccess: ({ status }) =>
      toast.success(status === 'handled' ? 'Rapport markerad som hanterad' : 'Rapport öppnad igen'),
    onError: (error) => toast.error(unlessUncertain(error, FAILED.updateReport)),
    // Also after a failure: somebody may have been first.
    onSettled: () => changed(),
  });
  const sendOnce = useSendOnce(answer);
  // Several may be on their way; the mutation here tells of the last alone.
  const onTheirWay = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.admin.reports.setStatus), status: 'pending' },
    select: ({ state }) => (state.variables as Pick<AdminReport, 'id'>).id,
  });
  return {
    send: ({ id, status }) => sendOnce({ id, status: status === 'new' ? 'handled' : 'new' }),
    isBusy: (id) => onTheirWay.includes(id),
  };
}
