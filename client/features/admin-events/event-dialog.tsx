import { History, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { SpotMapProps } from '#client/features/events/map/spot-map-props.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { useAdminDraft } from '#client/platform/forms/use-admin-draft.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { changesOfCopy, nextEditionOf } from '#src/features/events/admin/rules.ts';
import { sameEventKey } from '#src/features/events/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import { BannerFields } from './banner-fields.tsx';
import { EventConflict } from './conflict.tsx';
import { EventFields } from './event-fields.tsx';
import { type EventValues, valuesOf } from './event-form-values.ts';
import type { RenderOrganisers } from './series-dialog.tsx';
import { SeriesLine } from './series-line.tsx';
import { SpotField } from './spot-field.tsx';
import { DateChangeQuestion, StateFields } from './state-fields.tsx';
import { TransferFields } from './transfer-fields.tsx';
import { useEventCache } from './use-event-cache.ts';
import { useSaveEvent } from './use-save-event.ts';

export type HistoryProps = {
  event: AdminEvent;
  onRestored: (event: AdminEvent) => void;
  onClose: () => void;
};

type Props = {
  event: AdminEvent | undefined;
  /** The event to copy into a new one. */
  copied: AdminEvent | undefined;
  /** Another admin has deleted it since it was opened. */
  isGone: boolean;
  events: readonly AdminEvent[];
  renderSpotMap: (props: SpotMapProps) => ReactNode;
  renderOrganisers: RenderOrganisers;
  renderHistory: (props: HistoryProps) => ReactNode;
  onDelete: (event: AdminEvent) => void;
  onSaved: (event: AdminEvent) => void;
  onClose: () => void;
};

/** Unsaved input, which is kept when the session expires. */
type Draft = { loadedEvent: AdminEvent | undefined; initialValues: EventValues; values: EventValues };

export function EventDialog(props: Props) {
  const { event, copied, isGone, events, renderSpotMap, renderOrganisers, renderHistory } = props;
  const { onDelete, onSaved, onClose } = props;
  const today = useToday();
  const draft = useAdminDraft<Draft>(`event ${event?.id ?? (copied ? `copy ${copied.id}` : 'new')}`);
  const [loadedEvent, setLoadedEvent] = useState(draft.saved ? draft.saved.loadedEvent : event);
  // A deleted event can be saved as a new one.
  const stored = isGone ? undefined : loadedEvent;
  const [initialValues, setInitialValues] = useState(
    () => draft.saved?.initialValues ?? valuesOf(copied ? copyOf(copied, today) : event),
  );
  const form = useForm(draft.saved?.values ?? initialValues);
  const { values, set, missingMessage } = form;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const formId = useId();
  const isMounted = useIsMounted();
  const close = () => {
    draft.save(undefined);
    onClose();
  };
  const saving = useSaveEvent({
    form,
    stored,
    newSeriesId: (copied ?? loadedEvent)?.series_id,
    onSaved: (savedEvent) => {
      if (isMounted.current) close();
      onSaved(savedEvent);
    },
  });
  const reset = useResetSpot((response) => {
    setLoadedEvent(response);
    forgetSpot();
  });

  const unsaved = JSON.stringify(values) !== JSON.stringify(initialValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft.save` is stable
  useEffect(
    () => draft.save(unsaved ? { loadedEvent, initialValues, values } : undefined),
    [unsaved, loadedEvent, initialValues, values],
  );

  const loadEvent = (newEvent: AdminEvent) => {
    const newValues = valuesOf(newEvent);
    setLoadedEvent(newEvent);
    setInitialValues(newValues);
    for (const name of Object.keys(newValues) as (keyof EventValues)[]) set(name, newValues[name]);
    saving.forgetConflict();
  };
  const forgetSpot = () => {
    const noSpot = { latitude: '', longitude: '', is_manual: false };
    setInitialValues((current) => ({ ...current, ...noSpot }));
    for (const name of ['latitude', 'longitude', 'is_manual'] as const) set(name, noSpot[name]);
  };

  return (
    <Dialog
      open
      onClose={close}
      title={loadedEvent ? 'Redigera evenemang' : copied ? 'Kopiera evenemang' : 'Lägg till evenemang'}
      unsaved={unsaved}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
          {isGone ? 'Spara som nytt' : 'Spara'}
        </Button>
      }
      footerStart={
        stored && (
          <>
            <Button
              className="event-form-delete"
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => onDelete(stored)}
            >
              Ta bort
            </Button>
            <Button icon={<History size={18} aria-hidden="true" />} onClick={() => setHistoryOpen(true)}>
              Historik
            </Button>
          </>
        )
      }
    >
      {stored && <SeriesLine event={stored} events={events} renderOrganisers={renderOrganisers} />}
      <form className="event-form" id={formId} ref={form.formRef} onSubmit={saving.save()} noValidate>
        {copied && (
          <p className="event-form-copied">
            Kopia av {copied.event_name}, {formatDays(copied.event_date, copied.event_end_date)}. Kontrollera
            datumet.
          </p>
        )}
        {missingMessage && <Alert>{missingMessage}</Alert>}
        {isGone && (
          <Alert>Någon annan har tagit bort evenemanget. Det du har skrivit kan sparas som ett nytt.</Alert>
        )}
        {saving.formError && <Alert>{saving.formError}</Alert>}
        {stored && saving.conflictingEvent && (
          <EventConflict
            formRef={form.formRef}
            stored={stored}
            conflictingEvent={saving.conflictingEvent}
            isSaving={saving.isSaving}
            onOverwrite={saving.save(saving.conflictingEvent.version)}
            onShowTheirs={() => saving.conflictingEvent && loadEvent(saving.conflictingEvent)}
          />
        )}
        <EventFields
          form={form}
          aboutDates={
            <>
              <DateChangeQuestion form={form} stored={stored} />
              <DuplicateWarning values={values} stored={stored} events={events} />
            </>
          }
        />
        <hr className="form-rule" />
        <StateFields form={form} />
        <hr className="form-rule" />
        <TransferFields form={form} today={today} />
        <hr className="form-rule" />
        <BannerFields form={form} />
        <hr className="form-rule" />
        <SpotField
          form={form}
          stored={stored}
          renderSpotMap={renderSpotMap}
          isResetting={reset.isPending}
          onReset={() => (stored?.is_manual ? reset.start({ id: stored.id }) : forgetSpot())}
        />
      </form>
      {stored &&
        isHistoryOpen &&
        renderHistory({
          event: stored,
          // What was typed stays. Saving it then asks, because somebody has changed the event.
          onRestored: (restored) => !unsaved && loadEvent(restored),
          onClose: () => setHistoryOpen(false),
        })}
    </Dialog>
  );
}

const copyOf = (event: AdminEvent, today: string): AdminEvent => ({
  ...event,
  ...changesOfCopy(event, nextEditionOf(event.event_date, today)),
});

function useResetSpot(onReset: (response: AdminEvent) => void) {
  const eventCache = useEventCache();
  const { client } = trpc.useUtils();
  return useAction({
    send: (input: { id: string }) => client.admin.events.resetCoordinates.mutate(input),
    successToast: 'Platsen är återställd',
    onSuccess: (response) => {
      eventCache.put(response);
      onReset(response);
    },
    onFailure: (error) => toastReason(error, 'Kunde inte återställa platsen'),
    refresh: eventCache.refetch,
  });
}

type DuplicateWarningProps = Pick<Props, 'events'> & { values: EventValues; stored: AdminEvent | undefined };

/** Only a warning: saving is still allowed. */
function DuplicateWarning({
  values: { event_date, event_name, ort },
  stored,
  events,
}: DuplicateWarningProps) {
  const key = sameEventKey({ event_date, event_name, ort });
  const isDuplicate = events.some((event) => event.id !== stored?.id && sameEventKey(event) === key);
  return (
    <div className="event-form-duplicate-warning" role="status">
      {isDuplicate && (
        <p className="event-form-warning">
          <TriangleAlert size={20} aria-hidden="true" />
          Det finns redan ett evenemang med samma namn, datum och ort.
        </p>
      )}
    </div>
  );
}
