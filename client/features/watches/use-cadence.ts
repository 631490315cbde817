import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import type { Cadence, Watch } from '#src/features/watches/contract.ts';
import { CADENCE_LABELS } from '#src/features/watches/rules.ts';
import type { WatchCalls } from './watch-calls.ts';

type Input = { id: string; cadence: Cadence };

/** Shows a choice at once and saves one choice at a time, because arrow keys make several in a row. */
export function useCadence({ update, show, refetch }: WatchCalls): (input: Input) => void {
  const scope = useId();
  const queryClient = useQueryClient();
  const mutationKey = ['cadence', scope];
  const replace = (watch: Pick<Watch, 'id'> & Partial<Watch>) =>
    show((list) => ({
      ...list,
      watches: list.watches.map((one) => (one.id === watch.id ? { ...one, ...watch } : one)),
    }));
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: scope },
    mutationFn: update,
    onMutate: replace,
    onSuccess: (watch) => {
      if (!isLast()) return;
      replace(watch);
      toast.success(`Sparat: ${CADENCE_LABELS[watch.cadence]}`);
    },
    onError: (error) => {
      toastFailure(error, FAILED.changeWatch);
      if (isLast()) refetch();
    },
  });
  return mutate;
}
