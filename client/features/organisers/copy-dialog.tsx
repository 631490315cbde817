import { useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { DateInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { nextEditionOf } from '#src/features/events/admin/rules.ts';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';
import { copyDateError } from '#src/features/organisers/rules.ts';
import { isDay } from '#src/shared/dates.ts';
import { useRefreshView } from './use-organiser-change.ts';

type Props = { event: OrganiserEvent; onClose: () => void };

export function CopyDialog({ event, onClose }: Props) {
  const today = useToday();
  const [initialValues] = useState({ event_date: nextEditionOf(event.event_date, today) });
  const form = useForm(initialValues);
  const { client } = trpc.useUtils();
  const copy = useAction({
    send: (event_date: string) => client.organiser.events.copy.mutate({ id: event.id, event_date }),
    successToast: 'Loppet finns i kalendern',
    failureToast: FAILED.organiserCopy,
    onSuccess: onClose,
    refresh: useRefreshView(),
  });
  const findErrors = (day: string) => ({
    event_date: isDay(day) ? copyDateError(day, event.event_date, today) : ('event.date' as const),
  });
  const formError = errorMessage(copy.error, '');
  return (
    <FormDialog
      onClose={onClose}
      title="Kopiera till nästa år"
      size="small"
      unsaved={form.values.event_date !== initialValues.event_date && !copy.isPending}
      busy={copy.isPending}
      saveLabel="Lägg upp loppet"
      className="event-form"
      formRef={form.formRef}
      onSubmit={form.submit(findErrors, form.values.event_date, copy)}
    >
      {formError && <Alert>{formError}</Alert>}
      <p className="event-form-copied">
        Kopian av {event.event_name} visas i kalendern direkt. Plats, distanser, länkar och priser följer med,
        men inte resultat, läge och anmälan.
      </p>
      <Field label="Datum" required error={form.errorOf('event_date')}>
        {(ariaProps) => (
          <DateInput
            {...ariaProps}
            name="event_date"
            value={form.values.event_date}
            onChange={(day) => form.set('event_date', day)}
            min={today}
          />
        )}
      </Field>
    </FormDialog>
  );
}
