import { useQuery } from '@tanstack/react-query';
import { useEventCache } from '#client/features/admin-events/use-event-cache.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import { useDebounced } from '#client/ui/use-debounced.ts';
import type { BulkResult } from '#src/features/history/bulk/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import type { Done } from '../undo-notice.tsx';
import type { BulkInput } from './bulk-values.ts';

export type BulkProps = {
  ids: readonly string[];
  onDone: (done: Done) => void;
  onClose: () => void;
};

/** Counts first how many events would change. `edit` is undefined while the form is incomplete. */
export function useBulkEdit(edit: BulkInput | undefined, { ids, onDone, onClose }: BulkProps) {
  const utils = trpc.useUtils();
  const eventCache = useEventCache();
  const counted = useDebounced(JSON.stringify(edit ?? null), 250);
  const preview = useQuery({
    queryKey: ['bulk', counted, ids],
    queryFn: () =>
      utils.client.admin.bulk.edit.mutate({
        ids: [...ids],
        ...(JSON.parse(counted) as BulkInput),
        dry_run: true,
      }),
    enabled: counted !== 'null',
    gcTime: 0,
    retry: false,
  });
  const verb = edit && 'delete' in edit ? 'borttagna' : 'ändrade';
  const textOf = ({ count }: BulkResult) => `${formatCount(count)} evenemang ${verb}.`;
  const action = useAction({
    send: (input: BulkInput) =>
      utils.client.admin.bulk.edit.mutate({ ids: [...ids], ...input, dry_run: false }),
    successToast: textOf,
    failureToast: FAILED.bulkEdit,
    onSuccess: (result) => {
      onClose();
      if (result.id) onDone({ id: result.id, text: textOf(result) });
    },
    refresh: () => {
      eventCache.refetch();
      void utils.admin.imports.list.invalidate();
      void utils.admin.revisions.list.invalidate();
    },
  });
  return {
    preview,
    /** Undefined until it is known. */
    count: preview.isSuccess && counted === JSON.stringify(edit ?? null) ? preview.data.count : undefined,
    isPending: action.isPending,
    send: () => edit && action.start(edit),
  };
}
