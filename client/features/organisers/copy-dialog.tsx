import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { DateInput } from '#client/ui/date-input.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
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
  const formId = useId();
  const { client } = trpc.useUtils();
  const copy = useAction({
    send: (event_date: string) => client.organiser.events.copy.mutate({ id: event.id, event_date }),
    successToast: 'Loppet finns i kalendern',
    failureToast: FAILED.organiserCopy,
    onSuccess: onClose,
    refresh: useRefreshView(),
  });
  const send = (submission: FormEvent) => {
    submission.preventDefault();
    const { event_date } = form.values;
    const errorCode = isDay(event_date) ? copyDateError(event_date, event.event_date, today) : 'event.date';
    if (errorCode) form.showErrors({ event_date: errorCode });
    else if (!copy.isPending) copy.start(event_date);
  };
  const formError = errorMessage(copy.error, '');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kopiera till nästa år"
      size="small"
      unsaved={form.values.event_date !== initialValues.event_date && !copy.isPending}
      save={
        <Button kind="primary" type="submit" form={formId} busy={copy.isPending}>
          Lägg upp loppet
        </Button>
      }
    >
      <form className="event-form" id={formId} ref={form.formRef} onSubmit={send} noValidate>
        {formError && <Alert>{formError}</Alert>}
        <p className="event-form-copied">
          Kopian av {event.event_name} visas i kalendern direkt. Plats, distanser, länkar och priser följer
          med, men inte resultat, läge och anmälan.
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
      </form>
    </Dialog>
  );
}
