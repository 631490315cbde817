import { useRefetchMarketData } from '#client/features/accounts/admin/use-refetch-market-data.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';

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
