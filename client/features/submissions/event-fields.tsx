import { Link } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TypedDistances } from '../../../src/shared/distance-typing';
import { isDistanceFor } from '../../../src/shared/distances';
import { LANDSKAP } from '../../../src/shared/landskap';
import { PUBLIC_SPORTS, type Sport, sportNamed } from '../../../src/shared/sports';
import { useToday } from '../../platform/clock';
import { type ControlProps, Field } from '../../ui/field';
import { Select, TextInput } from '../../ui/inputs';
import type { SubmissionState } from './submission-values';

/** What the page brings, since it belongs to events. */
export type Slots = {
  /** How distances are typed. */
  distanceInput: (
    props: ControlProps<TypedDistances> & {
      sport: Sport | '';
      onRefused: (code: 'event.distance' | 'event.too_many_distances') => void;
    },
  ) => ReactNode;
  /** The pictogram before the chosen sport. */
  sportIcon: (sport: Sport) => ReactNode;
};

type Props = Pick<SubmissionState, 'values' | 'set' | 'fault' | 'text' | 'errorOf'> & Slots;

/** The half of the form that is about the event. */
export function EventFields({ values, set, fault, text, errorOf, distanceInput, sportIcon }: Props) {
  const today = useToday();

  /** A distance that the sport does not take is told as soon as they meet (section 5). */
  const setDistances = (distances: TypedDistances, sport: Sport | '') => {
    set('distances', distances);
    if (distances.taken.some((distance) => !isDistanceFor(sport, distance)))
      fault('distances', 'event.distance');
  };

  return (
    <>
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
    </>
  );
}

type LinkFieldProps = {
  label: string;
  error: string | undefined;
  control: ReturnType<SubmissionState['text']>;
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
