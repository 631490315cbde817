import { useEventCache } from '#client/features/admin-events/use-event-cache.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { DuplicatePair } from '#src/features/duplicates/contract.ts';
import type { Merge } from '#src/features/duplicates/merge/contract.ts';

/** `id` names the pair, `mergedId` the event that goes. */
export type MergeChoice = { id: string; mergedId: string; keptId: string };

export const pairId = ({ events }: DuplicatePair): string => events.map(({ id }) => id).join(' ');

export function useDuplicateActions() {
  const utils = trpc.useUtils();
  const { client } = utils;
  const eventCache = useEventCache();
  const refresh = () => {
    void utils.admin.duplicates.invalidate();
    void utils.admin.merges.invalidate();
    eventCache.refetch();
  };
  const merge = useAction({
    send: ({ mergedId, keptId }: MergeChoice) =>
      client.admin.merges.merge.mutate({ id: mergedId, into: keptId }),
    successToast: 'Loppen är ihopslagna. Det går att ångra i 30 dagar.',
    failureToast: FAILED.mergeEvents,
    refresh,
  });
  const dismiss = useAction({
    send: ({ events: [one, other] }: DuplicatePair & { id: string }) =>
      client.admin.duplicates.dismiss.mutate({ id: one?.id ?? '', other_id: other?.id ?? '' }),
    successToast: 'Paret visas inte längre',
    failureToast: FAILED.dismissDuplicate,
    refresh,
  });
  const undo = useAction({
    send: ({ id }: Merge) => client.admin.merges.unmerge.mutate({ id }),
    successToast: 'Loppen är två igen',
    failureToast: FAILED.unmergeEvents,
    refresh,
  });
  return { merge, dismiss, undo };
}
