import { useState } from 'react';
import { RaceIdentityFields } from '#client/features/events/form/race-fields.tsx';
import { raceInput, raceValues } from '#client/features/events/form/race-values.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { REVIEWED_FIELD_NAMES } from '#src/features/events/fields.ts';
import { type OrganiserEvent, OrganiserUpdate } from '#src/features/organisers/contract.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { pick } from '#src/shared/pick.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { useOrganiserChange } from './use-organiser-change.ts';

type Props = { event: OrganiserEvent; onClose: () => void };

/** The event as it would be with the proposal that waits. */
function proposedEvent(event: OrganiserEvent): OrganiserEvent {
  const { distances, ...after } = event.proposal?.after ?? {};
  return {
    ...event,
    ...after,
    ...(Array.isArray(distances) && { distances: joinDistances(distances as string[]) }),
  };
}

/** What an admin reviews first. */
export function ProposeDialog({ event, onClose }: Props) {
  const [initialValues] = useState(() => raceValues(proposedEvent(event)));
  const form = useForm(initialValues);
  const [isMissingChange, setIsMissingChange] = useState(false);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initialValues);
  const change = useOrganiserChange(
    ({ proposal }) =>
      proposal
        ? 'Tack! Vi granskar ändringen och mejlar dig.'
        : 'Uppgifterna är som förut. Det finns inget att granska.',
    onClose,
  );
  const { input, errors } = raceInput(form.values);
  const sent = { id: event.id, version: null, ...pick(input, REVIEWED_FIELD_NAMES) };
  const findErrors = () => (isChanged ? { ...fieldErrorsOf(OrganiserUpdate, sent), ...errors } : undefined);
  const start = () => {
    setIsMissingChange(!isChanged);
    if (isChanged) change.start(sent);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Föreslå ändring: ${event.event_name}`}
      unsaved={isChanged && !change.isPending}
      busy={change.isPending}
      saveLabel="Skicka förslag"
      className="event-form"
      formRef={form.formRef}
      onSubmit={form.submit(findErrors, sent, { ...change, start })}
    >
      {form.missingMessage && <Alert>{form.missingMessage}</Alert>}
      {isMissingChange && !isChanged && <Alert>Du har inte ändrat något än.</Alert>}
      {change.formError && <Alert>{change.formError}</Alert>}
      <p className="event-form-copied">
        Vi granskar ändringen innan den visas. Ett nytt förslag ersätter det som väntar.
      </p>
      <RaceIdentityFields form={form} nameLabel="Namn" sports={SPORTS} />
    </FormDialog>
  );
}
