import { Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import { sameEventKey } from '../../../../src/features/events/rules';
import { toldBy } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { toast } from '../../../platform/feedback/toast';
import { useAdminDraft } from '../../../platform/forms/use-admin-draft';
import { useForm } from '../../../platform/forms/use-form';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useIsHere } from '../../../ui/use-is-here';
import { BannerFields } from './banner-fields';
import { EventConflict } from './conflict';
import { EventFields } from './event-fields';
import { type EventValues, valuesOf } from './event-form-values';
import { SpotField, type SpotMapProps } from './spot-field';
import { useEventsChanged } from './use-events-changed';
import { useSaveEvent } from './use-save-event';

type Props = {
  /** The event to edit; undefined to add one. */
  event: AdminEvent | undefined;
  /** Somebody has deleted it since it was opened. */
  isGone: boolean;
  /** All that there are, to warn of the same one twice. */
  events: readonly AdminEvent[];
  spotMap: (props: SpotMapProps) => ReactNode;
  onDelete: (event: AdminEvent) => void;
  onClose: () => void;
};

/** What was typed when a session died, into which event, and what that was as it was shown. */
type Draft = { shown: AdminEvent | undefined; before: EventValues; values: EventValues };

/** Every field of an event (section 2). What was typed is not lost without a question. */
export function EventDialog({ event, isGone, events, spotMap, onDelete, onClose }: Props) {
  const draft = useAdminDraft<Draft>(`event ${event?.id ?? 'new'}`);
  const [shown, setStored] = useState(draft.kept ? draft.kept.shown : event);
  // What is typed into one that is gone can be saved as a new one.
  const stored = isGone ? undefined : shown;
  const [before, setBefore] = useState(() => draft.kept?.before ?? valuesOf(event));
  const form = useForm(draft.kept?.values ?? before);
  const { values, set, missing } = form;
  const formId = useId();
  const isHere = useIsHere();
  const close = () => {
    draft.keep(undefined);
    onClose();
  };
  const saving = useSaveEvent({ form, stored, onSaved: () => isHere.current && close() });
  const reset = useResetSpot((answer) => {
    setStored(answer);
    forgetSpot();
  });

  const unsaved = JSON.stringify(values) !== JSON.stringify(before);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keeping itself never changes
  useEffect(
    () => draft.keep(unsaved ? { shown, before, values } : undefined),
    [unsaved, shown, before, values],
  );

  /** Takes over an event as somebody else has made it. */
  const show = (theirs: AdminEvent) => {
    const fresh = valuesOf(theirs);
    setStored(theirs);
    setBefore(fresh);
    for (const name of Object.keys(fresh) as (keyof EventValues)[]) set(name, fresh[name]);
    saving.forgetTheirs();
  };
  const forgetSpot = () => {
    const none = { latitude: '', longitude: '', is_manual: false };
    setBefore((now) => ({ ...now, ...none }));
    for (const name of ['latitude', 'longitude', 'is_manual'] as const) set(name, none[name]);
  };
  const send = (submit: FormEvent) => {
    submit.preventDefault();
    saving.save();
  };

  return (
    <Dialog
      open
      onClose={close}
      title={shown ? 'Redigera evenemang' : 'Lägg till evenemang'}
      unsaved={unsaved}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
          {isGone ? 'Spara som nytt' : 'Spara'}
        </Button>
      }
      footStart={
        stored && (
          <Button
            className="event-form-delete"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onDelete(stored)}
          >
            Ta bort
          </Button>
        )
      }
    >
      <form className="event-form" id={formId} ref={form.form} onSubmit={send} noValidate>
        {missing && <Alert>{missing}</Alert>}
        {isGone && (
          <Alert>Någon annan har tagit bort evenemanget. Det du har skrivit kan sparas som ett nytt.</Alert>
        )}
        {saving.refusal && <Alert>{saving.refusal}</Alert>}
        {stored && saving.theirs && (
          <EventConflict
            stored={stored}
            theirs={saving.theirs}
            isSaving={saving.isSaving}
            onOverwrite={() => saving.save(saving.theirs?.version)}
            onTakeTheirs={() => saving.theirs && show(saving.theirs)}
          />
        )}
        <EventFields form={form} />
        <SameEvent values={values} stored={stored} events={events} />
        <hr className="form-rule" />
        <BannerFields form={form} />
        <hr className="form-rule" />
        <SpotField
          form={form}
          stored={stored}
          map={spotMap}
          isResetting={reset.isPending}
          onReset={() => (stored?.is_manual ? reset.send(stored.id) : forgetSpot())}
        />
      </form>
    </Dialog>
  );
}

/** Finds the place anew of an event whose spot is stored as set by hand (D36). */
function useResetSpot(onReset: (answer: AdminEvent) => void) {
  const changed = useEventsChanged();
  const mutation = trpc.admin.events.resetCoordinates.useMutation({
    onSuccess: (answer) => {
      toast.success('Platsen är återställd');
      changed.put(answer);
      onReset(answer);
    },
    onError: (error) => toast.error(toldBy(error, 'Kunde inte återställa platsen')),
    onSettled: changed.refetch,
  });
  const sendOnce = useSendOnce(mutation);
  return { isPending: mutation.isPending, send: (id: string) => sendOnce({ id }) };
}

type SameEventProps = Pick<Props, 'events'> & { values: EventValues; stored: AdminEvent | undefined };

/** The same day, name and ort as another: told, not refused. */
function SameEvent({ values: { event_date, event_name, ort }, stored, events }: SameEventProps) {
  const key = sameEventKey({ event_date, event_name, ort });
  const isThere = events.some((event) => event.id !== stored?.id && sameEventKey(event) === key);
  return (
    <div className="event-form-same" role="status">
      {isThere && (
        <p className="event-form-warning">
          <TriangleAlert size={20} aria-hidden="true" />
          Det finns redan ett evenemang med samma namn, datum och ort.
        </p>
      )}
    </div>
  );
}
