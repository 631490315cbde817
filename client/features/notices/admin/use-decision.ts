import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useIsMounted } from '../../../ui/use-is-mounted';
import { useRefetchMarketData } from '../../accounts/admin/use-refetch-market-data';

/** Closes the dialog after a success. A failed dialog stays open with what was typed. */
export function useDecision<Input extends { id: string }>(
  send: (input: Input) => Promise<unknown>,
  onClose: () => void,
) {
  const isMounted = useIsMounted();
  const utils = trpc.useUtils();
  const refetchMarket = useRefetchMarketData();
  return useAction({
    send,
    successToast: 'Beslutet är sparat och mejlat',
    failureToast: FAILED.decideCase,
    onSuccess: () => {
      if (isMounted.current) onClose();
    },
    refresh: () => {
      void utils.admin.notices.invalidate();
      void utils.admin.objections.invalidate();
      refetchMarket();
    },
  });
}
