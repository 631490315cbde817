import { useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { fieldErrorsOf, itemErrorsOf, type useForm } from '#client/platform/forms/use-form.ts';
import { useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { useToday } from '#client/platform/page/clock.ts';
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
  const handlersFor = (successText: string) => ({
    onSuccess: (event: AdminEvent) => {
      toast.success(successText);
      eventCache.put(event);
      onSaved(event);
    },
    onError: async (error: unknown) => {
      // An expired session redirects to the login, which says why.
      if (errorCodeOf(error) === 'request.unauthorized') return;
      toast.error(errorMessage(error, FAILED.saveEvent));
      if (stored && errorCodeOf(error) === 'event.not_found') eventCache.drop(stored.id);
      if (errorCodeOf(error) !== 'event.changed') return;
      const events = await eventCache.fetchLatest().catch(() => []);
      setConflictingEvent(events.find(({ id }) => id === stored?.id));
    },
    onSettled: eventCache.refetch,
  });
  const creation = trpc.admin.events.create.useMutation(handlersFor('Evenemanget är tillagt'));
  const update = trpc.admin.events.update.useMutation(handlersFor('Evenemanget är sparat'));
  const sendCreation = useSendOnce(creation);
  const sendUpdate = useSendOnce(update);
  const isSaving = creation.isPending || update.isPending;
  const { error } = stored ? update : creation;

  const save = (overwrittenVersion?: number) => {
    if (isSaving) return;
    const { input, distances, errors: distanceErrors } = eventInputOf(form.values, stored);
    const target = stored && { id: stored.id, version: overwrittenVersion ?? stored.version };
    const sent = { ...input, ...target };
    const schema = stored ? EventUpdate : NewEvent;
    const allErrors = {
      ...(isCheckedInFuture(input, today) && { transfer_checked_on: 'event.checked_in_future' as const }),
      ...fieldErrorsOf(schema, sent),
      ...itemErrorsOf(schema, sent),
      ...distanceErrors,
    };
    form.set('distances', distances);
    if (Object.keys(allErrors).length > 0) return form.showErrors(allErrors);
    setConflictingEvent(undefined);
    if (target) sendUpdate({ ...input, ...target });
    else {
      // After a merge of its series, a second try leaves the series to the name.
      const isSeriesGone = errorCodeOf(creation.error) === 'series.not_found';
      sendCreation({ ...input, series_id: isSeriesGone ? null : newSeriesId });
    }
  };

  return {
    save,
    isSaving,
    conflictingEvent,
    /** If the server was not reached, the toast is enough. */
    formError: conflictingEvent || !error ? '' : errorMessage(error, ''),
    forgetConflict: () => {
      setConflictingEvent(undefined);
      update.reset();
    },
  };
}
