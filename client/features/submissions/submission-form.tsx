import { CalendarPlus, Link } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { SubmissionInput } from '../../../src/features/submissions/contract';
import { finishDistances, NO_DISTANCES, type TypedDistances } from '../../../src/shared/distance-typing';
import { isDistanceFor, joinDistances } from '../../../src/shared/distances';
import { LANDSKAP } from '../../../src/shared/landskap';
import { PUBLIC_SPORTS, type Sport, sportNamed } from '../../../src/shared/sports';
import { useToday } from '../../platform/clock';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field, type Wiring } from '../../ui/field';
import { Honeypot } from '../../ui/honeypot';
import { Select, TextInput } from '../../ui/inputs';

const FAILED = 'Fel vid skickande av evenemang. Försök igen.';

type Values = {
  [Name in Exclude<keyof typeof TEXTS, 'sport_type'>]: string;
} & { sport_type: Sport | ''; distances: TypedDistances };

const TEXTS = {
  event_name: '',
  event_date: '',
  event_end_date: '',
  sport_type: '',
  ort: '',
  landskap: '',
  address: '',
  race_link: '',
  result_link: '',
  organizer: '',
  submitter_name: '',
  submitter_email: '',
  website: '',
};
const EMPTY: Values = { ...TEXTS, sport_type: '', distances: NO_DISTANCES };

type Props = {
  /** How distances are typed: the page brings it, since it belongs to events. */
  distanceInput: (props: {
    wiring: Wiring;
    name: string;
    value: TypedDistances;
    sport: Sport | '';
    onChange: (value: TypedDistances) => void;
    onRefused: (code: 'event.distance' | 'event.too_many_distances') => void;
  }) => ReactNode;
  /** The pictogram before the chosen sport. */
  sportIcon: (sport: Sport) => ReactNode;
};

/** "Lägg till lopp": a proposal for the calendar (sections 2, 5 and 8). What was typed stays until it has arrived. */
export function SubmissionForm({ distanceInput, sportIcon }: Props) {
  const { form, values, set, fault, text, errorOf, missing, refuse, told, sending } = useForm(EMPTY);
  const today = useToday();
  const proposal = trpc.public.submissions.submit.useMutation(sending(FAILED));

  /** A distance that the sport does not take is told as soon as they meet (section 5). */
  const setDistances = (distances: TypedDistances, sport: Sport | '') => {
    set('distances', distances);
    if (distances.taken.some((distance) => !isDistanceFor(sport, distance)))
      fault('distances', 'event.distance');
  };

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
    else proposal.mutate(input);
  };

  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-label="Lägg till lopp">
      {missing && <Alert tone="err">{missing}</Alert>}
      <h2 className="type-card">Om loppet</h2>
      <Field label="Namn på loppet" required error={errorOf('event_name')}>
        {(wiring) => <TextInput {...wiring} {...text('event_name')} autoComplete="off" />}
      </Field>
      <div className="form-pair">
        <Field label="Datum" required error={errorOf('event_date')}>
          {(wiring) => <TextInput {...wiring} {...text('event_date')} type="date" min={today} />}
        </Field>
        <Field label="Slutdatum" optional error={errorOf('event_end_date')}>
          {(wiring) => (
            <TextInput {...wiring} {...text('event_end_date')} type="date" min={values.event_date || today} />
          )}
        </Field>
        <Field label="Sport" required error={errorOf('sport_type')}>
          {(wiring) => (
            <div
              className={values.sport_type && 'input-with-icon submission-sport'}
              data-sport={values.sport_type || undefined}
            >
              {values.sport_type && sportIcon(values.sport_type)}
              <Select
                {...wiring}
                {...text('sport_type')}
                onChange={(event) => {
                  const sport = sportNamed(event.target.value) ?? '';
                  set('sport_type', sport);
                  setDistances(values.distances, sport);
                }}
              >
                <option value="">Välj sport</option>
                {PUBLIC_SPORTS.map((sport) => (
                  <option key={sport}>{sport}</option>
                ))}
              </Select>
            </div>
          )}
        </Field>
        <Field label="Distanser" required error={errorOf('distances')}>
          {(wiring) =>
            distanceInput({
              wiring,
              name: 'distances',
              value: values.distances,
              sport: values.sport_type,
              onChange: (value) => setDistances(value, values.sport_type),
              onRefused: (code) => fault('distances', code),
            })
          }
        </Field>
        <Field label="Ort" optional error={errorOf('ort')}>
          {(wiring) => <TextInput {...wiring} {...text('ort')} autoComplete="off" />}
        </Field>
        <Field label="Landskap" optional error={errorOf('landskap')}>
          {(wiring) => (
            <Select {...wiring} {...text('landskap')}>
              <option value="">Välj landskap</option>
              {LANDSKAP.map((landskap) => (
                <option key={landskap}>{landskap}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Adress" optional error={errorOf('address')}>
          {(wiring) => <TextInput {...wiring} {...text('address')} autoComplete="off" />}
        </Field>
        <Field label="Arrangör" optional error={errorOf('organizer')}>
          {(wiring) => <TextInput {...wiring} {...text('organizer')} autoComplete="off" />}
        </Field>
      </div>
      <LinkField label="Länk till loppet" error={errorOf('race_link')} control={text('race_link')} />
      <LinkField label="Länk till resultat" error={errorOf('result_link')} control={text('result_link')} />
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
      {told && <Alert tone="err">{told}</Alert>}
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

type LinkFieldProps = {
  label: string;
  error: string | undefined;
  control: ReturnType<ReturnType<typeof useForm<Values>>['text']>;
};

/** An http(s) address with a link before it. */
function LinkField({ label, error, control }: LinkFieldProps) {
  return (
    <Field label={label} optional error={error}>
      {(wiring) => (
        <div className="input-with-icon">
          <Link size={20} aria-hidden="true" />
          <TextInput {...wiring} {...control} type="url" placeholder="https://" autoComplete="off" />
        </div>
      )}
    </Field>
  );
}
