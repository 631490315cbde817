import type * as v from 'valibot';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { OrganiserEvent, OrganiserUpdate } from '#src/features/organisers/contract.ts';

export function useRefreshView(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.organiser.events.view.invalidate();
    // The calendar of this tab shows the change too.
    void utils.public.events.invalidate();
  };
}

export type Change = v.InferInput<typeof OrganiserUpdate>;

/** `formError` is for the form; if the server was not reached, the toast is enough. */
export function useOrganiserChange(
  successToast: string | ((event: OrganiserEvent) => string),
  onDone: (event: OrganiserEvent) => void,
) {
  const { client } = trpc.useUtils();
  const action = useAction({
    send: (change: Change) => client.organiser.events.update.mutate(change),
    successToast,
    failureToast: FAILED.organiserChange,
    onSuccess: onDone,
    isShownAtField: (error) => errorMessage(error, '') !== '',
    refresh: useRefreshView(),
  });
  return {
    ...action,
    formError: errorMessage(action.error, ''),
    isOutdated: errorCodeOf(action.error) === 'event.changed',
  };
}
