import { CalendarPlus } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { SubmissionInput } from '../../../src/features/submissions/contract';
import { finishDistances } from '../../../src/shared/distance-typing';
import { joinDistances } from '../../../src/shared/distances';
import { FAILED } from '../../platform/sentences';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { useSendOnce } from '../../platform/use-send-once';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Honeypot } from '../../ui/honeypot';
import { TextInput } from '../../ui/inputs';
import { PrivacyNote } from '../../ui/privacy-note';
import { EMPTY, type SubmissionState } from './submission-values';

type Props = {
  /** The half of the form that is about the race: its fields belong to events. */
  raceFields: (form: SubmissionState) => ReactNode;
};

/** "Lägg till lopp": a proposal for the calendar (sections 2, 5 and 8). What was typed stays until it has arrived. */
export function SubmissionForm({ raceFields }: Props) {
  const state = useForm(EMPTY);
  const { form, values, set, text, errorOf, missing, refuse, told, sending } = state;
  const proposal = trpc.public.submissions.submit.useMutation(sending(FAILED.submission));
  const sendOnce = useSendOnce(proposal);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (proposal.isPending) return;
    // What was typed and not yet added belongs to the list too.
    const distances = finishDistances(values.distances, values.sport_type);
    const input = { ...values, distances: joinDistances(distances.taken) };
    const faults = {
      ...faultsOf(SubmissionInput, input),
      ...(distances.draft && { distances: 'event.distance' as const }),
    };
    set('distances', distances);
    if (Object.keys(faults).length > 0) refuse(faults);
    else sendOnce(input);
  };

  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-label="Lägg till lopp">
      {missing && <Alert>{missing}</Alert>}
      <h2 className="type-card">Om loppet</h2>
      {raceFields(state)}
      <hr className="form-rule" />
      <h2 className="type-card">Om dig</h2>
      <div className="form-pair">
        <Field label="Ditt namn" required error={errorOf('submitter_name')}>
          {(wiring) => <TextInput {...wiring} {...text('submitter_name')} autoComplete="name" />}
        </Field>
        <Field label="Din e-post" required error={errorOf('submitter_email')}>
          {(wiring) => (
            <TextInput {...wiring} {...text('submitter_email')} type="email" autoComplete="email" />
          )}
        </Field>
      </div>
      <Honeypot {...text('website')} />
      <PrivacyNote>Ditt namn och din e-post visas inte i kalendern.</PrivacyNote>
      {told && <Alert>{told}</Alert>}
      <Button
        kind="primary"
        type="submit"
        large
        className="form-send"
        busy={proposal.isPending}
        icon={<CalendarPlus size={18} aria-hidden="true" />}
      >
        Skicka förslag
      </Button>
    </form>
  );
}
