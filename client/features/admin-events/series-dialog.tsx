import { type ReactNode, useId, useState } from 'react';
import { EventDays } from '#client/features/events/card/event-facts.tsx';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { type SeriesSummary, SeriesUpdate } from '#src/features/events/series/contract.ts';
import { pathOf } from '#src/features/events/series/rules.ts';
import { SeriesMerge } from './series-merge.tsx';
import { useEventCache } from './use-event-cache.ts';

/** Who edits its races by a mailed link. */
export type RenderOrganisers = (series: SeriesSummary) => ReactNode;

type Props = {
  series: SeriesSummary;
  editions: readonly AdminEvent[];
  allSeries: readonly SeriesSummary[];
  renderOrganisers: RenderOrganisers;
  onClose: () => void;
};

const isSlugTaken = (error: unknown) => errorCodeOf(error) === 'series.slug_taken';

export function SeriesDialog({ series, editions, allSeries, renderOrganisers, onClose }: Props) {
  const [initialValues] = useState({ name: series.name, slug: series.slug });
  const { formRef, values, fieldProps, missingMessage, showErrors, submit } = useForm(initialValues);
  const formId = useId();
  const isMounted = useIsMounted();
  const { client } = trpc.useUtils();
  const eventCache = useEventCache();
  const update = useAction({
    send: (input: SeriesUpdate) => client.admin.series.update.mutate(input),
    successToast: 'Serien är sparad',
    failureToast: FAILED.saveSeries,
    onSuccess: (stored) => {
      for (const edition of stored.editions) eventCache.put(edition);
      if (isMounted.current) onClose();
    },
    isShownAtField: isSlugTaken,
    onFailure: (error) => {
      if (isSlugTaken(error)) showErrors({ slug: 'series.slug_taken' });
    },
    refresh: eventCache.refetch,
  });
  // If the server was not reached, the toast is enough.
  const formError = isSlugTaken(update.error) ? '' : errorMessage(update.error, '');

  const input = { id: series.id, name: values.name, slug: values.slug.trim().toLowerCase() };
  const save = submit(SeriesUpdate, input, update);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Ändra serie"
      unsaved={JSON.stringify(values) !== JSON.stringify(initialValues)}
      save={
        <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
          Spara
        </Button>
      }
    >
      <form className="series-form" id={formId} ref={formRef} onSubmit={save} noValidate>
        {missingMessage && <Alert>{missingMessage}</Alert>}
        {formError && <Alert>{formError}</Alert>}
        <TextField label="Namn" required {...fieldProps('name')} autoComplete="off" data-focus-first />
        <TextField
          label="Adress"
          required
          hint={`Sidan visas på ${pathOf(values.slug.trim().toLowerCase())}. Tidigare adresser leder dit.`}
          {...fieldProps('slug')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <section>
          <h3 className="event-form-title">Upplagor</h3>
          <ul className="series-editions">
            {editions.map((edition) => (
              <li key={edition.id}>
                <EventDays event={edition} />
                <span>{edition.event_name}</span>
              </li>
            ))}
          </ul>
        </section>
      </form>
      {renderOrganisers(series)}
      <SeriesMerge series={series} allSeries={allSeries} onMerged={onClose} />
    </Dialog>
  );
}
