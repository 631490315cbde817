import { useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { fieldErrorsOf, type useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useAction } from '#client/ui/use-action.tsx';
import { type AdminEvent, EventUpdate, NewEvent } from '#src/features/events/admin/contract.ts';
import { isCheckedInFuture } from '#src/features/events/transfer/rules.ts';
import { type EventValues, eventInputOf } from './event-form-values.ts';
import { useEventCache } from './use-event-cache.ts';

type Options = {
  form: ReturnType<typeof useForm<EventValues>>;
  /** The event in the dialog; undefined for a new or deleted one. */
  stored: AdminEvent | undefined;
  /** The series of a new event. Without it, the name and ort decide. */
  newSeriesId: string | null | undefined;
  onSaved: (event: AdminEvent) => void;
};

export function useSaveEvent({ form, stored, newSeriesId, onSaved }: Options) {
  const eventCache = useEventCache();
  const today = useToday();
  const [conflictingEvent, setConflictingEvent] = useState<AdminEvent>();
  const [isSeriesGone, setSeriesGone] = useState(false);
  const { client } = trpc.useUtils();
  const commonOptions = {
    onSuccess: (event: AdminEvent) => {
      eventCache.put(event);
      onSaved(event);
    },
    onFailure: async (error: unknown) => {
      toastReason(error, FAILED.saveEvent);
      const code = errorCodeOf(error);
      if (stored && code === 'event.not_found') eventCache.drop(stored.id);
      if (code === 'series.not_found') setSeriesGone(true);
      if (code !== 'event.changed') return;
      const events = await eventCache.fetchLatest().catch(() => []);
      setConflictingEvent(events.find(({ id }) => id === stored?.id));
    },
    refresh: eventCache.refetch,
  };
  const creation = useAction({
    ...commonOptions,
    send: client.admin.events.create.mutate,
    successToast: 'Evenemanget är tillagt',
  });
  const update = useAction({
    ...commonOptions,
    send: client.admin.events.update.mutate,
    successToast: 'Evenemanget är sparat',
  });
  const isSaving = creation.isPending || update.isPending;
  const { error } = stored ? update : creation;

  const reset = () => {
    setConflictingEvent(undefined);
    creation.reset();
    update.reset();
  };
  const save = (overwrittenVersion?: number) => {
    const { input, errors } = eventInputOf(form.values, stored);
    const target = stored && { id: stored.id, version: overwrittenVersion ?? stored.version };
    const findErrors = () => ({
      ...(isCheckedInFuture(input, today) && { transfer_checked_on: 'event.checked_in_future' as const }),
      ...fieldErrorsOf(target ? EventUpdate : NewEvent, { ...input, ...target }),
      ...errors,
    });
    const start = () => {
      setConflictingEvent(undefined);
      if (target) update.start({ ...input, ...target });
      // After a merge of its series, a second try leaves the series to the name.
      else creation.start({ ...input, series_id: isSeriesGone ? null : newSeriesId });
    };
    return form.submit(findErrors, input, { isPending: isSaving, reset, start });
  };

  return {
    save,
    isSaving,
    conflictingEvent,
    /** If the server was not reached, the toast is enough. */
    formError: conflictingEvent || !error ? '' : errorMessage(error, ''),
    forgetConflict: reset,
  };
}
