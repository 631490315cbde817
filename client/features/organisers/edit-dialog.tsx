import { useState } from 'react';
import { eventInputOf, valuesOf } from '#client/features/admin-events/event-form-values.ts';
import { StateFields } from '#client/features/admin-events/state-fields.tsx';
import { TransferFields } from '#client/features/admin-events/transfer-fields.tsx';
import { RaceLinks } from '#client/features/events/form/race-fields.tsx';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { DIRECT_FIELD_NAMES, type DirectField } from '#src/features/events/fields.ts';
import { type OrganiserEvent, OrganiserUpdate } from '#src/features/organisers/contract.ts';
import { pick } from '#src/shared/pick.ts';
import { adminEventOf } from './admin-event-of.ts';
import { type Change, useOrganiserChange } from './use-organiser-change.ts';

type Props = { event: OrganiserEvent; onClose: () => void };

/** What changes at once. */
export function EditDialog({ event, onClose }: Props) {
  const today = useToday();
  const [stored] = useState(() => adminEventOf(event));
  const [initialValues] = useState(() => valuesOf(stored));
  const form = useForm(initialValues);
  const change = useOrganiserChange('Ändringen är sparad', onClose);
  const save = (version: number | null) => {
    const { input } = eventInputOf(form.values, stored);
    const values = { status: stored.status, ...input } as Partial<Record<DirectField, unknown>>;
    const sent = { id: event.id, version, ...pick(values, DIRECT_FIELD_NAMES) } as Change;
    return form.submit(OrganiserUpdate, sent, change);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Ändra: ${event.event_name}`}
      unsaved={JSON.stringify(form.values) !== JSON.stringify(initialValues) && !change.isPending}
      busy={change.isPending}
      className="event-form"
      formRef={form.formRef}
      onSubmit={save(stored.version)}
    >
      {change.formError && <Alert>{change.formError}</Alert>}
      {change.isOutdated && (
        <Button className="organiser-overwrite" onClick={save(null)}>
          Spara ändå
        </Button>
      )}
      <p className="event-form-copied">
        Det här visas i kalendern direkt, och de som följer loppet får mejl.
      </p>
      <StateFields form={form} isOrganiser />
      <hr className="form-rule" />
      <RaceLinks form={form} />
      <hr className="form-rule" />
      <TransferFields form={form} today={today} />
    </FormDialog>
  );
}
