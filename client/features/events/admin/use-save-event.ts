import { useState } from 'react';
import { type AdminEvent, EventUpdate, NewEvent } from '../../../../src/features/events/admin/contract';
import { errorCodeOf, toldBy } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { faultsOf, type useForm } from '../../../platform/forms/use-form';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { type EventValues, eventInputOf } from './event-form-values';
import { useEventsChanged } from './use-events-changed';

type Options = {
  form: ReturnType<typeof useForm<EventValues>>;
  /** The event as the dialog shows it to be stored; undefined for a new one, or one that is gone. */
  stored: AdminEvent | undefined;
  onSaved: () => void;
};

/** Saves what the dialog holds, and tells what came of it (section 8). */
export function useSaveEvent({ form, stored, onSaved }: Options) {
  const changed = useEventsChanged();
  /** The event as somebody else has meanwhile made it. */
  const [theirs, setTheirs] = useState<AdminEvent>();
  const handlers = (done: string) => ({
    onSuccess: (event: AdminEvent) => {
      toast.success(done);
      changed.put(event);
      onSaved();
    },
    onError: async (error: unknown) => {
      // A dead session leads to the login, which says why.
      if (errorCodeOf(error) === 'request.unauthorized') return;
      toast.error(toldBy(error, FAILED.saveEvent));
      if (stored && errorCodeOf(error) === 'event.not_found') changed.drop(stored.id);
      if (errorCodeOf(error) !== 'event.changed') return;
      const events = await changed.latest().catch(() => []);
      setTheirs(events.find(({ id }) => id === stored?.id));
    },
    onSettled: changed.refetch,
  });
  const creation = trpc.admin.events.create.useMutation(handlers('Evenemanget är tillagt'));
  const update = trpc.admin.events.update.useMutation(handlers('Evenemanget är sparat'));
  const create = useSendOnce(creation);
  const write = useSendOnce(update);
  const isSaving = creation.isPending || update.isPending;
  const { error } = stored ? update : creation;

  /** `over` is the version that is written over, when it is not the one that was shown. */
  const save = (over?: number) => {
    if (isSaving) return;
    const { input, distances, faults } = eventInputOf(form.values, stored);
    const target = stored && { id: stored.id, version: over ?? stored.version };
    const found = { ...faultsOf(stored ? EventUpdate : NewEvent, { ...input, ...target }), ...faults };
    form.set('distances', distances);
    if (Object.keys(found).length > 0) return form.refuse(found);
    setTheirs(undefined);
    if (target) write({ ...input, ...target });
    else create(input);
  };

  return {
    save,
    isSaving,
    theirs,
    /** What the server says against it; when it was not reached the toast has said so. */
    refusal: theirs || !error ? '' : toldBy(error, ''),
    forgetTheirs: () => {
      setTheirs(undefined);
      update.reset();
    },
  };
}
